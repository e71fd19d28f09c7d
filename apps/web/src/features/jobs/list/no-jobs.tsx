import { Plus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState, GhostRows } from '#components/ui/empty-state.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { refined } from '#lib/list-search.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { useJobFilters } from './job-filters.tsx'
import { type JobListSearch, withoutFilters } from './job-list-search.ts'
import { tabLabel } from './job-tabs.ts'

interface NoJobsProps {
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
  /** Matches before the page that is asked for. */
  total: number
}

/** Nothing yet, nothing in this tab, or nothing that matches: what it is and what to do. */
export function NoJobs({ search, onSearch, total }: NoJobsProps) {
  const startJob = useStartJob()
  const set = useJobFilters(search, onSearch, []).filter((filter) => filter.value !== undefined)
  const count = set.length + (search.Name ? 1 : 0)
  const start = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => startJob()}>
      Start a job
    </Button>
  )
  if (total > 0) {
    return (
      <EmptyState
        title="This page is empty"
        action={<Button onClick={() => onSearch(refined(search, {}))}>First page</Button>}
      >
        The list is shorter now.
      </EmptyState>
    )
  }
  if (count > 0) {
    return (
      <NoMatches
        what="jobs"
        count={count}
        find={search.Name}
        onDropFind={() => onSearch(refined(search, { Name: undefined }))}
        filters={set}
        onDropAll={() => onSearch(withoutFilters(search))}
      />
    )
  }
  if (search.tab !== 'all') {
    return (
      <EmptyState
        title={`No jobs in “${tabLabel(search.tab)}”`}
        action={<Button onClick={() => onSearch(refined(search, { tab: 'all' }))}>All jobs</Button>}
      />
    )
  }
  return (
    <EmptyState title="No jobs yet" ghost={<GhostRows rows={10} />} action={start}>
      A job runs a step on your data and keeps the results.
    </EmptyState>
  )
}
