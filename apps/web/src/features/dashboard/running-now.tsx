import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { formatCount } from '#lib/format.ts'
import { selfHref } from '#lib/siren.ts'
import { jobCountsQuery } from '../shell/shell.queries.ts'
import { type JobDocument, movingJobsQuery } from './dashboard.queries.ts'
import { MovingJob } from './moving-job.tsx'

const MOST = 5

/** What runs, with its race, and what waits. Absent when nothing does. */
export function RunningNow() {
  const moving = useQuery(movingJobsQuery)
  const { data: counts } = useQuery(jobCountsQuery)
  if (moving.error)
    return (
      <ErrorView title="Running jobs could not be loaded" error={moving.error} onRetry={() => void moving.refetch()} />
    )
  const jobs = runningFirst(moving.data?.jobs ?? [])
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby="running-now">
      <SectionHead id="running-now" title="Running now" count={wordsFor(counts?.byState ?? {})}>
        <Link to="/jobs" search={{ tab: 'in-progress' }} className="rounded-sm hover:text-ink">
          All jobs
        </Link>
      </SectionHead>
      <ul>
        {jobs.slice(0, MOST).map((job) => (
          <MovingJob key={selfHref(job)} job={job} />
        ))}
      </ul>
    </section>
  )
}

function runningFirst(jobs: readonly JobDocument[]): JobDocument[] {
  const rank = (job: JobDocument) => (job.properties.State === 'Processing' ? 0 : 1)
  return jobs.toSorted((a, b) => rank(a) - rank(b))
}

/** `3, and 7 queued`. */
function wordsFor({ Processing = 0, Pending = 0 }: { Processing?: number; Pending?: number }): string {
  if (Pending === 0) return formatCount(Processing)
  return Processing === 0
    ? `${formatCount(Pending)} queued`
    : `${formatCount(Processing)}, and ${formatCount(Pending)} queued`
}
