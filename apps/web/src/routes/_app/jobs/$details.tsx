import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { JobDetailScreen, type JobDetailViews } from '#features/jobs/detail/job-detail-screen.tsx'
import { JobLoadError, JobNotFound } from '#features/jobs/detail/job-errors.tsx'
import { DETAIL_TABS, type DetailTab } from '#features/jobs/detail/job-tabs-model.ts'
import * as texts from '#features/jobs/detail/texts.ts'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import type { JsonValue } from '#features/previews/json/json-rows.ts'
import { JsonTree } from '#features/previews/json/json-tree.tsx'
import { ResultPreview } from '#features/previews/result-preview.tsx'
import { DraftSetup } from '#features/start-job/draft-setup.tsx'
import { deferredSearch } from '#lib/deferred-search.ts'
import { decodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { switchToOwningContext } from '#lib/switch-context.ts'

export const Route = createFileRoute('/_app/jobs/$details')({
  validateSearch: deferredSearch<{ tab?: DetailTab }>(),
  loader: async ({ context, params, cause }) => {
    const href = decodeLink(params.details)
    if (!href) throw notFound()
    await context.queryClient
      .ensureQueryData(jobQueries.detail(href))
      .catch(switchToOwningContext({ context, cause }, href))
    return { href }
  },
  notFoundComponent: JobNotFound,
  errorComponent: JobLoadError,
  component: JobDetailPage,
})

/** Loaded with the first failed job, because the form is larger than the page. */
const FixJob = lazy(() => import('#features/start-job/fix-job.tsx').then((module) => ({ default: module.FixJob })))

const VIEWS: JobDetailViews = {
  preview: (file) => <ResultPreview file={file} />,
  json: (value) => (
    <div className="flex max-h-72 flex-col overflow-hidden rounded-lg border border-line *:border-t-0">
      <JsonTree label={texts.returnedValue} value={value as JsonValue} />
    </div>
  ),
  setup: (job) => <DraftSetup job={job} />,
  fix: (job, failed) => (
    <Suspense>
      <FixJob key={selfHref(job)} job={job} failed={failed} />
    </Suspense>
  ),
}

function JobDetailPage() {
  const { href } = Route.useLoaderData()
  const { tab: wanted } = Route.useSearch()
  const tab = DETAIL_TABS.find((candidate) => candidate === wanted)
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <JobDetailScreen
      key={href}
      href={href}
      tab={tab}
      views={VIEWS}
      onTab={(next) => void navigate({ search: (before) => ({ ...before, tab: next }), replace: true })}
    />
  )
}
