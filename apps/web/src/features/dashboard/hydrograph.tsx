import type { DashboardDay } from '@millrace/contracts/dashboard'
import { fill } from '#lib/fill.ts'
import { formatCount, formatWeekday, plural } from '#lib/format.ts'
import * as texts from './texts.ts'

/** Combined height of the tallest bars above and below the water line. */
const SPAN = 80
/** Room for the number at the end of a bar. */
const COUNT = 18
const BAR_HEIGHT_MIN = 3

/** Bars above a water line, one per day. Failures hang below, on the same scale. A click on a day calls `onDay`. */
export function Hydrograph({ days, onDay }: { days: readonly DashboardDay[]; onDay: (day: DashboardDay) => void }) {
  const most = Math.max(1, ...days.map(({ Total, Failed }) => Total - Failed))
  const worst = Math.max(0, ...days.map((day) => day.Failed))
  const heightOf = (jobs: number) =>
    jobs === 0 ? 0 : Math.max(BAR_HEIGHT_MIN, Math.round((jobs / (most + worst)) * SPAN))
  const fall = worst === 0 ? 0 : heightOf(worst) + COUNT
  return (
    <div className="mt-4 grid min-h-[122px] grid-cols-7">
      {days.map((day, at) => {
        const { Start, Total, Failed } = day
        const today = at === days.length - 1
        return (
          <button
            key={Start}
            type="button"
            onClick={() => onDay(day)}
            title={`${plural(Total, 'job')}, ${Failed} failed`}
            className="group grid rounded-sm hover:bg-hover"
            style={{ gridTemplateRows: `${heightOf(most) + COUNT}px 1px ${fall}px auto` }}
          >
            <span className="sr-only">
              {formatCount(Total)} {fill(texts.jobsAndFailed, Total === 1 ? 'job' : 'jobs', Failed)}
            </span>
            <span aria-hidden="true" className="self-end text-2xs text-ink-3">
              {Total > Failed ? formatCount(Total - Failed) : null}
              <Bar
                height={heightOf(Total - Failed)}
                className={`rounded-t-[2px] ${today ? 'bg-accent/55' : 'bg-accent'}`}
              />
            </span>
            <span className="bg-line-strong" />
            <span aria-hidden="true" className="text-2xs text-danger">
              <Bar height={heightOf(Failed)} className="rounded-b-[2px] bg-danger" />
              {Failed > 0 ? formatCount(Failed) : null}
            </span>
            <span className="pt-1 text-xs text-ink-2">{today ? texts.today : formatWeekday(Start)}</span>
          </button>
        )
      })}
    </div>
  )
}

function Bar({ height, className }: { height: number; className: string }) {
  return <span className={`meter-fill mx-auto block w-4 ${className}`} style={{ height }} />
}
