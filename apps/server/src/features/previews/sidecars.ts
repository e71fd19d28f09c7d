import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TableComparison } from '@millrace/tables/compare-tables'
import type { TableFacts } from './preview-task.ts'

/**
 * Version of the reader. Increment it when the same bytes produce a different result, so that older sidecars are not
 * used.
 */
const READER = 43

/** What a sidecar was made from: the bytes, how they were read, and how many of them. */
export interface SidecarKey {
  /** The hash of the bytes. For a comparison, of everything that it depends on. */
  sha256: string
  /** The extension of the file name, which distinguishes similar formats. */
  ending: string
  extent: 'whole' | 'head'
  /** Of a workbook: the name of the sheet. */
  sheet?: string | undefined
  /** The first column of the block, unless it is the first block. */
  firstColumn?: number
}

/** The name of a sidecar's files. It changes with the content of the source and with the version of the reader. */
export function keyText({ sha256, ending, extent, sheet, firstColumn = 0 }: SidecarKey): string {
  const part = sheet === undefined ? '' : `.${createHash('sha256').update(sheet).digest('hex').slice(0, 16)}`
  const block = firstColumn === 0 ? '' : `.c${firstColumn}`
  return `${sha256}.${READER}.${ending}.${extent}${part}${block}`
}

/**
 * The result of reading a table: its facts and, unless it is Parquet itself, the Parquet copy of its rows. For a
 * comparison, its counts and the rows that differ.
 */
export interface Sidecar<F extends CachedFacts = TableFacts> {
  facts: F
  parquet: string
}

/** Facts without `isCopied` always have a Parquet file. */
export type CachedFacts = Pick<TableFacts, 'isCopied'> | TableComparison

interface SidecarOptions {
  folder: string
  /** How much the folder may hold, apart from its newest pair and those in use. */
  maxBytes: () => Promise<number>
  now: () => Date
}

/**
 * Parquet copies of tables, named by content and reader version, so that they are never stale. Each is created atomically
 * (temporary file, then rename), and the least recently used ones are evicted when the folder exceeds its size limit.
 */
export function sidecars({ folder, maxBytes, now }: SidecarOptions) {
  const place = (key: SidecarKey) => path.join(folder, keyText(key))
  /** How many tasks use a pair, by its name. */
  const held = new Map<string, number>()

  function hold(name: string, more: 1 | -1): void {
    const tasks = (held.get(name) ?? 0) + more
    if (tasks > 0) held.set(name, tasks)
    else held.delete(name)
  }

  async function touch(files: string[]): Promise<void> {
    const at = now()
    await Promise.all(files.map((file) => utimes(file, at, at).catch(ignoreMissing)))
  }

  /** Runs work with a folder that is deleted afterwards. */
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
    async find<F extends CachedFacts = TableFacts>(key: SidecarKey): Promise<Sidecar<F> | undefined> {
      const base = place(key)
      const text = await readFile(`${base}.json`, 'utf8').catch(ignoreMissing)
      if (text === undefined) return undefined
      const facts = JSON.parse(text) as F
      const hasNone = 'isCopied' in facts && !facts.isCopied
      const isComplete = hasNone || (await stat(`${base}.parquet`).catch(ignoreMissing)) !== undefined
      if (!isComplete) return undefined
      await touch([`${base}.json`, `${base}.parquet`])
      return { facts, parquet: `${base}.parquet` }
    },

    /** Caches what `make` writes to `out`. The folder `scratch` is deleted afterwards. */
    async add<F extends CachedFacts>(
      key: SidecarKey,
      make: (paths: { out: string; scratch: string }) => Promise<F>,
    ): Promise<Sidecar<F>> {
      const base = place(key)
      return withScratch(async (scratch) => {
        const out = path.join(scratch, 'out.parquet')
        const facts = await make({ out, scratch })
        await rename(out, `${base}.parquet`).catch(ignoreMissing)
        await writeFile(path.join(scratch, 'facts.json'), JSON.stringify(facts))
        await rename(path.join(scratch, 'facts.json'), `${base}.json`)
        await shrink({ folder, maxBytes: await maxBytes(), isKept: (name) => name === keyText(key) || held.has(name) })
        return { facts, parquet: `${base}.parquet` }
      })
    },

    withScratch,

    /** Runs work during which these pairs are not evicted. */
    async withoutEvicting<T>(keys: readonly SidecarKey[], work: () => Promise<T>): Promise<T> {
      const names = keys.map(keyText)
      for (const name of names) hold(name, 1)
      try {
        return await work()
      } finally {
        for (const name of names) hold(name, -1)
      }
    },

    /** Deletes what an earlier run of the server left unfinished. */
    async sweep(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const left = (await readdir(folder)).filter((name) => name.startsWith('making-'))
      await Promise.all(left.map((name) => rm(path.join(folder, name), { recursive: true, force: true })))
    },
  }
}

interface ShrinkOptions {
  folder: string
  maxBytes: number
  /** Whether a pair must not be evicted. */
  isKept: (name: string) => boolean
}

/**
 * Evicts the least recently used pairs. Both files of a pair go together, because facts without their table cannot be
 * used.
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

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
