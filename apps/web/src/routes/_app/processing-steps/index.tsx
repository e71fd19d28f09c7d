import { createFileRoute, type SearchSchemaInput, stripSearchParams, useNavigate } from '@tanstack/react-router'
import { StepListScreen } from '#features/processing-steps/list/step-list-screen.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { STEP_LIST_DEFAULTS, StepListSearch, stepFilterOf } from '#features/processing-steps/step-search.ts'

export const Route = createFileRoute('/_app/processing-steps/')({
  validateSearch: (search: Partial<StepListSearch> & SearchSchemaInput) => StepListSearch.parse(search),
  search: { middlewares: [stripSearchParams(STEP_LIST_DEFAULTS)] },
  loaderDeps: ({ search }) => ({
    filter: stepFilterOf(search),
    sortBy: { PropertyName: search.SortBy, SortType: search.SortType },
  }),
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(processingStepQueries.list(deps.filter, deps.sortBy)),
  component: StepListPage,
})

function StepListPage() {
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <StepListScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: next.tag === search.tag })}
    />
  )
}
