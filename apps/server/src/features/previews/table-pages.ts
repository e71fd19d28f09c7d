import type { ReadingProperties } from '@millrace/contracts/file-readings'
import type { Logger } from 'pino'
import { Problem } from '#problem.ts'
import { isTableOrTabular } from './looks-tabular.ts'
import { keyOf, type PreparedTables } from './prepared-tables.ts'
import type { PreviewFile } from './preview-file.ts'
import type { PreviewLanes } from './preview-lanes.ts'
import { needsAllRows, type RowsTask, type TableFacts, type TablePage, type TableRows } from './preview-task.ts'
import { hasColumn, requireFilter } from './row-filter.ts'
import { remember } from './sidecar-builder.ts'
import { keyText, type Sidecar, type sidecars } from './sidecars.ts'
import type { wholeReadings } from './whole-readings.ts'
import { neededBlocks } from './wide-tables.ts'

interface PageOptions {
  tables: PreparedTables
  cache: ReturnType<typeof sidecars>
  readings: ReturnType<typeof wholeReadings>
  quick: PreviewLanes['quick']
  scratch: string
  /** Resolves when the cache is ready to use. */
  ready: Promise<void>
  log: Logger
  /** Tables larger than this are read completely only on request. */
  unaskedBytes: number
}

interface ReadPage {
  first: Sidecar
  page: TablePage
  until: AbortSignal | undefined
}

export type TablePart = TableRows & { facts: TableFacts; offset: number }

/**
 * Reads pages of tables. Until a large CSV file or XLSX workbook has been read completely, its first rows are shown.
 */
export function tablePages({ tables, cache, readings, quick, scratch, ready, log, unaskedBytes }: PageOptions) {
  /** Caches the number of rows that match a search, so that matches are counted once for all pages. */
  const counted = new Map<string, number>()

  async function read(account: string, file: PreviewFile, { first, page, until }: ReadPage): Promise<TablePart> {
    const extent = first.facts.isEstimate ? 'head' : 'whole'
    const { block, others } = await tables.blocks(account, file, { first, extent, page, until })
    const joined = [block, ...others] as const
    if (page.sort && !hasColumn(joined, page.sort.column)) {
      throw new Problem('invalid-parameters', `The table has no column “${page.sort.column}” to sort by.`)
    }
    requireFilter(joined, page)
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
    /** Reads a page of a table. If `whole` is true, a large file is first read completely. */
    async table(
      account: string,
      file: PreviewFile,
      page: TablePage,
      { whole, until }: { whole?: boolean; until?: AbortSignal } = {},
    ): Promise<TablePart> {
      await ready
      return cache.withoutEvicting([file], async () => {
        const all = { extent: 'whole', sheet: page.sheet } as const
        const waits = whole || needsAllRows(page) || !tables.hasHead(file)
        const first = waits
          ? await tables.requested(account, file, { ...all, until })
          : await cache.find(keyOf(file, all))
        if (first) return read(account, file, { first, page, until })
        const head = await tables.prepared(account, file, { extent: 'head', sheet: page.sheet })
        if (isTableOrTabular(file, head.facts) && file.sizeInBytes <= unaskedBytes) {
          tables
            .prepared(account, file, all)
            .catch((error) => log.debug({ err: error }, 'a large table could not be read completely'))
        }
        return read(account, file, { first: head, page, until })
      })
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
        columnOffset > 0 ? neededBlocks((await tables.prepared(account, file, all)).facts, { columnOffset }).shown : 0
      const part = block > 0 ? { ...all, firstColumn: block } : all
      return readings.reported(keyText(keyOf(file, part)), tables.prepared(account, file, part), {
        isSmall: tables.isSmall(file),
      })
    },
  }
}
