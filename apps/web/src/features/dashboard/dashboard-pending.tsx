import { ResultCardsPending } from '#components/pending/result-cards.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { ChipRow } from './chip-row.tsx'
import { Composer } from './composer.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'
import { RESULT_CARDS } from './latest-results.tsx'
import * as texts from './texts.ts'

const BARS = [40, 64, 28, 88, 52, 72, 36]
const NEEDY = ['w-2/5', 'w-1/3']
const EVENTS = ['w-2/5', 'w-1/2', 'w-2/5', 'w-1/3', 'w-3/5', 'w-1/2']
const CHIPS = ['w-36', 'w-44', 'w-32']

/** Placeholder for the dashboard while jobs and results are loading. A job can already be started. */
export function DashboardPending() {
  return (
    // On a phone, the placeholder has nothing focusable, so it must not scroll, because keys could not scroll it.
    <div className="contents phone:flex phone:min-h-0 phone:flex-1 phone:flex-col phone:overflow-hidden">
      <DashboardFrame rail={<Rail />}>
        <div className="phone:hidden">
          <Composer steps={0} />
          <Chips label={texts.recentData} />
          <Chips label={texts.runAgain} />
        </div>
        <section className="late">
          <SectionHead title={texts.needsYou} />
          {NEEDY.map((width) => (
            <div
              key={width}
              className="flex h-[47px] items-center gap-3 border-t border-line phone:h-28 phone:flex-wrap phone:content-center"
            >
              <Skeleton className="size-4" />
              <Skeleton className={`h-2.5 ${width}`} />
              <Skeleton className="ml-auto h-7 w-28 rounded-md phone:mr-40 phone:ml-7 phone:h-11" />
            </div>
          ))}
        </section>
        <section className="late">
          <SectionHead title={texts.latestResults} />
          <div className={RESULT_CARDS}>
            <ResultCardsPending />
          </div>
        </section>
      </DashboardFrame>
    </div>
  )
}

function Chips({ label }: { label: string }) {
  return (
    <ChipRow label={label}>
      {CHIPS.map((width) => (
        <Skeleton key={width} className={`late h-full ${width}`} />
      ))}
    </ChipRow>
  )
}

function Rail() {
  return (
    <>
      <section className="late">
        <SectionHead title={texts.last7Days} />
        <div aria-hidden="true" className="flex h-8 items-center">
          <Skeleton className="h-4 w-20" />
        </div>
        <div aria-hidden="true" className="flex h-[151px] items-end gap-2 pb-10 *:flex-1">
          {BARS.map((height) => (
            <span key={height} className="rounded-sm bg-line/60" style={{ height }} />
          ))}
        </div>
      </section>
      <section className="late">
        <SectionHead title={texts.activity} />
        {EVENTS.map((width, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity except their position
          <div key={at} aria-hidden="true" className="flex h-[30px] items-center gap-2 touch:h-11">
            <Skeleton className="size-4 rounded-full" />
            <Skeleton className={`h-2.5 ${width}`} />
            <Skeleton className="ml-auto h-2 w-12" />
          </div>
        ))}
      </section>
      <section className="late">
        <SectionHead title={texts.workers} />
        <span aria-hidden="true" className="flex h-5 items-center">
          <Skeleton className="h-2.5 w-24" />
        </span>
      </section>
    </>
  )
}
