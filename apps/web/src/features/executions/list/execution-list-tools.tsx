import { useQueryClient } from '@tanstack/react-query'
import type { ReadRows } from '#components/ui/export-csv.ts'
import { ListTools } from '#components/ui/list-tools.tsx'
import { type JobDocument, jobQueries } from '#features/jobs/jobs.queries.ts'
import { withoutDefaults } from '#lib/deferred-search.ts'
import { refined } from '#lib/list-search.ts'
import { executionColumns } from './execution-list-layout.tsx'
import { EXECUTION_LIST_DEFAULTS, type ExecutionListProps, executionQueryOf } from './execution-list-search.ts'
import * as texts from './texts.ts'

const COLUMNS = executionColumns(() => {})
const SORT_LABELS = { CreatedAt: texts.created, CompletedAt: texts.finished, Name: texts.name }

/** Columns, saved views and export of the list of executions. */
export function ExecutionListTools({ stepHref, search, onSearch }: ExecutionListProps) {
  const queryClient = useQueryClient()
  const read: ReadRows<JobDocument> = async (PageOffset, PageSize) => {
    if (stepHref === undefined) return { rows: [], total: 0 }
    const query = { ...executionQueryOf({ ...search, PageOffset, PageSize }, stepHref), IncludeRemainingTags: false }
    const page = await queryClient.fetchQuery({ ...jobQueries.list(query), gcTime: 0 })
    return { rows: page.jobs, total: page.TotalEntities }
  }
  return (
    <ListTools
      list="executions"
      columns={COLUMNS}
      chosen={search.columns}
      onChoose={(columns) => onSearch({ ...search, columns })}
      search={withoutDefaults({ ...search, PageOffset: 0 }, EXECUTION_LIST_DEFAULTS)}
      read={read}
      sort={{ labels: SORT_LABELS, search, onSort: (change) => onSearch(refined(search, change)) }}
    />
  )
}
