import { createFileRoute } from '@tanstack/react-router'
import { WorkflowListScreen } from '#features/workflows/list/workflow-list-screen.tsx'
import {
  WORKFLOW_LIST_DEFAULTS,
  WorkflowListSearch,
  workflowQueryOf,
} from '#features/workflows/list/workflow-list-search.ts'
import { workflowQueries } from '#features/workflows/workflows.queries.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { firstRowsOf } from '#lib/first-data.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/workflows/explorer')({
  validateSearch: deferredSearch<WorkflowListSearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: ({ context, deps, cause }) => {
    const query = workflowQueries.list(workflowQueryOf(WorkflowListSearch.parse(deps)))
    return firstRowsOf(context.queryClient, query, cause)
  },
  component: WorkflowListPage,
})

function WorkflowListPage() {
  const [search, onSearch] = usePageSearch({
    reader: WorkflowListSearch,
    defaults: WORKFLOW_LIST_DEFAULTS,
    entries: ['PageOffset'],
  })
  return <WorkflowListScreen search={search} onSearch={onSearch} />
}
