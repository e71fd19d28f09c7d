import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { COMPARE_TABS, CompareJobsScreen, type CompareTab } from '#features/jobs/compare/compare-jobs-screen.tsx'
import type { CompareViews } from '#features/jobs/compare/compare-results.tsx'
import { JobFailed, JobGone } from '#features/jobs/detail/job-gone.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { TableComparisonView } from '#features/previews/compare/table-comparison.tsx'
import { ResultPreview } from '#features/previews/result-preview.tsx'
import { missingAsNotFound } from '#lib/found.ts'
import { lateSearch } from '#lib/late-search.ts'
import { decodeLink } from '#lib/link-code.ts'

/** The links of both jobs, as in the address of a job's page. */
interface CompareSearch {
  a?: string
  b?: string
  tab?: CompareTab
}

export const Route = createFileRoute('/_app/jobs/compare')({
  validateSearch: lateSearch<CompareSearch>(),
  loaderDeps: ({ search: { a, b } }) => ({ a, b }),
  loader: async ({ context, deps }) => {
    const [before, after] = [decodeLink(deps.a ?? ''), decodeLink(deps.b ?? '')]
    if (!before || !after) throw notFound()
    await Promise.all(
      [before, after].map((href) => context.queryClient.ensureQueryData(jobQueries.detail(href))),
    ).catch(missingAsNotFound)
    return { hrefs: [before, after] as const }
  },
  notFoundComponent: JobGone,
  errorComponent: JobFailed,
  component: CompareJobsPage,
})

const VIEWS: CompareViews = {
  preview: (file) => <ResultPreview file={file} />,
  tables: (before, after) => <TableComparisonView before={before} after={after} />,
}

function CompareJobsPage() {
  const { hrefs } = Route.useLoaderData()
  const { tab } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const change = (next: (before: CompareSearch) => CompareSearch) => void navigate({ search: next, replace: true })
  return (
    <CompareJobsScreen
      key={hrefs.join(' ')}
      hrefs={hrefs}
      tab={COMPARE_TABS.find((candidate) => candidate === tab) ?? 'results'}
      views={VIEWS}
      onTab={(chosen) => change((before) => ({ ...before, tab: chosen }))}
      onSwap={() => change(({ a, b, ...rest }) => ({ ...rest, ...(b && { a: b }), ...(a && { b: a }) }))}
    />
  )
}
