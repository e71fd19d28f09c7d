import { SectionHead } from '#components/ui/page-head.tsx'
import { Skeleton, SkeletonCards, SkeletonRows } from '#components/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'
import * as texts from './texts.ts'

const BARS = [40, 64, 28, 88, 52, 72, 36]

/** The dashboard while its jobs and results are on their way. A job can be started already. */
export function DashboardPending() {
  return (
    <DashboardFrame rail={<Rail />}>
      <div className="phone:hidden">
        <Composer steps={0} />
      </div>
      <Rows title={texts.needsYou} rows={2} />
      <Rows title={texts.runningNow} rows={2} />
      <section className="late">
        <SectionHead title={texts.latestResults} />
        <div className="-mx-6 -mt-4 h-64 overflow-hidden phone:-mx-4">
          <SkeletonCards size="files" />
        </div>
      </section>
    </DashboardFrame>
  )
}

function Rows({ title, rows }: { title: string; rows: number }) {
  return (
    <section className="late">
      <SectionHead title={title} />
      <SkeletonRows flush rows={rows} />
    </section>
  )
}

function Rail() {
  return (
    <section className="late grid gap-4">
      <h2 className="font-semibold">{texts.last7Days}</h2>
      <div aria-hidden="true" className="flex h-24 items-end gap-2 *:flex-1">
        {BARS.map((height) => (
          <span key={height} className="rounded-sm bg-line/60" style={{ height }} />
        ))}
      </div>
      <Skeleton className="h-2.5 w-2/3" />
    </section>
  )
}
