import { canBeTable } from '@millrace/contracts/media-types'
import type { TablePreviewProperties } from '@millrace/contracts/previews'
import { queryOptions } from '@tanstack/react-query'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { hrefOf, readDocument } from '#lib/siren.ts'

/**
 * The columns of a file, from its preview; null for a file that is not read as a table. A large file is waited for until
 * it is read completely, because steps take the types from all rows.
 */
export function columnsQuery(file: WorkDataDocument | undefined) {
  const href = file && canBeTable(file.properties) ? hrefOf(file, 'Preview') : undefined
  return queryOptions({
    queryKey: ['work-data', 'columns', href],
    queryFn: async ({ signal }) => {
      const first = await readDocument<Partial<TablePreviewProperties>>(href ?? '', signal)
      const whole = hrefOf(first, 'Whole')
      const { properties } = whole ? await readDocument<Partial<TablePreviewProperties>>(whole, signal) : first
      const { Columns, TotalColumns = 0 } = properties
      return Columns ? { columns: Columns, hasMore: TotalColumns > Columns.length } : null
    },
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
