import { createFileRoute, useNavigate } from '@tanstack/react-router'
import {
  COMPARED_TABS,
  type ComparedTab,
  CompareExecutionsScreen,
  type CompareExecutionViews,
} from '#features/executions/compare/compare-executions-screen.tsx'
import { type ComparedJobs, loadCompared, swapped } from '#features/jobs/compare/compared-address.ts'
import { JobSides } from '#features/jobs/compare/job-sides.tsx'
import { JobLoadError, JobNotFound } from '#features/jobs/detail/job-errors.tsx'
import { ChangeList } from '#features/workflows/versions/change-list.tsx'
import { deferredSearch } from '#lib/deferred-search.ts'
import { EXECUTION_WORDING } from './-wording.ts'

interface CompareSearch extends ComparedJobs {
  tab?: ComparedTab
}

export const Route = createFileRoute('/_app/workflows/executions/compare')({
  validateSearch: deferredSearch<CompareSearch>(),
  loaderDeps: ({ search: { a, b } }) => ({ a, b }),
  loader: ({ context, deps }) => loadCompared(context.queryClient, deps),
  notFoundComponent: () => <JobNotFound wording={EXECUTION_WORDING} />,
  errorComponent: (props) => <JobLoadError {...props} wording={EXECUTION_WORDING} />,
  component: CompareExecutionsPage,
})

const VIEWS: CompareExecutionViews = {
  sides: (before, after) => <JobSides before={before} after={after} page="/workflows/executions/$details" />,
  changes: (before, after) => <ChangeList before={before} after={after} />,
}

function CompareExecutionsPage() {
  const { hrefs } = Route.useLoaderData()
  const { tab } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const change = (next: (before: CompareSearch) => CompareSearch) => void navigate({ search: next, replace: true })
  return (
    <CompareExecutionsScreen
      key={hrefs.join(' ')}
      hrefs={hrefs}
      tab={COMPARED_TABS.find((candidate) => candidate === tab) ?? 'outputs'}
      views={VIEWS}
      onTab={(chosen) => change((before) => ({ ...before, tab: chosen }))}
      onSwap={() => change(swapped)}
    />
  )
}
