import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ALL_ROWS, previewQueries, type TablePreview } from '../previews.queries.ts'
import { tableColumns } from './table-columns.ts'
import { useSettled } from './use-table-rows.ts'

const SETTLE_MS = 60

/** The columns of a table, with what is known of those in these blocks. Blocks passed over quickly are not read. */
export function useTableColumns(table: TablePreview, inSight: readonly number[]) {
  const settled = useSettled(inSight.join(' '), SETTLE_MS)
  const heads = useQueries({
    queries: settled
      .split(' ')
      .map(Number)
      .filter((block) => block > 0)
      .map((column) => previewQueries.rows(table, ALL_ROWS, { row: 0, column })),
    combine: propertiesOf,
  })
  return useMemo(() => tableColumns(table.properties, heads), [table, heads])
}

function propertiesOf(results: UseQueryResult<TablePreview>[]) {
  return results.flatMap(({ data }) => (data ? [data.properties] : []))
}
