import { createFileRoute, notFound } from '@tanstack/react-router'
import { CodeLines } from '#features/previews/text/code-lines.tsx'
import { StepDetailScreen } from '#features/processing-steps/detail/step-detail-screen.tsx'
import { StepLoadError, StepNotFound } from '#features/processing-steps/detail/step-errors.tsx'
import { STEP_DETAIL_DEFAULTS, StepDetailSearch } from '#features/processing-steps/detail/step-tabs.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { decodeLink } from '#lib/link-code.ts'
import { switchToOwningContext } from '#lib/switch-context.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/processing-steps/$details')({
  validateSearch: deferredSearch<StepDetailSearch>(),
  beforeLoad: ({ params }) => {
    const stepHref = decodeLink(params.details)
    if (stepHref === undefined) throw notFound()
    return { stepHref }
  },
  loader: ({ context, cause }) =>
    context.queryClient
      .ensureQueryData(processingStepQueries.detail(context.stepHref))
      .catch(switchToOwningContext({ context, cause }, context.stepHref)),
  notFoundComponent: StepNotFound,
  errorComponent: StepLoadError,
  component: StepDetailPage,
})

function StepDetailPage() {
  const { stepHref } = Route.useRouteContext()
  const [search, onSearch] = usePageSearch({ reader: StepDetailSearch, defaults: STEP_DETAIL_DEFAULTS, entries: [] })
  return (
    <StepDetailScreen
      key={stepHref}
      href={stepHref}
      search={search}
      onSearch={onSearch}
      code={(json, label) => <CodeLines text={json} language="json" label={label} wrap={false} />}
    />
  )
}
