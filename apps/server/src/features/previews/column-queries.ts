import type { ColumnPreviewProperties } from '@millrace/contracts/previews'
import type { ChartPreviewProperties } from '@millrace/contracts/table-charts'
import { invalid } from '#problem.ts'
import type { PreviewFile } from './preview-file.ts'
import type { ChartRequest, ColumnRequest, ReadBlocks, RowFilter } from './preview-task.ts'
import type { processLane } from './process-lane.ts'
import { requireChart } from './row-chart.ts'
import { hasColumn, requireFilter } from './row-filter.ts'
import type { sidecars } from './sidecars.ts'
import type { NeededColumns } from './wide-tables.ts'

interface ColumnQueryOptions {
  quick: ReturnType<typeof processLane>
  scratch: string
  cache: Pick<ReturnType<typeof sidecars>, 'withoutEvicting'>
  /** Reads a whole table, and finds the blocks that contain the needed columns. */
  blocks: (
    account: string,
    file: PreviewFile,
    needed: { page: NeededColumns & RowFilter; until: AbortSignal | undefined },
  ) => Promise<ReadBlocks>
}

/** Computes statistics and charts of columns in the rows that match a filter. A large file is first read completely. */
export function columnQueries({ quick, scratch, cache, blocks }: ColumnQueryOptions) {
  return {
    async column(
      account: string,
      file: PreviewFile,
      request: ColumnRequest,
      until?: AbortSignal,
    ): Promise<ColumnPreviewProperties> {
      const page = { shownColumn: request.column, ...request.filter }
      return cache.withoutEvicting([file], async () => {
        const { block, others } = await blocks(account, file, { page, until })
        if (!hasColumn([block], request.column))
          throw invalid([{ pointer: '/Column', message: `The table has no column “${request.column}”.` }])
        requireFilter([block, ...others], request.filter)
        return quick.run(account, { kind: 'column', block, others, scratch, ...request })
      })
    },

    async chart(
      account: string,
      file: PreviewFile,
      request: ChartRequest,
      until?: AbortSignal,
    ): Promise<ChartPreviewProperties> {
      const { x, y, color, sort, filter } = request
      const columns = [x, y, color || undefined].filter((name) => name !== undefined)
      const page = { ...filter, columns, ...(columns[0] && { shownColumn: columns[0] }), ...(sort && { sort }) }
      return cache.withoutEvicting([file], async () => {
        const { block, others } = await blocks(account, file, { page, until })
        requireChart([block, ...others], request)
        requireFilter([block, ...others], filter)
        return quick.run(account, { kind: 'chart', block, others, scratch, ...request })
      })
    },
  }
}
