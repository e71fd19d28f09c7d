import type { DashboardDay } from '@millrace/contracts/dashboard'
import { fill } from '#lib/fill.ts'
import { formatCount, formatWeekday, plural } from '#lib/format.ts'
import * as texts from './texts.ts'

const RISE = 72
const FALL = 18
/** The number above a bar. */
const COUNT = 16

/** Bars over a water line, one for each day; failures hang below. A bar leads to the jobs of its day. */
export function Hydrograph({ days, onDay }: { days: readonly DashboardDay[]; onDay: (day: DashboardDay) => void }) {
  const most = Math.max(1, ...days.map((day) => day.Total))
  const worst = Math.max(1, ...days.map((day) => day.Failed))
  return (
    <div className="mt-4 grid min-h-[122px] grid-cols-7">
      {days.map((day, at) => {
        const today = at === days.length - 1
        const label = today ? 'Today' : formatWeekday(day.Start)
        return (
          <button
            key={day.Start}
            type="button"
            onClick={() => onDay(day)}
            title={`${plural(day.Total, 'job')}, ${day.Failed} failed`}
            className="group grid rounded-sm hover:bg-hover"
            style={{ gridTemplateRows: `${RISE}px 1px ${FALL + 4}px auto` }}
          >
            <span className="self-end">
              <span className="block pb-0.5 text-2xs text-ink-3">
                <span className={day.Total === 0 ? 'sr-only' : undefined}>{formatCount(day.Total)}</span>
                <span className="sr-only">
                  {' '}
                  {fill(texts.jobsAndFailed, day.Total === 1 ? 'job' : 'jobs', day.Failed)}{' '}
                </span>
              </span>
              <Bar
                share={day.Total / most}
                span={RISE - COUNT}
                className={today ? 'rounded-t-[2px] bg-accent/55' : 'rounded-t-[2px] bg-accent'}
              />
            </span>
            <span className="bg-line-strong" />
            <Bar
              share={day.Failed === 0 ? 0 : Math.max(0.25, day.Failed / worst)}
              span={FALL}
              className="mt-px rounded-b-[2px] bg-danger"
            />
            <span className="pt-1 text-xs text-ink-2">{label}</span>
          </button>
        )
      })}
    </div>
  )
}

function Bar({ share, span, className }: { share: number; span: number; className: string }) {
  const height = share === 0 ? 0 : Math.max(2, Math.round(share * span))
  return <span className={`meter-fill mx-auto block w-4 ${className}`} style={{ height }} />
}
