import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import {
  EXECUTION_TABS,
  type ExecutionDetailTab,
  ExecutionScreen,
  type ExecutionViews,
} from '#features/executions/detail/execution-screen.tsx'
import { JobLoadError, JobNotFound } from '#features/jobs/detail/job-errors.tsx'
import { JobFooterActions, JobHead } from '#features/jobs/detail/job-head.tsx'
import { JobSubJobsPanel } from '#features/jobs/detail/job-sub-jobs-panel.tsx'
import { JobSummary } from '#features/jobs/detail/job-summary.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { JobLogPanel } from '#features/jobs/log/job-log-panel.tsx'
import { MiniPreview } from '#features/previews/mini-preview.tsx'
import { ToolbarPlace } from '#features/previews/toolbar-place.ts'
import { WorkDataPreview } from '#features/previews/work-data-preview.tsx'
import { deferredSearch } from '#lib/deferred-search.ts'
import { decodeLink } from '#lib/link-code.ts'
import { hrefOf } from '#lib/siren.ts'
import { switchToOwningContext } from '#lib/switch-context.ts'
import { EXECUTION_WORDING } from './-wording.ts'

const SaveChange = lazy(() => import('#features/workflows/continue/save-change.tsx'))
const ContinueSheet = lazy(() => import('#features/workflows/continue/continue-sheet.tsx'))
// Imported from the start panel, because a separate chunk would move the code that both share into the chunk that every
// page loads.
const ChooseDataSheet = lazy(() =>
  import('#features/start-job/start-sheet.tsx').then((module) => ({ default: module.ChooseDataSheet })),
)

export const Route = createFileRoute('/_app/workflows/executions/$details')({
  validateSearch: deferredSearch<{ tab?: ExecutionDetailTab }>(),
  loader: async ({ context, params, cause }) => {
    const href = decodeLink(params.details)
    if (!href) throw notFound()
    const { properties } = await context.queryClient
      .ensureQueryData(jobQueries.detail(href))
      .catch(switchToOwningContext({ context, cause }, href))
    if (properties.Processing && properties.Processing.FunctionName !== EXECUTE_WORKFLOW) throw notFound()
    return { href }
  },
  notFoundComponent: () => <JobNotFound wording={EXECUTION_WORDING} />,
  errorComponent: (props) => <JobLoadError {...props} wording={EXECUTION_WORDING} />,
  component: ExecutionPage,
})

const VIEWS: ExecutionViews = {
  head: (job, shown) => <JobHead job={job} {...shown} />,
  foot: (job, next) => <JobFooterActions job={job} next={next} />,
  continuation: (execution, node, onClose) => (
    <Suspense>
      <ContinueSheet execution={execution.document} node={node} onClose={onClose} />
    </Suspense>
  ),
  change: ({ document }) => {
    const workflow = hrefOf(document, 'Workflow')
    const definition = hrefOf(document, 'Definition')
    if (!workflow || !definition) return null
    return (
      <Suspense>
        <SaveChange workflowHref={workflow} definitionHref={definition} />
      </Suspense>
    )
  },
  jobs: (job) => <JobSubJobsPanel job={job} />,
  run: (job, hasPictures) => <JobSummary job={job} Picture={hasPictures ? MiniPreview : undefined} />,
  log: (job, linesHref) => <JobLogPanel job={job} linesHref={linesHref} />,
  chooseData: (href, name, onClose) => (
    <Suspense>
      <ChooseDataSheet href={href} name={name} onClose={onClose} />
    </Suspense>
  ),
  // Without a choice of views, which would repeat the tabs above.
  file: (file, place) => (
    <ToolbarPlace value={place}>
      <WorkDataPreview workData={file} lead={<span />} />
    </ToolbarPlace>
  ),
}

function ExecutionPage() {
  const { href } = Route.useLoaderData()
  const { tab: wanted } = Route.useSearch()
  const tab = EXECUTION_TABS.find((candidate) => candidate === wanted)
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <ExecutionScreen
      key={href}
      href={href}
      tab={tab}
      views={VIEWS}
      onTab={(next) => void navigate({ search: (before) => ({ ...before, tab: next }), replace: true })}
    />
  )
}
