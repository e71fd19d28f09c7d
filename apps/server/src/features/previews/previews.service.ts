import path from 'node:path'
import type { ReadingProperties } from '@millrace/contracts/file-readings'
import type { NodePreviewProperties } from '@millrace/contracts/hierarchies'
import { LIMITS } from '@millrace/contracts/limits'
import { isBinaryTable, MEDIA, mayHoldRecords, STREAMED_WORKBOOKS, WORKBOOKS } from '@millrace/contracts/media-types'
import type { EntryPreviewProperties } from '@millrace/contracts/previews'
import { moduleBeside } from '@millrace/processes/module-beside'
import type { Logger } from 'pino'
import type { Lanes } from '#limiter/lanes.ts'
import { Problem } from '#problem.ts'
import { columnQueries } from './column-queries.ts'
import { cacheSpace, scratchSpace, textSpace } from './disk-space.ts'
import { entryPreview } from './entry-preview.ts'
import { jsonTrees } from './json-trees.ts'
import { isTableOrTabular } from './looks-tabular.ts'
import type { PreviewFile } from './preview-file.ts'
import { previewLane } from './preview-lane.ts'
import { COMPRESSION_RATIO, PREVIEW_LIMITS, slowTask, tooSlowToRead } from './preview-limits.ts'
import {
  type ArchiveFile,
  type ArchiveListing,
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
import { remember, sidecarBuilder } from './sidecar-builder.ts'
import { keyText, type Sidecar, type SidecarKey, sidecars } from './sidecars.ts'
import { type ComparedTables, type ComparisonRequest, tableComparisons, type WholeTable } from './table-comparisons.ts'
import { type TextPlace, textPart, textPreview } from './text-preview.ts'
import { wholeReadings } from './whole-readings.ts'
import { type NeededColumns, neededBlocks, requireSameRows } from './wide-tables.ts'

/** The dependencies of previews. Tests set lower limits. */
export interface PreviewOptions {
  /** The folder for Parquet copies of tables. Its contents may be deleted while the server is not running. */
  cacheDir: string
  now: () => Date
  log: Logger
  lanes: Pick<Lanes, 'previews' | 'decoders' | 'wholeTables' | 'jsonFiles' | 'queryPreviews'>
  cacheBytes?: number
  /** The program of the child process, if it is not next to this file. */
  childEntry?: string
  limits?: Partial<
    Record<
      | 'quickMs'
      | 'queryMs'
      | 'wholeMs'
      | 'busyBytes'
      | 'abandonedMs'
      | 'valuedRows'
      | 'readingReplyMs'
      | 'wholeAtOnceBytes'
      | 'headBytes'
      | 'jsonHeadBytes'
      | 'childBytes',
      number
    >
  >
}

/** Which part of a table is read. */
type Reading = Pick<SidecarKey, 'extent' | 'sheet' | 'firstColumn'>

/** Which part of a table a request reads, with a signal that is aborted when the request ends. */
type Requested = Reading & { until: AbortSignal | undefined }

interface ReadPage {
  first: Sidecar
  page: TablePage
  until: AbortSignal | undefined
}

export type PreviewService = ReturnType<typeof previewService>
export type TablePart = TableRows & { facts: TableFacts; offset: number }

const CHILD = moduleBeside(import.meta.url, 'preview-child')
const PICTURE_TOO_SLOW = 'This image takes too long to show here. Download it to view it.'
const PICTURE_TOO_LARGE = 'Showing this image needs more memory than a preview may use. Download it to view it.'
const CONTENTS_TOO_SLOW = 'This file takes too long to read here. Download it to view it.'
const CONTENTS_TOO_LARGE = 'Reading this file needs more memory than a preview may use. Download it to view it.'
const QUERY_TOO_SLOW = 'The query takes too long for a preview. A job has more time to run it.'
/**
 * Reads stored files for display. Child processes parse tables, with a separate one for large files, so that a long
 * read never delays other users. Until a large CSV file or workbook is read, its first rows are shown.
 */
export function previewService({ cacheDir, now, log, lanes, cacheBytes, childEntry, limits }: PreviewOptions) {
  const budget = { ...PREVIEW_LIMITS, ...limits }
  const entry = childEntry ?? CHILD
  const options = { entry, memoryBytes: budget.childBytes, log }
  const quick = previewLane(lanes.previews, {
    ...options,
    limitMs: budget.quickMs,
    busyLimitMs: budget.quickBusyMs,
    busyBytes: budget.busyBytes,
    busyTasks: ['rows', 'column', 'chart'],
  })
  const slow = previewLane(lanes.wholeTables, {
    ...options,
    limitMs: budget.wholeMs,
    busyLimitMs: budget.wholeBusyMs,
    busyBytes: budget.busyBytes,
    tooSlow: (task, limitMs) => (task.kind === 'build' ? tooSlowToRead(limitMs) : slowTask(task, limitMs)),
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
  const json = previewLane(lanes.jsonFiles, {
    ...options,
    limitMs: budget.wholeMs,
    busyLimitMs: budget.wholeBusyMs,
    busyBytes: budget.busyBytes,
    tooSlow: () => CONTENTS_TOO_SLOW,
    tooLarge: CONTENTS_TOO_LARGE,
  })
  const cache = sidecars({ folder: cacheDir, maxBytes: async () => cacheBytes ?? cacheSpace(cacheDir), now })
  const ready = cache.sweep()
  const sidecar = sidecarBuilder({ cache, now })
  /** Caches the number of rows that match a search, so that matches are counted once for all pages. */
  const counted = new Map<string, number>()
  const scratch = path.join(cacheDir, 'making-pages')

  const { abandonedMs, readingReplyMs: replyMs } = budget
  const readings = wholeReadings({ now, log, abandonedMs, replyMs })
  const comparisons = tableComparisons({ sidecar, quick, slow, scratch })

  /** Prepares a table, or its start, for paging. */
  function prepared(account: string, file: PreviewFile, reading: Reading): Promise<Sidecar> {
    const { extent, sheet, firstColumn } = reading
    const lane = extent === 'head' || isSmall(file) ? quick : slow
    const head = extent === 'head' ? { headBytes: budget.headBytes } : {}
    const { path, name } = file
    const block = { ...(firstColumn !== undefined && { firstColumn }), ...(sheet !== undefined && { sheet }) }
    const { valuedRows } = budget
    const key = keyOf(file, reading)
    return sidecar(key, (paths) => {
      const task = { kind: 'build', path, name, valuedRows, ...head, ...block, ...paths } as const
      if (lane === quick) return quick.run(account, task)
      return readings.read(keyText(key), async (onTurn) => {
        const scratchBytes = await scratchSpace(cacheDir, file.sizeInBytes)
        return slow.run(account, { ...task, scratchBytes }, onTurn)
      })
    })
  }

  /** Prepares a table for a request, and keeps the reading alive until the request ends. */
  function requested(account: string, file: PreviewFile, { until, ...reading }: Requested): Promise<Sidecar> {
    return readings.awaited(keyText(keyOf(file, reading)), prepared(account, file, reading), until)
  }

  /** Finds the block with the columns to read, and the blocks needed to sort and filter the rows. */
  async function blocks(
    account: string,
    file: PreviewFile,
    {
      first,
      page,
      ...reading
    }: Pick<Requested, 'extent' | 'until'> & { first: Sidecar; page: NeededColumns & RowFilter },
  ): Promise<ReadBlocks> {
    const { shown, others } = neededBlocks(first.facts, page)
    const ready = async (firstColumn: number) => {
      const { facts, parquet } =
        firstColumn === 0 ? first : await requested(account, file, { ...reading, sheet: page.sheet, firstColumn })
      return { facts, path: facts.isCopied ? parquet : file.path }
    }
    const needed = { block: await ready(shown), others: await Promise.all(others.map(ready)) }
    requireSameRows([needed.block, ...needed.others])
    return needed
  }

  function isSmall(file: PreviewFile): boolean {
    const isCompressed = file.isGzipped || [...WORKBOOKS, MEDIA.arrow].includes(file.mediaType)
    const decompressed = file.sizeInBytes * (isCompressed ? COMPRESSION_RATIO : 1)
    return (file.mediaType === MEDIA.parquet && !file.isGzipped) || decompressed <= budget.wholeAtOnceBytes
  }

  /** Returns whether the start of the file can be read without the rest. */
  function hasHead(file: PreviewFile): boolean {
    const isWhole = mayHoldRecords(file.mediaType, file.name) || isBinaryTable(file.mediaType)
    return !isSmall(file) && !file.isGzipped && (!isWhole || STREAMED_WORKBOOKS.includes(file.mediaType))
  }

  /** Reads at least the first rows of a table. */
  async function firstRows(
    account: string,
    file: PreviewFile,
    until: AbortSignal | undefined,
  ): Promise<ReadyTable & { name: string }> {
    const whole = hasHead(file) ? await cache.find(keyOf(file, { extent: 'whole' })) : undefined
    const extent = hasHead(file) ? 'head' : 'whole'
    const { facts, parquet } = whole ?? (await requested(account, file, { extent, until }))
    return { facts, path: facts.isCopied ? parquet : file.path, name: file.name }
  }

  async function whole(account: string, file: PreviewFile, until: AbortSignal | undefined): Promise<WholeTable> {
    const { facts, parquet } = await requested(account, file, { extent: 'whole', until })
    return { facts, path: facts.isCopied ? parquet : file.path, key: keyText(keyOf(file, { extent: 'whole' })) }
  }

  async function read(account: string, file: PreviewFile, { first, page, until }: ReadPage): Promise<TablePart> {
    const extent = first.facts.isEstimate ? 'head' : 'whole'
    const { block, others } = await blocks(account, file, { first, extent, page, until })
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

  /** Reads a table to its end, and returns the blocks that a page needs. */
  async function wholeBlocks(
    account: string,
    file: PreviewFile,
    { page, until }: { page: NeededColumns & RowFilter; until: AbortSignal | undefined },
  ): Promise<ReadBlocks> {
    await ready
    const first = await requested(account, file, { extent: 'whole', sheet: page.sheet, until })
    return blocks(account, file, { first, extent: 'whole', page, until })
  }

  return {
    /** Reads a page of a table. With `whole`, a large file is first read to its end. */
    async table(
      account: string,
      file: PreviewFile,
      page: TablePage,
      { whole, until }: { whole?: boolean; until?: AbortSignal } = {},
    ): Promise<TablePart> {
      await ready
      const all = { extent: 'whole', sheet: page.sheet } as const
      const waits = whole || needsAllRows(page) || !hasHead(file)
      const first = waits ? await requested(account, file, { ...all, until }) : await cache.find(keyOf(file, all))
      if (first) return read(account, file, { first, page, until })
      const head = await prepared(account, file, { extent: 'head', sheet: page.sheet })
      if (isTableOrTabular(file, head.facts) && file.sizeInBytes <= budget.wholeUnaskedBytes) {
        prepared(account, file, all).catch((error) =>
          log.debug({ err: error }, 'a large table could not be read completely'),
        )
      }
      return read(account, file, { first: head, page, until })
    },

    /** Reports how much of a large table or column block has been read, and starts reading it if necessary. */
    async reading(
      account: string,
      file: PreviewFile,
      { sheet, columnOffset = 0 }: { sheet?: string | undefined; columnOffset?: number } = {},
    ): Promise<ReadingProperties> {
      await ready
      const all = { extent: 'whole', sheet } as const
      // The number of columns is known once the first block has been read.
      const block =
        columnOffset > 0 ? neededBlocks((await prepared(account, file, all)).facts, { columnOffset }).shown : 0
      const part = block > 0 ? { ...all, firstColumn: block } : all
      return readings.reported(keyText(keyOf(file, part)), prepared(account, file, part), { isSmall: isSmall(file) })
    },

    ...columnQueries({ quick, scratch, blocks: wholeBlocks }),

    text: textPreview,

    /** Reads part of a text. Parts of gzip files are queued fairly among owners. */
    textPart: (account: string, file: PreviewFile, place: TextPlace) =>
      textPart(file, place, async (offset) => {
        const { path, name } = file
        const task = { kind: 'text-part', path, name, offset, most: LIMITS.previewTextBytes } as const
        const { part, size } = await quick.run(account, task)
        return { bytes: Buffer.from(part, 'base64'), size }
      }),

    json: jsonTrees({
      sidecar,
      cache,
      quick,
      slow: json,
      readings,
      headBytes: budget.jsonHeadBytes,
      textBytes: () => textSpace(cacheDir, cacheBytes),
      ready,
    }),

    archive: (account: string, file: PreviewFile): Promise<ArchiveListing> =>
      quick.run(account, { kind: 'archive', ...archiveFile(file) }),

    entry: async (account: string, file: PreviewFile, index: number): Promise<EntryPreviewProperties> =>
      entryPreview(await quick.run(account, { kind: 'entry', ...archiveFile(file), index })),

    /** Reads the facts about one page of an image from the image's header. */
    picture: (account: string, { path, name }: PreviewFile, page: number): Promise<PictureFacts> =>
      pictures.run(account, { kind: 'picture', path, name, page }),

    /** Converts a page of an image to WebP. */
    async drawing(
      account: string,
      { path, name }: PreviewFile,
      { page, sideMost }: { page: number; sideMost: number },
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { webp } = await pictures.run(account, { kind: 'drawing', path, name, page, sideMost })
      return Uint8Array.from(Buffer.from(webp, 'base64'))
    },

    hierarchy: (account: string, { path, name }: PreviewFile): Promise<HierarchyListing> =>
      contents.run(account, { kind: 'hierarchy', path, name }),

    node: (account: string, { path, name }: PreviewFile, node: string): Promise<NodePreviewProperties> =>
      contents.run(account, { kind: 'node', path, name, node }),

    /** Reads two whole tables and compares them. */
    async compare(
      account: string,
      files: { before: PreviewFile; after: PreviewFile },
      { matching, page, until }: Pick<ComparisonRequest, 'matching' | 'page'> & { until?: AbortSignal },
    ): Promise<ComparedTables> {
      await ready
      const [before, after] = await Promise.all([
        whole(account, files.before, until),
        whole(account, files.after, until),
      ])
      return comparisons(account, { before, after, page, ...(matching && { matching }) })
    },

    /** Returns the first rows of a query over the first rows of tables. */
    async query(account: string, files: readonly PreviewFile[], sql: string, until?: AbortSignal): Promise<QueryRows> {
      await ready
      const tables = await Promise.all(files.map((file) => firstRows(account, file, until)))
      return cache.withScratch((folder) => trial.run(account, { kind: 'query', sql, tables, scratch: folder }))
    },

    close(): void {
      trial.close()
      quick.close()
      pictures.close()
      contents.close()
      json.close()
      slow.close()
    },

    /** The ids of the live child processes for quick tasks and for whole files, for tests that kill them. */
    childPids: quick.pids,
    wholePids: () => [...slow.pids(), ...json.pids()],
  }
}

function archiveFile({ path, name, mediaType, sizeInBytes }: PreviewFile): ArchiveFile {
  return { path, name, mediaType, sizeInBytes }
}

function keyOf(file: PreviewFile, reading: Reading): SidecarKey {
  const [, ending = ''] = /\.(\w{1,10}(?:\.gz)?)$/.exec(file.name.toLowerCase()) ?? []
  return { sha256: file.sha256, ending, ...reading }
}
