import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { WorkflowListScreen } from '#features/workflows/list/workflow-list-screen.tsx'
import {
  WORKFLOW_LIST_DEFAULTS,
  WorkflowListSearch,
  workflowQueryOf,
} from '#features/workflows/list/workflow-list-search.ts'
import { workflowQueries } from '#features/workflows/workflows.queries.ts'
import { changedSearch, lateSearch } from '#lib/late-search.ts'

export const Route = createFileRoute('/_app/workflows/explorer')({
  validateSearch: lateSearch<WorkflowListSearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(workflowQueries.list(workflowQueryOf(WorkflowListSearch.parse(deps)))),
  component: WorkflowListPage,
})

function WorkflowListPage() {
  const search = WorkflowListSearch.parse(Route.useSearch())
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <WorkflowListScreen
      search={search}
      onSearch={(next) =>
        void navigate({
          search: changedSearch(search, next, WORKFLOW_LIST_DEFAULTS),
          replace: next.PageOffset === search.PageOffset,
        })
      }
    />
  )
}
