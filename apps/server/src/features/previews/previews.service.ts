import path from 'node:path'
import { isBinaryTable, MEDIA, mayHoldRecords, STREAMED_WORKBOOKS, WORKBOOKS } from '@millrace/contracts/media-types'
import type {
  ColumnPreviewProperties,
  EntryPreviewProperties,
  NodePreviewProperties,
} from '@millrace/contracts/previews'
import { moduleBeside } from '@millrace/processes/module-beside'
import type { Logger } from 'pino'
import type { Lanes } from '#limiter/lanes.ts'
import { invalid, Problem } from '#problem.ts'
import { entryPreview } from './entry-preview.ts'
import { isTableOrTabular } from './looks-tabular.ts'
import { madeOnce, remember } from './made-once.ts'
import type { PreviewFile } from './preview-file.ts'
import { previewLane } from './preview-lane.ts'
import { PREVIEW_LIMITS, slowTask, tooSlowToRead } from './preview-limits.ts'
import {
  type ArchiveFile,
  type ArchiveListing,
  type ColumnRequest,
  type HierarchyListing,
  needsAllRows,
  type PictureFacts,
  type QueryRows,
  type ReadBlocks,
  type ReadyTable,
  type RowFilter,
  type RowsTask,
  type TableFacts,
  type TablePage,
  type TableRows,
} from './preview-task.ts'
import { hasColumn, requireFilter } from './row-filter.ts'
import { keyText, type Sidecar, type SidecarKey, sidecars } from './sidecars.ts'
import { type ComparedTables, type ComparisonRequest, tableComparisons, type WholeTable } from './table-comparisons.ts'
import { textPreview } from './text-preview.ts'
import { type NeededColumns, neededBlocks, requireSameRows } from './wide-tables.ts'

export interface PreviewOptions {
  /** The folder for Parquet copies of tables. It may be emptied while the server is not running. */
  cacheDir: string
  now: () => Date
  log: Logger
  lanes: Pick<Lanes, 'previews' | 'decoders' | 'wholeTables' | 'queryPreviews'>
  cacheBytes?: number
  /** The program of the child process, if it is not next to this file. */
  childEntry?: string
  limits?: Partial<Record<'quickMs' | 'queryMs' | 'wholeMs' | 'wholeAtOnceBytes' | 'headBytes' | 'childBytes', number>>
}

/** How much of a table is read. */
type Reading = Pick<SidecarKey, 'extent' | 'sheet' | 'firstColumn'>

export type PreviewService = ReturnType<typeof previewService>
export type TablePart = TableRows & { facts: TableFacts; offset: number }

/** The program of the child process. */
const CHILD = moduleBeside(import.meta.url, 'preview-child')

/** The usual compression ratio of tables, in gzip files, workbooks and Arrow files. */
const COMPRESSION_RATIO = 8
const PICTURE_TOO_SLOW = 'This image takes too long to show here. Download it to view it.'
const PICTURE_TOO_LARGE = 'Showing this image needs more memory than a preview may use. Download it to view it.'
const CONTENTS_TOO_SLOW = 'This file takes too long to read here. Download it to view it.'
const CONTENTS_TOO_LARGE = 'Reading this file needs more memory than a preview may use. Download it to view it.'
const QUERY_TOO_SLOW = 'The query takes too long for a preview. A job has more time to run it.'
/**
 * Shows stored files. Tables are parsed in child processes: some for pages and small files, another for reading large
 * files completely, so that a long read never delays others. Until a large CSV file or workbook is read
 * completely, its first rows are shown.
 */
