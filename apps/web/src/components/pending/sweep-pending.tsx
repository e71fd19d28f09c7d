import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'
import * as texts from '#components/ui/texts.ts'
import { HeadPending } from './head-pending.tsx'

/** The shape of a sweep: plot and table side by side, and a card per result below. */
export function SweepPending() {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <HeadPending of="sweep" />
      <div className="border-y border-line lg:flex" aria-hidden="true">
        <PlotPending />
        <div className="min-w-0 flex-1">
          <div className="flex h-11 items-center justify-between border-b border-line px-6 phone:px-4">
            <Skeleton className="h-3 w-14" />
            <Skeleton className="h-2.5 w-20" />
          </div>
          <SkeletonRows rows={10} withHead />
        </div>
      </div>
      <div aria-hidden="true" className="px-6 pt-5 phone:px-4">
        <div className="mb-3 flex h-8 items-center gap-3">
          <Skeleton className="h-3 w-14" />
          <Skeleton className="h-7 w-56 rounded-md touch:h-11" />
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(232px,1fr))] gap-4">
          {['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'].map((width) => (
            <ResultPending key={width} width={width} />
          ))}
        </div>
      </div>
    </div>
  )
}

/** What is plotted, the series, and the lines of the grid. */
function PlotPending() {
  return (
    <div className="grid flex-none grid-cols-[minmax(0,1fr)] gap-4 border-line px-6 py-5 max-lg:border-b phone:px-4 lg:w-1/2 lg:border-r min-[1440px]:w-168">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 phone:grid phone:grid-cols-[3rem_minmax(0,1fr)]">
        <Skeleton className="h-3 w-7" />
        <Skeleton className="h-7 max-w-44 flex-1 rounded-md touch:h-11 phone:max-w-none" />
        <Skeleton className="h-2.5 w-11" />
        <Skeleton className="h-7 max-w-44 flex-1 rounded-md touch:h-11 phone:max-w-none" />
      </div>
      <Skeleton className="h-2.5 w-48" />
      <div className="flex h-75 flex-col justify-between pb-6 phone:h-60">
        {['w-6', 'w-5', 'w-5', 'w-5', 'w-5', 'w-3'].map((width, line) => (
          <div key={`${width} ${String(line)}`} className="flex items-center gap-3">
            <span className="flex w-8 justify-end">
              <Skeleton className={`h-2 ${width}`} />
            </span>
            <span className="flex-1 border-t border-line" />
          </div>
        ))}
      </div>
    </div>
  )
}

function ResultPending({ width }: { width: string }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <div className="grid h-18 content-center gap-2.5 border-b border-line px-3">
        <Skeleton className={`h-2 ${width}`} />
        <Skeleton className="h-2 w-1/2" />
      </div>
      <div className="flex h-15 items-center px-3">
        <Skeleton className="h-2.5 w-24" />
      </div>
    </div>
  )
}
