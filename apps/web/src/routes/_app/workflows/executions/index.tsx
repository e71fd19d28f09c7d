import { createFileRoute, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorView } from '#components/ui/error-view.tsx'
import { ListPending } from '#components/ui/page-pending.tsx'
import { ExecutionListScreen } from '#features/executions/list/execution-list-screen.tsx'
import {
  EXECUTION_LIST_DEFAULTS,
  ExecutionListSearch,
  executionQueryOf,
} from '#features/executions/list/execution-list-search.ts'
import * as texts from '#features/executions/list/texts.ts'
import { EXECUTION_TEXTS } from '#features/executions/texts.ts'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { workflowQueries } from '#features/workflows/workflows.queries.ts'
import { firstRows } from '#lib/first-data.ts'
import { lateSearch } from '#lib/late-search.ts'
import { usePage } from '#lib/page.ts'
import { selfHref } from '#lib/siren.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/workflows/executions/')({
  validateSearch: lateSearch<ExecutionListSearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: async ({ context, deps, cause }) => {
    const step = await context.queryClient.ensureQueryData(workflowQueries.executeStep())
    if (!step) throw new Error(EXECUTION_TEXTS.noStep)
    const stepHref = selfHref(step)
    const query = executionQueryOf(ExecutionListSearch.parse(deps), stepHref)
    await firstRows(context.queryClient.prefetchQuery(jobQueries.list(query)), cause)
    return { stepHref }
  },
  pendingComponent: ExecutionsPending,
  errorComponent: ExecutionsFailed,
  component: ExecutionListPage,
})

function ExecutionListPage() {
  const { stepHref } = Route.useLoaderData()
  const [search, onSearch] = usePageSearch({
    reader: ExecutionListSearch,
    defaults: EXECUTION_LIST_DEFAULTS,
    entries: ['PageOffset', 'tab'],
  })
  return <ExecutionListScreen stepHref={stepHref} search={search} onSearch={onSearch} />
}

function ExecutionsPending() {
  usePage([{ label: texts.executions }])
  return <ListPending title={texts.executions} />
}

function ExecutionsFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  usePage([{ label: texts.executions }])
  /** A missing step is remembered like any other answer. */
  function tryAgain() {
    router.options.context.queryClient.removeQueries({ queryKey: processingStepQueries.all, type: 'inactive' })
    reset()
    void router.invalidate()
  }
  const isStepMissing = error instanceof Error && error.message === EXECUTION_TEXTS.noStep
  const shown = isStepMissing ? new Error(EXECUTION_TEXTS.noStepDetail) : (error as Error)
  return (
    <ErrorView
      title={isStepMissing ? EXECUTION_TEXTS.noStep : texts.executionsCouldNotBeLoaded}
      error={shown}
      onRetry={tryAgain}
    />
  )
}