export function previewService({ cacheDir, now, log, lanes, cacheBytes, childEntry, limits }: PreviewOptions) {
  const budget = { ...PREVIEW_LIMITS, ...limits }
  const entry = childEntry ?? CHILD
  const options = { entry, memoryBytes: budget.childBytes, log }
  const quick = previewLane(lanes.previews, { ...options, limitMs: budget.quickMs })
  const slow = previewLane(lanes.wholeTables, {
    ...options,
    limitMs: budget.wholeMs,
    tooSlow: (task) => (task.kind === 'build' ? tooSlowToRead(budget.wholeMs) : slowTask(task, budget.wholeMs)),
  })
  const trial = previewLane(lanes.queryPreviews, { ...options, limitMs: budget.queryMs, tooSlow: () => QUERY_TOO_SLOW })
  const pictures = previewLane(lanes.decoders, {
    ...options,
    limitMs: budget.quickMs,
    tooSlow: () => PICTURE_TOO_SLOW,
    tooLarge: PICTURE_TOO_LARGE,
  })
  const contents = previewLane(lanes.decoders, {
    ...options,
    limitMs: budget.quickMs,
    tooSlow: () => CONTENTS_TOO_SLOW,
    tooLarge: CONTENTS_TOO_LARGE,
  })
  const kept = sidecars({ folder: cacheDir, maxBytes: cacheBytes ?? budget.cacheBytes, now })
  const ready = kept.sweep()
  const sidecar = madeOnce({ kept, now })
  /** The number of rows that match a search, so that they are counted once for all pages. */
  const counted = new Map<string, number>()
  const scratch = path.join(cacheDir, 'making-pages')

  const comparisons = tableComparisons({ sidecar, quick, slow, scratch })

  /** The table, or the start of it, prepared for paging. */
  function prepared(account: string, file: PreviewFile, reading: Reading): Promise<Sidecar> {
    const { extent, sheet, firstColumn } = reading
    const lane = extent === 'head' || isSmall(file) ? quick : slow
    const head = extent === 'head' ? { headBytes: budget.headBytes } : {}
    const { path, name } = file
    const block = { ...(firstColumn !== undefined && { firstColumn }), ...(sheet !== undefined && { sheet }) }
    const task = { kind: 'build', path, name, ...head, ...block } as const
    return sidecar(keyOf(file, reading), (paths) => lane.run(account, { ...task, ...paths }))
  }

  /** The block of a table with the columns to read, and those that its rows are sorted and filtered by. */
  async function blocks(
    account: string,
    file: PreviewFile,
    { first, extent, page }: { first: Sidecar; extent: SidecarKey['extent']; page: NeededColumns & RowFilter },
  ): Promise<ReadBlocks> {
    const { shown, others } = neededBlocks(first.facts, page)
    const ready = async (firstColumn: number) => {
      const { facts, parquet } =
        firstColumn === 0 ? first : await prepared(account, file, { extent, sheet: page.sheet, firstColumn })
      return { facts, path: facts.isCopied ? parquet : file.path }
    }
    const needed = { block: await ready(shown), others: await Promise.all(others.map(ready)) }
    requireSameRows([needed.block, ...needed.others])
    return needed
  }

  function isSmall(file: PreviewFile): boolean {
    const isCompressed = file.isGzipped || [...WORKBOOKS, MEDIA.arrow].includes(file.mediaType)
    const decompressed = file.sizeInBytes * (isCompressed ? COMPRESSION_RATIO : 1)
    return file.mediaType === MEDIA.parquet || decompressed <= budget.wholeAtOnceBytes
  }

  /** Whether the start of the file can be read without the rest. */
  function hasHead(file: PreviewFile): boolean {
    const isWhole = file.isGzipped || mayHoldRecords(file.mediaType, file.name) || isBinaryTable(file.mediaType)
    return !isSmall(file) && (!isWhole || STREAMED_WORKBOOKS.includes(file.mediaType))
  }

  /** At least the first rows of a table. */
  async function firstRows(account: string, file: PreviewFile): Promise<ReadyTable & { name: string }> {
    const whole = hasHead(file) ? await kept.find(keyOf(file, { extent: 'whole' })) : undefined
    const { facts, parquet } = whole ?? (await prepared(account, file, { extent: hasHead(file) ? 'head' : 'whole' }))
    return { facts, path: facts.isCopied ? parquet : file.path, name: file.name }
  }

  async function whole(account: string, file: PreviewFile): Promise<WholeTable> {
    const { facts, parquet } = await prepared(account, file, { extent: 'whole' })
    return { facts, path: facts.isCopied ? parquet : file.path, key: keyText(keyOf(file, { extent: 'whole' })) }
  }

  async function read(account: string, file: PreviewFile, first: Sidecar, page: TablePage): Promise<TablePart> {
    const extent = first.facts.isEstimate ? 'head' : 'whole'
    const { block, others } = await blocks(account, file, { first, extent, page })
    const tables = [block, ...others] as const
    if (page.sort && !hasColumn(tables, page.sort.column)) {
      throw new Problem('invalid-parameters', `The table has no column “${page.sort.column}” to sort by.`)
    }
    requireFilter(tables, page)
    const { where, ignoreCase, find } = page
    const isFiltered = where !== undefined || find !== undefined
    const table = keyText(keyOf(file, { extent, sheet: page.sheet }))
    const search = JSON.stringify([table, where, ignoreCase, find])
    const matches = isFiltered ? counted.get(search) : undefined
    const task: RowsTask = { kind: 'rows', block, others, scratch, page, ...(matches !== undefined && { matches }) }
    const rows = await quick.run(account, task)
    if (isFiltered) remember(counted, search, rows.total)
    return { ...rows, facts: block.facts, offset: page.offset }
  }

  return {
    /** A page of a table, read in the turn of an owner. With `whole`, a large file is read completely first. */
    async table(
      account: string,
      file: PreviewFile,
      page: TablePage,
      options: { whole?: boolean } = {},
    ): Promise<TablePart> {
      await ready
      const all = { extent: 'whole', sheet: page.sheet } as const
      const whole = hasHead(file) ? await kept.find(keyOf(file, all)) : await prepared(account, file, all)
      if (whole) return read(account, file, whole, page)
      if (options.whole || needsAllRows(page)) return read(account, file, await prepared(account, file, all), page)
      const head = await prepared(account, file, { extent: 'head', sheet: page.sheet })
      if (isTableOrTabular(file, head.facts)) {
        prepared(account, file, all).catch((error) =>
          log.debug({ err: error }, 'a large table could not be read completely'),
        )
      }
      return read(account, file, head, page)
    },

    /** The values of a column in the rows that meet a filter. A large file is read completely first. */
    async column(account: string, file: PreviewFile, request: ColumnRequest): Promise<ColumnPreviewProperties> {
      await ready
      const first = await prepared(account, file, { extent: 'whole', sheet: request.filter.sheet })
      const page = { shownColumn: request.column, ...request.filter }
      const { block, others } = await blocks(account, file, { first, extent: 'whole', page })
      if (!hasColumn([block], request.column))
        throw invalid([{ pointer: '/Column', message: `The table has no column “${request.column}”.` }])
      requireFilter([block, ...others], request.filter)
      return quick.run(account, { kind: 'column', block, others, scratch, ...request })
    },

    text: textPreview,

    /** The entries of an archive, listed in the turn of an owner. */
    archive: (account: string, file: PreviewFile): Promise<ArchiveListing> =>
      quick.run(account, { kind: 'archive', ...archiveFile(file) }),

    /** The start of one entry of an archive. */
    entry: async (account: string, file: PreviewFile, index: number): Promise<EntryPreviewProperties> =>
      entryPreview(await quick.run(account, { kind: 'entry', ...archiveFile(file), index })),

    /** What the header of an image says of one of its pages. */
    picture: (account: string, { path, name }: PreviewFile, page: number): Promise<PictureFacts> =>
      pictures.run(account, { kind: 'picture', path, name, page }),

    /** A page of an image as WebP, converted in the turn of an owner. */
    async drawing(
      account: string,
      { path, name }: PreviewFile,
      { page, sideMost }: { page: number; sideMost: number },
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { webp } = await pictures.run(account, { kind: 'drawing', path, name, page, sideMost })
      return Uint8Array.from(Buffer.from(webp, 'base64'))
    },

    /** The groups and data sets of an HDF5 file. */
    hierarchy: (account: string, { path, name }: PreviewFile): Promise<HierarchyListing> =>
      contents.run(account, { kind: 'hierarchy', path, name }),

    /** The attributes and first values of one of them. */
    node: (account: string, { path, name }: PreviewFile, node: string): Promise<NodePreviewProperties> =>
      contents.run(account, { kind: 'node', path, name, node }),

    /** Two tables, read completely and compared in the turn of an owner. */
    async compare(
      account: string,
      files: { before: PreviewFile; after: PreviewFile },
      { matching, page }: Pick<ComparisonRequest, 'matching' | 'page'>,
    ): Promise<ComparedTables> {
      await ready
      const [before, after] = await Promise.all([whole(account, files.before), whole(account, files.after)])
      return comparisons(account, { before, after, page, ...(matching && { matching }) })
    },

    /** The first rows of a query over the first rows of tables, in the turn of an owner. */
    async query(account: string, files: readonly PreviewFile[], sql: string): Promise<QueryRows> {
      await ready
      const tables = await Promise.all(files.map((file) => firstRows(account, file)))
      return kept.withScratch((folder) => trial.run(account, { kind: 'query', sql, tables, scratch: folder }))
    },

    /** Ends the child processes. */
    close(): void {
      trial.close()
      quick.close()
      pictures.close()
      contents.close()
      slow.close()
    },

    /** The live children for quick tasks, for tests that kill them. */
    childPids: quick.pids,
  }
}

function archiveFile({ path, name, mediaType, sizeInBytes }: PreviewFile): ArchiveFile {
  return { path, name, mediaType, sizeInBytes }
}

function keyOf(file: PreviewFile, reading: Reading): SidecarKey {
  const [, ending = ''] = /\.(\w{1,10}(?:\.gz)?)$/.exec(file.name.toLowerCase()) ?? []
  return { sha256: file.sha256, ending, ...reading }
}
