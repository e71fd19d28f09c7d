import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { COMPARE_TABS, CompareJobsScreen, type CompareTab } from '#features/jobs/compare/compare-jobs-screen.tsx'
import type { CompareViews } from '#features/jobs/compare/compare-results.tsx'
import { type ComparedJobs, loadCompared, swapped } from '#features/jobs/compare/compared-address.ts'
import { JobDeleted, JobLoadError } from '#features/jobs/detail/job-errors.tsx'
import { TableComparisonView } from '#features/previews/compare/table-comparison.tsx'
import { ResultPreview } from '#features/previews/result-preview.tsx'
import { deferredSearch } from '#lib/deferred-search.ts'

interface CompareSearch extends ComparedJobs {
  tab?: CompareTab
}

export const Route = createFileRoute('/_app/jobs/compare')({
  validateSearch: deferredSearch<CompareSearch>(),
  loaderDeps: ({ search: { a, b } }) => ({ a, b }),
  loader: ({ context, deps }) => loadCompared(context.queryClient, deps),
  notFoundComponent: JobDeleted,
  errorComponent: JobLoadError,
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
      onSwap={() => change(swapped)}
    />
  )
}
