import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { MiniPreview } from '#features/previews/mini-preview.tsx'
import { WorkDataListScreen } from '#features/work-data/list/work-data-list-screen.tsx'
import {
  WORK_DATA_LIST_DEFAULTS,
  WorkDataListSearch,
  workDataQueryOf,
} from '#features/work-data/list/work-data-list-search.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { isAdminMode } from '#lib/admin-mode.ts'
import { changedSearch, lateSearch } from '#lib/late-search.ts'

export const Route = createFileRoute('/_app/workdata/explorer/')({
  validateSearch: lateSearch<WorkDataListSearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(
      workDataQueries.list(workDataQueryOf(WorkDataListSearch.parse(deps)), { allUsers: isAdminMode() }),
    ),
  component: WorkDataListPage,
})

function WorkDataListPage() {
  const search = WorkDataListSearch.parse(Route.useSearch())
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <WorkDataListScreen
      search={search}
      Picture={MiniPreview}
      onSearch={(next) =>
        void navigate({
          search: changedSearch(search, next, WORK_DATA_LIST_DEFAULTS),
          replace: next.PageOffset === search.PageOffset && next.tab === search.tab,
        })
      }
    />
  )
}
