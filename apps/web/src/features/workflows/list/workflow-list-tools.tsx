import { useQueryClient } from '@tanstack/react-query'
import type { ReadRows } from '#components/ui/export-csv.ts'
import { ListTools } from '#components/ui/list-tools.tsx'
import { ViewSwitch } from '#components/ui/view-switch.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { withoutDefaults } from '#lib/deferred-search.ts'
import { refined } from '#lib/list-search.ts'
import { workflowQueries } from '../workflows.queries.ts'
import { workflowColumns } from './workflow-list-layout.tsx'
import { SORT_LABELS, WORKFLOW_LIST_DEFAULTS, type WorkflowListProps, workflowQueryOf } from './workflow-list-search.ts'

const COLUMNS = workflowColumns(() => {})

/** Columns, saved views and export of the list of workflows. */
export function WorkflowListTools({ search, onSearch }: WorkflowListProps) {
  const queryClient = useQueryClient()
  const read: ReadRows<WorkDataDocument> = async (PageOffset, PageSize) => {
    const query = { ...workflowQueryOf({ ...search, PageOffset, PageSize }), IncludeRemainingTags: false }
    const page = await queryClient.fetchQuery({ ...workflowQueries.list(query), gcTime: 0 })
    return { rows: page.items, total: page.TotalEntities }
  }
  return (
    <ListTools
      list="workflows"
      columns={COLUMNS}
      chosen={search.columns}
      onChoose={(columns) => onSearch({ ...search, columns })}
      search={withoutDefaults({ ...search, PageOffset: 0 }, WORKFLOW_LIST_DEFAULTS)}
      read={read}
      isTable={search.view === 'table'}
      sort={{ labels: SORT_LABELS, search, onSort: (change) => onSearch(refined(search, change)) }}
    >
      <ViewSwitch view={search.view} views={['table', 'cards']} onChange={(view) => onSearch({ ...search, view })} />
    </ListTools>
  )
}
