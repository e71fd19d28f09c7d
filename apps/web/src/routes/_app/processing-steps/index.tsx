import { createFileRoute } from '@tanstack/react-router'
import { StepListScreen } from '#features/processing-steps/list/step-list-screen.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { STEP_LIST_DEFAULTS, StepListSearch, stepFilterOf } from '#features/processing-steps/step-search.ts'
import { isAdminMode } from '#lib/admin-mode.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { firstRowsOf } from '#lib/first-data.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/processing-steps/')({
  validateSearch: deferredSearch<StepListSearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: ({ context, deps, cause }) => {
    const search = StepListSearch.parse(deps)
    const sortBy = { PropertyName: search.SortBy, SortType: search.SortType }
    const query = processingStepQueries.list(stepFilterOf(search), sortBy, { allUsers: isAdminMode() })
    return firstRowsOf(context.queryClient, query, cause)
  },
  component: StepListPage,
})

function StepListPage() {
  const [search, onSearch] = usePageSearch({ reader: StepListSearch, defaults: STEP_LIST_DEFAULTS, entries: ['tag'] })
  return <StepListScreen search={search} onSearch={onSearch} />
}
