import { useQueryClient } from '@tanstack/react-query'
import type { ReadRows } from '#components/ui/export-csv.ts'
import { ListTools } from '#components/ui/list-tools.tsx'
import { ViewSwitch } from '#components/ui/view-switch.tsx'
import { isAdminMode } from '#lib/admin-mode.ts'
import { withoutDefaults } from '#lib/deferred-search.ts'
import { refined } from '#lib/list-search.ts'
import { type WorkDataDocument, workDataQueries } from '../work-data.queries.ts'
import { workDataColumns } from './work-data-list-layout.tsx'
import {
  SORT_LABELS,
  WORK_DATA_LIST_DEFAULTS,
  type WorkDataListSearch,
  workDataQueryOf,
} from './work-data-list-search.ts'

const COLUMNS = workDataColumns(() => {})

interface WorkDataListToolsProps {
  search: WorkDataListSearch
  onSearch: (search: WorkDataListSearch) => void
}

export function WorkDataListTools({ search, onSearch }: WorkDataListToolsProps) {
  const queryClient = useQueryClient()
  const read: ReadRows<WorkDataDocument> = async (PageOffset, PageSize) => {
    const parameters = {
      ...workDataQueryOf({ ...search, PageOffset, PageSize }),
      IncludeRemainingTags: false,
      IncludeKindCounts: false,
    }
    const page = await queryClient.fetchQuery({
      ...workDataQueries.list(parameters, { allUsers: isAdminMode() }),
      gcTime: 0,
    })
    return { rows: page.items, total: page.TotalEntities }
  }
  return (
    <ListTools
      list="work-data"
      columns={COLUMNS}
      isTable={search.view === 'table'}
      chosen={search.columns}
      onChoose={(columns) => onSearch({ ...search, columns })}
      search={withoutDefaults({ ...search, PageOffset: 0 }, WORK_DATA_LIST_DEFAULTS)}
      read={read}
      sort={{ labels: SORT_LABELS, search, onSort: (change) => onSearch(refined(search, change)) }}
    >
      <ViewSwitch view={search.view} views={['table', 'grid']} onChange={(view) => onSearch({ ...search, view })} />
    </ListTools>
  )
}
