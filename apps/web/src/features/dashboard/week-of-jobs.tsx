import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SectionHead } from '#components/ui/page-head.tsx'
import { formatCount } from '#lib/format.ts'
import { type DayOfJobs, dayOfJobsQuery } from './dashboard.queries.ts'
import { dayText } from './days.ts'
import { Hydrograph } from './hydrograph.tsx'

const DAYS_AGO = [6, 5, 4, 3, 2, 1, 0]

/** Jobs of the last seven days as a hydrograph: made above the water line, failed below. */
export function WeekOfJobs() {
  const navigate = useNavigate()
  const days = useQueries({ queries: DAYS_AGO.map(dayOfJobsQuery) }).flatMap(({ data }) => data ?? [])
  const total = sum(days, (day) => day.total)
  const finished = sum(days, (day) => day.completed + day.failed)
  const completed = sum(days, (day) => day.completed)
  return (
    <section aria-labelledby="last-week">
      <SectionHead id="last-week" title="Last 7 days" />
      <div className="flex items-baseline justify-between">
        <span className="text-2xl font-medium">
          {days.length < DAYS_AGO.length ? ' ' : formatCount(total)}
          <span className="ml-2 text-sm tracking-normal text-ink-2">{total === 1 ? 'job' : 'jobs'}</span>
        </span>
        {finished > 0 ? (
          <span className="text-ink-2">
            <b className="font-medium text-ink">
              {((completed / finished) * 100).toFixed(completed === finished ? 0 : 1)} %
            </b>{' '}
            completed
          </span>
        ) : null}
      </div>
      <Hydrograph
        days={days}
        onDay={(day) =>
          void navigate({
            to: '/jobs',
            search: { CreatedAfter: dayText(day.start), CreatedBefore: dayText(day.start) },
          })
        }
      />
    </section>
  )
}

function sum(days: readonly DayOfJobs[], of: (day: DayOfJobs) => number): number {
  return days.reduce((total, day) => total + of(day), 0)
}
