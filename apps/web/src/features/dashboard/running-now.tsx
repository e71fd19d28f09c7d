import type { DashboardProperties } from '@millrace/contracts/dashboard'
import { Link } from '@tanstack/react-router'
import { SectionHead } from '#components/ui/page-head.tsx'
import { fill } from '#lib/fill.ts'
import { formatTotal } from '#lib/format.ts'
import { selfHref } from '#lib/siren.ts'
import type { JobDocument } from './dashboard.queries.ts'
import { RunningJob } from './running-job.tsx'
import * as texts from './texts.ts'

const JOBS_SHOWN = 5

interface RunningNowProps {
  jobs: readonly JobDocument[]
  counts: DashboardProperties['StateCounts']
}

/** Running jobs with their progress, and queued jobs. Not shown if there are none. */
export function RunningNow({ jobs, counts }: RunningNowProps) {
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby="running-now">
      <SectionHead id="running-now" title={texts.runningNow} count={textFor(counts)}>
        <Link to="/jobs" search={{ tab: 'in-progress' }} className="rounded-sm text-accent hover:underline">
          {texts.allJobs}
        </Link>
      </SectionHead>
      <ul>
        {jobs.slice(0, JOBS_SHOWN).map((job) => (
          <RunningJob key={selfHref(job)} job={job} />
        ))}
      </ul>
    </section>
  )
}

/** Formats the counts of running and queued jobs, such as `3, and 7 queued`. */
function textFor({ Processing = 0, Pending = 0 }: { Processing?: number; Pending?: number }): string {
  if (Pending === 0) return formatTotal(Processing)
  return Processing === 0
    ? fill(texts.queued, formatTotal(Pending))
    : fill(texts.andQueued, formatTotal(Processing), formatTotal(Pending))
}
