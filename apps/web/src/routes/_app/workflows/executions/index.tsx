import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ExecutionListScreen, type ExecutionListViews } from '#features/executions/list/execution-list-screen.tsx'
import {
  EXECUTION_LIST_DEFAULTS,
  ExecutionListSearch,
  executionQueryOf,
} from '#features/executions/list/execution-list-search.ts'
import { stepFailure } from '#features/executions/list/step-failure.ts'
import { JobActionDialog } from '#features/jobs/components/job-action-dialog.tsx'
import { JobRowActions } from '#features/jobs/components/job-row-actions.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { workflowQueries } from '#features/workflows/workflows.queries.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { firstRows } from '#lib/first-data.ts'
import { selfHref } from '#lib/siren.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

const RunSampleWorkflow = lazy(() =>
  import('#features/workflows/list/sample-card.tsx').then((module) => ({ default: module.RunSampleWorkflow })),
)

const JobBulkBar = lazy(() =>
  import('#features/jobs/list/job-bulk-bar.tsx').then((module) => ({ default: module.JobBulkBar })),
)
const JobPeek = lazy(() => import('#features/jobs/list/job-peek.tsx').then((module) => ({ default: module.JobPeek })))

export const Route = createFileRoute('/_app/workflows/executions/')({
  validateSearch: deferredSearch<ExecutionListSearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: ({ context: { queryClient }, deps, cause }) => {
    const search = ExecutionListSearch.parse(deps)
    const rows = queryClient
      .fetchQuery(workflowQueries.executeStep())
      .then((step) => step && queryClient.prefetchQuery(jobQueries.list(executionQueryOf(search, selfHref(step)))))
    // Errors are ignored here, because the page shows why the step could not be read.
    return firstRows(
      rows.catch(() => {}),
      cause,
    )
  },
  component: ExecutionListPage,
})

const PAGE = '/workflows/executions/$details'

const VIEWS: ExecutionListViews = {
  bulkBar: (selection, list) => (
    <Suspense>
      <JobBulkBar {...list} one="execution" page={PAGE} selection={selection} />
    </Suspense>
  ),
  dialog: (asking, onClose) => <JobActionDialog {...asking} onClose={onClose} />,
  peek: (jobs, cursor, onClose) => (
    <Suspense>
      <JobPeek jobs={jobs} page={PAGE} cursor={cursor} onClose={onClose} />
    </Suspense>
  ),
  verbs: (job) => <JobRowActions job={job} page={PAGE} />,
}

function ExecutionListPage() {
  const query = useQuery(workflowQueries.executeStep())
  const queryClient = useQueryClient()
  /** A missing step is cached like any other reply. */
  function retry() {
    queryClient.removeQueries({ queryKey: processingStepQueries.all, type: 'inactive' })
    void query.refetch()
  }
  const [search, onSearch] = usePageSearch({
    reader: ExecutionListSearch,
    defaults: EXECUTION_LIST_DEFAULTS,
    entries: ['PageOffset', 'tab'],
  })
  return (
    <ExecutionListScreen
      stepHref={query.data ? selfHref(query.data) : undefined}
      failure={stepFailure(query, retry)}
      search={search}
      onSearch={onSearch}
      views={VIEWS}
      sample={
        <Suspense>
          <RunSampleWorkflow variant="primary" />
        </Suspense>
      }
    />
  )
}
