import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useDebounced } from '#lib/use-debounced.ts'
import { ALL_ROWS, previewQueries, type TablePreview } from '../previews.queries.ts'
import { tableColumns } from './table-columns.ts'

const SETTLE_MS = 60

/**
 * Returns the columns of a table. Details are loaded for columns that have been in view, unless they were scrolled past
 * quickly.
 */
export function useTableColumns(table: TablePreview, inSight: readonly number[]) {
  const [seen, setSeen] = useState<readonly number[]>([])
  const settled = useDebounced(inSight.join(' '), SETTLE_MS).split(' ').map(Number)
  const fresh = settled.filter((block) => block > 0 && !seen.includes(block))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  const heads = useQueries({
    queries: seen.map((column) => previewQueries.rows(table, ALL_ROWS, { row: 0, column })),
    combine: propertiesOf,
  })
  return useMemo(() => tableColumns(table.properties, heads), [table, heads])
}

function propertiesOf(results: UseQueryResult<TablePreview>[]) {
  return results.flatMap(({ data }) => (data ? [data.properties] : []))
}
