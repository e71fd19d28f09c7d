import { createFileRoute, type SearchSchemaInput, stripSearchParams, useNavigate } from '@tanstack/react-router'
import { MiniPreview } from '#features/previews/mini-preview.tsx'
import { WorkDataListScreen } from '#features/work-data/list/work-data-list-screen.tsx'
import {
  WORK_DATA_LIST_DEFAULTS,
  WorkDataListSearch,
  workDataQueryOf,
} from '#features/work-data/list/work-data-list-search.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'

export const Route = createFileRoute('/_app/workdata/explorer/')({
  validateSearch: (search: Partial<WorkDataListSearch> & SearchSchemaInput) => WorkDataListSearch.parse(search),
  search: { middlewares: [stripSearchParams(WORK_DATA_LIST_DEFAULTS)] },
  loaderDeps: ({ search }) => ({ query: workDataQueryOf(search) }),
  loader: ({ context, deps }) => context.queryClient.prefetchQuery(workDataQueries.list(deps.query)),
  component: WorkDataListPage,
})

function WorkDataListPage() {
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <WorkDataListScreen
      search={search}
      Picture={MiniPreview}
      onSearch={(next) =>
        void navigate({ search: next, replace: next.PageOffset === search.PageOffset && next.tab === search.tab })
      }
    />
  )
}
