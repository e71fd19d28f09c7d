import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { INPUT_PREFIX, OUTPUT_PREFIX } from '../job-files.ts'

const SAMPLE_MS = 200

/** The disk space that the files written by a step take up, in bytes. */
export interface WrittenBytes {
  /** All files except the inputs, which the worker downloaded. */
  all: number
  outputs: number
}

/** Measures the files that a step has written to its folder, until `stopped` aborts. */
export async function watchFolder(
  folder: string,
  stopped: AbortSignal,
  onMeasured: (written: WrittenBytes) => void,
): Promise<void> {
  for (;;) {
    await sleep(SAMPLE_MS, undefined, { signal: stopped, ref: false }).catch(() => {})
    if (stopped.aborted) return
    onMeasured(await writtenIn(folder))
  }
}

async function writtenIn(folder: string): Promise<WrittenBytes> {
  const written = { all: 0, outputs: 0 }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const isOwn = entry.parentPath !== folder || !entry.name.startsWith(INPUT_PREFIX)
    if (entry.isDirectory() || !isOwn) continue
    const size = await lstat(join(entry.parentPath, entry.name)).then(
      // Counts blocks instead of lengths, because a sparse file needs less space than its length, and a small file
      // needs more.
      ({ blocks }) => blocks * 512,
      () => 0,
    )
    written.all += size
    if (entry.parentPath === folder && entry.name.startsWith(OUTPUT_PREFIX)) written.outputs += size
  }
  return written
}
