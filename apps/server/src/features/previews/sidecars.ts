import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TableFacts } from './preview-task.ts'

/** Version of the reader. Increment it when the same bytes give a different result, to invalidate older sidecars. */
const READER = 46

/** What a sidecar was made from: the bytes, how they were read, and which part of the file was read. */
export interface SidecarKey {
  /** The hash of the bytes or, for a comparison, of everything that the result depends on. */
  sha256: string
  /**
   * Distinguishes readings of the same bytes. For a table, this is the extension of the file name. For JSON, it says
   * whether the sidecar contains the text or the index.
   */
  ending: string
  extent: 'whole' | 'head'
  sheet?: string | undefined
  /** The position of the first column in the block. Omitted or 0 for the first block. */
  firstColumn?: number
}

/** Returns a sidecar's file name without extension. It changes with the content and with the reader version. */
export function keyText({ sha256, ending, extent, sheet, firstColumn = 0 }: SidecarKey): string {
  const part = sheet === undefined ? '' : `.${createHash('sha256').update(sheet).digest('hex').slice(0, 16)}`
  const block = firstColumn === 0 ? '' : `.c${firstColumn}`
  return `${sha256}.${READER}.${ending}.${extent}${part}${block}`
}

/**
 * The cached result of reading files: `facts` and the path of a second file. For a table, that file is the Parquet copy
 * of the rows. If the original can be read in place, the second file does not exist. For a comparison, it contains the
 * rows that differ. For JSON, it is the text or the index, although its name ends in `.parquet`.
 */
export interface Sidecar<F = TableFacts> {
  facts: F
  parquet: string
}

/** The content of the file with the facts. `tableBytes` is the size of the second file, or 0 if there is none. */
interface Described<F> {
  facts: F
  tableBytes: number
}

interface SidecarOptions {
  folder: string
  /**
   * Returns the maximum size of the folder, in bytes. The newest sidecar and the sidecars in use are kept even if they
   * exceed this size.
   */
  maxBytes: () => Promise<number>
  now: () => Date
}

/**
 * Caches sidecars, such as copies of tables. Sidecars are named by content and reader version, so they are never stale.
 * The facts are a JSON file, and `parquet` is a second file. A power failure may leave empty or truncated files, so a
 * sidecar counts as missing if its facts can’t be parsed or the second file does not have the recorded size. If the
 * folder exceeds its maximum size, the least recently used sidecars are evicted.
 */
export function sidecars({ folder, maxBytes, now }: SidecarOptions) {
  const place = (key: SidecarKey) => path.join(folder, keyText(key))
  /** How many tasks use the sidecars with this `sha256`. */
  const held = new Map<string, number>()

  function hold(sha256: string, more: 1 | -1): void {
    const tasks = (held.get(sha256) ?? 0) + more
    if (tasks > 0) held.set(sha256, tasks)
    else held.delete(sha256)
  }

  const isHeld = (name: string) => held.has(name.split('.', 1)[0] ?? '')

  async function touch(files: string[]): Promise<void> {
    const at = now()
    await Promise.all(files.map((file) => utimes(file, at, at).catch(ignoreMissing)))
  }

  async function withScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
    const scratch = path.join(folder, `making-${randomUUID()}`)
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    try {
      return await work(scratch)
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }

  return {
    async find<F = TableFacts>(key: SidecarKey): Promise<Sidecar<F> | undefined> {
      const base = place(key)
      const text = await readFile(`${base}.json`, 'utf8').catch(ignoreMissing)
      const described = text && parsed<F>(text)
      if (!described || (await sizeOf(`${base}.parquet`)) !== described.tableBytes) return undefined
      await touch([`${base}.json`, `${base}.parquet`])
      return { facts: described.facts, parquet: `${base}.parquet` }
    },

    /**
     * Caches the facts that `make` returns, and the file that it writes to `out`. The folder `scratch` is deleted
     * afterwards.
     */
    async add<F>(key: SidecarKey, make: (paths: { out: string; scratch: string }) => Promise<F>): Promise<Sidecar<F>> {
      const base = place(key)
      return withScratch(async (scratch) => {
        const out = path.join(scratch, 'out.parquet')
        const facts = await make({ out, scratch })
        const described: Described<F> = { facts, tableBytes: await sizeOf(out) }
        await rename(out, `${base}.parquet`).catch(ignoreMissing)
        await writeFile(path.join(scratch, 'facts.json'), JSON.stringify(described))
        await rename(path.join(scratch, 'facts.json'), `${base}.json`)
        await shrink({ folder, maxBytes: await maxBytes(), isKept: (name) => name === keyText(key) || isHeld(name) })
        return { facts, parquet: `${base}.parquet` }
      })
    },

    withScratch,

    async withoutEvicting<T>(contents: readonly Pick<SidecarKey, 'sha256'>[], work: () => Promise<T>): Promise<T> {
      for (const { sha256 } of contents) hold(sha256, 1)
      try {
        return await work()
      } finally {
        for (const { sha256 } of contents) hold(sha256, -1)
      }
    },

    /** Deletes the files that earlier runs of the server left unfinished. */
    async deleteUnfinished(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const left = (await readdir(folder)).filter((name) => name.startsWith('making-'))
      await Promise.all(left.map((name) => rm(path.join(folder, name), { recursive: true, force: true })))
    },
  }
}

interface ShrinkOptions {
  folder: string
  maxBytes: number
  isKept: (name: string) => boolean
}

/**
 * Evicts the least recently used sidecars. Deletes both files of a sidecar, because facts without the second file are
 * useless.
 */
async function shrink({ folder, maxBytes, isKept }: ShrinkOptions): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('making-'))
  const files = await Promise.all(
    names.map(async (name) => ({ name, facts: await stat(path.join(folder, name)).catch(ignoreMissing) })),
  )
  const pairs = Map.groupBy(files, ({ name }) => name.replace(/\.(json|parquet)$/, ''))
  const sized = Array.from(pairs, ([base, members]) => ({
    base,
    bytes: members.reduce((sum, { facts }) => sum + (facts?.size ?? 0), 0),
    readAt: Math.max(...members.map(({ facts }) => facts?.mtimeMs ?? 0)),
  }))
  let total = sized.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { base, bytes } of sized.toSorted((a, b) => a.readAt - b.readAt)) {
    if (total <= maxBytes) return
    if (isKept(base)) continue
    for (const extension of ['json', 'parquet']) {
      await unlink(path.join(folder, `${base}.${extension}`)).catch(ignoreMissing)
    }
    total -= bytes
  }
}

function parsed<F>(text: string): Described<F> | undefined {
  try {
    return JSON.parse(text) as Described<F>
  } catch {
    return undefined
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(ignoreMissing))?.size ?? 0
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
