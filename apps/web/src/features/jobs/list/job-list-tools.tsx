import { useQueryClient } from '@tanstack/react-query'
import type { ReadRows } from '#components/ui/export-csv.ts'
import { ListTools } from '#components/ui/list-tools.tsx'
import { isAdminMode } from '#lib/admin-mode.ts'
import { withoutDefaults } from '#lib/deferred-search.ts'
import { refined } from '#lib/list-search.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import { jobColumns } from './job-list-layout.tsx'
import { chosenColumns, JOB_LIST_DEFAULTS, type JobListSearch, jobQueryOf } from './job-list-search.ts'
import * as texts from './texts.ts'

const COLUMNS = jobColumns(() => {})
const SORT_LABELS = { CreatedAt: texts.created, CompletedAt: texts.finished, Name: texts.name }

interface JobListToolsProps {
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
}

/** Columns, order, saved views and export of the job list. */
export function JobListTools({ search, onSearch }: JobListToolsProps) {
  const queryClient = useQueryClient()
  const read: ReadRows<JobDocument> = async (PageOffset, PageSize) => {
    const { Filter, ...query } = jobQueryOf({ ...search, PageOffset, PageSize })
    // Grouped jobs are exported individually.
    const parameters = { ...query, Filter: { ...Filter, Ungrouped: undefined }, IncludeRemainingTags: false }
    const page = await queryClient.fetchQuery({
      ...jobQueries.list(parameters, { allUsers: isAdminMode() }),
      gcTime: 0,
    })
    return { rows: page.jobs, total: page.TotalEntities }
  }
  return (
    <ListTools
      list="jobs"
      columns={COLUMNS}
      chosen={chosenColumns(search)}
      onChoose={(columns) => onSearch({ ...search, columns })}
      search={withoutDefaults({ ...search, PageOffset: 0 }, JOB_LIST_DEFAULTS)}
      read={read}
      sort={{ labels: SORT_LABELS, search, onSort: (change) => onSearch(refined(search, change)) }}
    />
  )
}
