import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import {
  COMPARED_TABS,
  type ComparedTab,
  CompareExecutionsScreen,
  type CompareExecutionViews,
} from '#features/executions/compare/compare-executions-screen.tsx'
import { JobSides } from '#features/jobs/compare/job-sides.tsx'
import { JobFailed, MissingIn } from '#features/jobs/detail/job-gone.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { ChangeList } from '#features/workflows/versions/change-list.tsx'
import { missingAsNotFound } from '#lib/found.ts'
import { lateSearch } from '#lib/late-search.ts'
import { decodeLink } from '#lib/link-code.ts'
import { EXECUTIONS } from './-place.ts'

/** The links of the jobs of both executions, as in the address of the page of one. */
interface CompareSearch {
  a?: string
  b?: string
  tab?: ComparedTab
}

export const Route = createFileRoute('/_app/workflows/executions/compare')({
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
  notFoundComponent: () => <MissingIn place={EXECUTIONS} />,
  errorComponent: (props) => <JobFailed {...props} place={EXECUTIONS} />,
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
      onSwap={() => change(({ a, b, ...rest }) => ({ ...rest, ...(b && { a: b }), ...(a && { b: a }) }))}
    />
  )
}
