import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'millrace-worker-'
const TOUCH_MS = 60_000
const STALE_MS = 3_600_000

/** The worker's own folder, whose timestamp is refreshed until it is removed. */
export interface WorkFolder {
  path: string
  remove(): void
}

/**
 * Creates the folder for the jobs' files in the temporary folder or, if that is not writable, in the current folder.
 * Deletes the folders of killed workers: folders whose timestamps are no longer refreshed.
 */
export function makeWorkFolder(): WorkFolder {
  const path = makeIn(tmpdir()) ?? makeIn(process.cwd())
  if (!path) throw new Error(`Neither ${tmpdir()} nor ${process.cwd()} is writable. Set TMPDIR to a writable folder.`)
  const touching = setInterval(() => touch(path), TOUCH_MS)
  touching.unref()
  return {
    path,
    remove() {
      clearInterval(touching)
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function makeIn(parent: string): string | undefined {
  try {
    removeStale(parent)
    return mkdtempSync(join(parent, PREFIX))
  } catch {
    return undefined
  }
}

function removeStale(parent: string): void {
  const names = readdirSync(parent).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    try {
      const path = join(parent, name)
      const { mtimeMs, uid } = statSync(path)
      const ours = uid === process.getuid?.()
      if (ours && Date.now() - mtimeMs > STALE_MS) rmSync(path, { recursive: true, force: true })
    } catch {
      // Another worker has already removed the folder.
    }
  }
}

function touch(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Something else has removed the folder. The next job creates it again.
  }
}
