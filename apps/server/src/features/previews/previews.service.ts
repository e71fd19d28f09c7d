import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { MEDIA, mayHoldRecords, WORKBOOKS } from '@millrace/contracts/media-types'
import type { Logger } from 'pino'
import type { Lanes } from '#limiter/lanes.ts'
import { Problem } from '#problem.ts'
import type { PreviewFile } from './preview-file.ts'
import { previewLane } from './preview-lane.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'
import type { BuildTask, PreviewTask, TableFacts, TablePage, TableRows } from './preview-task.ts'
import { keyText, type Sidecar, type SidecarKey, sidecars } from './sidecars.ts'
import { textPreview } from './text-preview.ts'

export interface PreviewOptions {
  /** The folder for Parquet copies of tables. It may be emptied while the server is not running. */
  cacheDir: string
  now: () => Date
  log: Logger
  lanes: Pick<Lanes, 'previews' | 'wholeTables'>
  cacheBytes?: number
  /** The program of the child process, if it is not next to this file. */
  childEntry?: string
  limits?: { quickMs?: number; wholeMs?: number; wholeAtOnceBytes?: number; childBytes?: number }
}

export type PreviewService = ReturnType<typeof previewService>
export type TablePart = TableRows & { facts: TableFacts; offset: number }

/**
 * The program of the child process: as TypeScript next to this file, or in the bundle as an entry `preview-child` with
 * the bundle's extension.
 */
const CHILD = fileURLToPath(
  new URL(import.meta.url.replace(/^.*(\.[cm]?[jt]s)(\?.*)?$/, './preview-child$1'), import.meta.url),
)

/** The usual compression ratio of tables, in gzip files and workbooks. */
const COMPRESSION_RATIO = 8
const FAILURE_KEPT_MS = 600_000
const REMEMBERED = 1000

interface Failure {
  problem: Problem
  until: number
}

function remember<T>(memory: Map<string, T>, key: string, value: T): void {
  if (memory.size >= REMEMBERED) memory.clear()
  memory.set(key, value)
}

/**
 * Shows stored files. Tables are parsed in child processes: some for pages and small files, another for reading large
 * files completely, so that a long read never delays others. Until a large CSV is read completely, its first rows are shown.
 */
export function previewService({ cacheDir, now, log, lanes, cacheBytes, childEntry, limits }: PreviewOptions) {
  const budget = { ...PREVIEW_LIMITS, ...limits }
  const entry = childEntry ?? CHILD
  const options = { entry, memoryBytes: budget.childBytes, log }
  const quick = previewLane(lanes.previews, { ...options, limitMs: budget.quickMs })
  const slow = previewLane(lanes.wholeTables, { ...options, limitMs: budget.wholeMs })
  const kept = sidecars({ folder: cacheDir, maxBytes: cacheBytes ?? budget.cacheBytes, now })
  const ready = kept.sweep()
  const making = new Map<string, Promise<Sidecar>>()
  const failed = new Map<string, Failure>()
  /** The number of rows that match a search, so that they are counted once for all pages. */
  const counted = new Map<string, number>()
  const scratch = path.join(cacheDir, 'making-pages')

  /** Finds or creates the sidecar. Concurrent requests wait for the same one. */
  async function sidecar(
    ownerId: string,
    file: PreviewFile,
    { extent, sheet }: Pick<SidecarKey, 'extent' | 'sheet'>,
  ): Promise<Sidecar> {
    const key = keyOf(file, extent, sheet)
    const name = keyText(key)
    const known = failed.get(name)
    if (known && known.until > now().getTime()) throw known.problem
    const found = making.get(name) ?? (await kept.find(key))
    if (found) return found
    const made = making.get(name) ?? make(ownerId, file, key).finally(() => making.delete(name))
    making.set(name, made)
    return made
  }

  /** Remembers for a while that a file could not be read, so that it is not read again at once. */
  function failure(problem: Problem): Failure {
    return { problem, until: now().getTime() + FAILURE_KEPT_MS }
  }

  async function make(ownerId: string, file: PreviewFile, key: SidecarKey): Promise<Sidecar> {
    const lane = key.extent === 'head' || isSmall(file) ? quick : slow
    const head = key.extent === 'head' ? { headBytes: budget.headBytes } : {}
    try {
      return await kept.keep(key, async (paths) => {
        const { path, name } = file
        const { sheet } = key
        const task: BuildTask = { kind: 'build', path, name, ...paths, ...head, ...(sheet !== undefined && { sheet }) }
        return (await lane.run(ownerId, task)) as TableFacts
      })
    } catch (error) {
      if (error instanceof Problem && error.code === 'preview-failed') remember(failed, keyText(key), failure(error))
      throw error
    }
  }

  function isSmall(file: PreviewFile): boolean {
    const isCompressed = file.isGzipped || WORKBOOKS.includes(file.mediaType)
    const decompressed = file.sizeInBytes * (isCompressed ? COMPRESSION_RATIO : 1)
    return file.mediaType === MEDIA.parquet || decompressed <= budget.wholeAtOnceBytes
  }

  async function read(
    ownerId: string,
    file: PreviewFile,
    { facts, parquet }: Sidecar,
    page: TablePage,
  ): Promise<TablePart> {
    if (page.sort && !facts.columns.some((column) => column.Name === page.sort?.column)) {
      throw new Problem('invalid-parameters', `The table has no column “${page.sort.column}” to sort by.`)
    }
    const from = facts.isCopied ? parquet : file.path
    const search = `${keyText(keyOf(file, facts.isEstimate ? 'head' : 'whole', page.sheet))} ${page.find ?? ''}`
    const matches = page.find ? counted.get(search) : undefined
    const task: PreviewTask = {
      kind: 'rows',
      path: from,
      scratch,
      facts,
      page,
      ...(matches !== undefined && { matches }),
    }
    const rows = (await quick.run(ownerId, task)) as TableRows
    if (page.find) remember(counted, search, rows.total)
    return { ...rows, facts, offset: page.offset }
  }

  return {
    /** A page of a table, read in the turn of an owner. With `whole`, a large file is read completely first. */
    async table(
      ownerId: string,
      file: PreviewFile,
      page: TablePage,
      options: { whole?: boolean } = {},
    ): Promise<TablePart> {
      await ready
      const isWhole = file.isGzipped || mayHoldRecords(file.mediaType, file.name) || WORKBOOKS.includes(file.mediaType)
      const hasHead = !isSmall(file) && !isWhole
      const all = { extent: 'whole', sheet: page.sheet } as const
      const whole = hasHead ? await kept.find(keyOf(file, 'whole')) : await sidecar(ownerId, file, all)
      if (whole) return read(ownerId, file, whole, page)
      const needsAll = options.whole || page.sort !== undefined || Boolean(page.find) || page.offset > 0
      if (needsAll) return read(ownerId, file, await sidecar(ownerId, file, all), page)
      const head = await sidecar(ownerId, file, { extent: 'head' })
      sidecar(ownerId, file, all).catch((error) =>
        log.debug({ err: error }, 'a large table could not be read completely'),
      )
      return read(ownerId, file, head, page)
    },

    text: textPreview,

    /** Ends the child processes. */
    close(): void {
      quick.close()
      slow.close()
    },

    /** The live children for quick tasks, for tests that kill them. */
    childPids: quick.pids,
  }
}

function keyOf(file: PreviewFile, extent: SidecarKey['extent'], sheet?: string): SidecarKey {
  const [, ending = ''] = /\.(\w{1,10}(?:\.gz)?)$/.exec(file.name.toLowerCase()) ?? []
  return { sha256: file.sha256, ending, extent, sheet }
}
