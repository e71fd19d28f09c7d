import { createFileRoute, type SearchSchemaInput, stripSearchParams, useNavigate } from '@tanstack/react-router'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { JobListScreen } from '#features/jobs/list/job-list-screen.tsx'
import { JOB_LIST_DEFAULTS, JobListSearch, jobQueryOf } from '#features/jobs/list/job-list-search.ts'

export const Route = createFileRoute('/_app/jobs/')({
  validateSearch: (search: Partial<JobListSearch> & SearchSchemaInput) => JobListSearch.parse(search),
  search: { middlewares: [stripSearchParams(JOB_LIST_DEFAULTS)] },
  loaderDeps: ({ search }) => ({ query: jobQueryOf(search) }),
  loader: ({ context, deps }) => context.queryClient.prefetchQuery(jobQueries.list(deps.query)),
  component: JobListPage,
})

function JobListPage() {
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <JobListScreen
      search={search}
      onSearch={(next) =>
        void navigate({ search: next, replace: next.PageOffset === search.PageOffset && next.tab === search.tab })
      }
    />
  )
}
