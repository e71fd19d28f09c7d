import type { DashboardDay } from '@millrace/contracts/dashboard'
import { useNavigate } from '@tanstack/react-router'
import { SectionHead } from '#components/ui/page-head.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { dayText } from './days.ts'
import { Hydrograph } from './hydrograph.tsx'
import * as texts from './texts.ts'

/** Jobs of the last seven days as a hydrograph: failures below the water line, all other jobs above it. */
export function WeekOfJobs({ days }: { days: readonly DashboardDay[] }) {
  const navigate = useNavigate()
  const total = sum(days, (day) => day.Total)
  const failed = sum(days, (day) => day.Failed)
  return (
    <section aria-labelledby="last-week">
      <SectionHead id="last-week" title={texts.last7Days} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-2xl font-medium">
          {formatCount(total)}
          <span className="ml-2 text-sm tracking-normal text-ink-2">{total === 1 ? 'job' : 'jobs'}</span>
        </span>
        {failed > 0 ? <span className="text-danger">{fill(texts.failedCount, formatCount(failed))}</span> : null}
      </div>
      <Hydrograph
        days={days}
        onDay={(day) =>
          void navigate({
            to: '/jobs',
            search: { CreatedAfter: dayText(new Date(day.Start)), CreatedBefore: dayText(new Date(day.Start)) },
          })
        }
      />
    </section>
  )
}

function sum(days: readonly DashboardDay[], of: (day: DashboardDay) => number): number {
  return days.reduce((total, day) => total + of(day), 0)
}
