import { createFileRoute } from '@tanstack/react-router'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { JobListScreen } from '#features/jobs/list/job-list-screen.tsx'
import { JOB_LIST_DEFAULTS, JobListSearch, jobQueryOf } from '#features/jobs/list/job-list-search.ts'
import { isAdminMode } from '#lib/admin-mode.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { firstRowsOf } from '#lib/first-data.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/jobs/')({
  validateSearch: deferredSearch<JobListSearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: ({ context, deps, cause }) => {
    const query = jobQueries.list(jobQueryOf(JobListSearch.parse(deps)), { allUsers: isAdminMode() })
    return firstRowsOf(context.queryClient, query, cause)
  },
  component: JobListPage,
})

function JobListPage() {
  const [search, onSearch] = usePageSearch({
    reader: JobListSearch,
    defaults: JOB_LIST_DEFAULTS,
    entries: ['PageOffset', 'tab'],
  })
  return <JobListScreen search={search} onSearch={onSearch} />
}
