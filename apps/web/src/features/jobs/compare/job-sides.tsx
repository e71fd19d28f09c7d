import { Link } from '@tanstack/react-router'
import { pageOf } from '#components/ui/list-columns.ts'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatTook } from '#lib/format.ts'
import { hasRunningClock, workedMs } from '#lib/job-facts.ts'
import type { JobPath } from '#lib/job-path.ts'
import { selfHref } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import type { JobDocument } from '../jobs.queries.ts'
import * as texts from './texts.ts'

export function JobSides({ before, after, page }: { before: JobDocument; after: JobDocument; page: JobPath }) {
  return (
    <ol aria-label={texts.comparedJobs} className="grid grid-cols-2 gap-3 px-6 pb-3 phone:gap-2 phone:px-4 phone:pt-3">
      <JobSide job={before} page={page} mark="A" />
      <JobSide job={after} page={page} mark="B" />
    </ol>
  )
}

function JobSide({ job, page, mark }: { job: JobDocument; page: JobPath; mark: string }) {
  const { Name, State, CreatedAt, CreatedByName, Run } = job.properties
  const worked = workedMs(job.properties, useNow(1000, hasRunningClock(State)))
  return (
    <li className="min-w-0 rounded-lg border border-line px-3 py-2.5">
      <div className="flex min-w-0 items-center gap-2">
        <SideMark mark={mark} />
        <Link
          {...pageOf(page, selfHref(job))}
          className="min-w-0 flex-1 truncate font-medium hover:underline"
          title={Name}
        >
          {Name}
        </Link>
        <StateBadge state={State} className="phone:hidden" />
      </div>
      <p className="mt-1 truncate text-xs text-ink-3">
        {Run ? fill(texts.runOf, Run.Number, Run.Count) : ''}
        <Time at={CreatedAt} />
        {CreatedByName ? ` by ${CreatedByName}` : ''}
        {worked === undefined ? '' : ` · took ${formatTook(worked)}`}
      </p>
    </li>
  )
}

/** The label A or B, which names a column of the comparison. */
export function SideMark({ mark }: { mark: string }) {
  return (
    <span className="grid size-5 flex-none place-items-center rounded-sm bg-sunken text-xs font-semibold text-ink-2">
      {mark}
    </span>
  )
}
