import { createFileRoute } from '@tanstack/react-router'
import { MiniPreview } from '#features/previews/mini-preview.tsx'
import { WorkDataListScreen } from '#features/work-data/list/work-data-list-screen.tsx'
import {
  WORK_DATA_LIST_DEFAULTS,
  WorkDataListSearch,
  workDataQueryOf,
} from '#features/work-data/list/work-data-list-search.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { isAdminMode } from '#lib/admin-mode.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { firstRowsOf } from '#lib/first-data.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/workdata/explorer/')({
  validateSearch: deferredSearch<WorkDataListSearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: ({ context, deps, cause }) => {
    const query = workDataQueries.list(workDataQueryOf(WorkDataListSearch.parse(deps)), { allUsers: isAdminMode() })
    return firstRowsOf(context.queryClient, query, cause)
  },
  component: WorkDataListPage,
})

function WorkDataListPage() {
  const [search, onSearch] = usePageSearch({
    reader: WorkDataListSearch,
    defaults: WORK_DATA_LIST_DEFAULTS,
    entries: ['PageOffset', 'tab'],
  })
  return <WorkDataListScreen search={search} Picture={MiniPreview} onSearch={onSearch} />
}
