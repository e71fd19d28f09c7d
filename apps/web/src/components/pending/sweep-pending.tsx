import { Skeleton } from '#components/ui/skeleton.tsx'
import * as ui from '#components/ui/texts.ts'
import { HeadPending } from './head-pending.tsx'
import * as texts from './texts.ts'

const ROWS = 10
const TICKS = ['w-6', 'w-5', 'w-5', 'w-5', 'w-5', 'w-3']
const CARDS = ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5']

/** Placeholder for a sweep: plot and table side by side, and a card for each result below. */
export function SweepPending() {
  return (
    <div role="status" aria-label={ui.loading} className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <HeadPending of="sweep" />
      <div className="border-y border-line lg:flex" aria-hidden="true">
        <PlotPending />
        <JobsPending />
      </div>
      <div aria-hidden="true" className="px-6 py-5 phone:px-4">
        <div className="mb-3 flex items-center gap-3">
          <span className="font-semibold">{texts.results}</span>
          <FieldPending className="w-56" />
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(232px,1fr))] gap-4">
          {CARDS.map((width) => (
            <ResultPending key={width} width={width} />
          ))}
        </div>
      </div>
    </div>
  )
}

function PlotPending() {
  return (
    <div className="flex-none border-line px-6 py-5 max-lg:border-b phone:px-4 lg:w-1/2 lg:border-r min-[1440px]:w-168">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 phone:grid phone:grid-cols-[max-content_minmax(0,1fr)]">
        <span className="font-semibold">{texts.plot}</span>
        <FieldPending className="max-w-44 min-w-28 flex-[1_1_7rem] phone:max-w-none" />
        <span className="text-ink-2">{texts.against}</span>
        <FieldPending className="max-w-44 min-w-28 flex-[1_1_7rem] phone:max-w-none" />
      </div>
      <div className="@container grid gap-2">
        <span className="flex h-4 items-center">
          <Skeleton className="h-2.5 w-48" />
        </span>
        <div className="relative flex h-68 flex-col justify-between pt-7 pr-3 pb-12 pl-14 @min-[480px]:h-82.5">
          {TICKS.map((width, line) => (
            <span key={`${width} ${String(line)}`} className="relative block h-px bg-line">
              <Skeleton className={`absolute -top-1 right-full mr-2 h-2 ${width}`} />
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

function JobsPending() {
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-center justify-between py-2 pr-3.5 pl-6 phone:pr-1.5 phone:pl-4">
        <span className="font-semibold">{texts.jobs}</span>
        <span className="flex h-7 items-center px-2.5 touch:h-11">
          <Skeleton className="h-2.5 w-20" />
        </span>
      </div>
      <div className="flex h-8 items-center gap-6 border-y border-line px-6 phone:px-4">
        <Skeleton className="mr-auto h-2 w-20" />
        <Skeleton className="h-2 w-22" />
        <Skeleton className="h-2 w-11" />
        <Skeleton className="h-2 w-11" />
      </div>
      {[...Array(ROWS).keys()].map((at) => (
        <div
          key={at}
          className="flex h-(--row) items-center gap-6 border-b border-line px-6 last:border-b-0 touch:h-11 phone:px-4"
        >
          <span className="mr-auto flex items-center gap-2">
            <Skeleton className="size-2 rounded-full" />
            <Skeleton className={at < ROWS / 2 ? 'h-2.5 w-12' : 'h-2.5 w-8'} />
          </span>
          <Skeleton className="h-2.5 w-6" />
          <Skeleton className="ml-5 h-2.5 w-6" />
          <Skeleton className="ml-3 h-2.5 w-8" />
        </div>
      ))}
    </div>
  )
}

function FieldPending({ className }: { className: string }) {
  return (
    <span className={`flex h-7 items-center rounded-md border border-line px-2.5 touch:h-11 ${className}`}>
      <Skeleton className="h-2.5 w-1/2" />
    </span>
  )
}

function ResultPending({ width }: { width: string }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line max-xl:last:hidden">
      <div className="grid h-18 content-center gap-2.5 border-b border-line px-3">
        <Skeleton className={`h-2 ${width}`} />
        <Skeleton className="h-2 w-1/2" />
      </div>
      <div className="grid h-16 content-center gap-2.5 px-3">
        <Skeleton className="h-2.5 w-24" />
        <Skeleton className="h-2 w-1/3" />
      </div>
    </div>
  )
}
