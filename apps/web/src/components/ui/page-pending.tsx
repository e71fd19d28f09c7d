import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'
import * as texts from './texts.ts'

/** The shape of a list while its code is on its way: title, filters and rows. */
export function ListPending() {
  return (
    <>
      <Skeleton className="mx-6 mt-6 mb-5 h-4 w-36 phone:mx-4" />
      <div className="flex gap-3 px-6 pt-1 pb-4 phone:px-4 phone:pt-4">
        <Skeleton className="h-8 w-54 rounded-md" />
        <Skeleton className="h-8 w-20 rounded-md" />
      </div>
      <div className="border-t border-line">
        <SkeletonRows rows={12} withHead />
      </div>
    </>
  )
}

interface PagePendingProps {
  /** Files and steps have a tile before their title. */
  hasTile: boolean
  /** What an execution shows first. */
  hasGraph: boolean
}

/** A section below the tabs of the settings: its title, its button and rows. */
export function SettingsPending() {
  return (
    <div role="status" aria-label={texts.loading}>
      <div className="flex items-center justify-between gap-3 px-6 pt-4.5 pb-2.5 phone:px-4">
        <span className="grid gap-2.5">
          <Skeleton className="h-3 w-28" />
          <Skeleton className="h-2 w-64 max-w-full" />
        </span>
        <Skeleton className="h-8 w-24 rounded-md" />
      </div>
      <div className="border-t border-line" aria-hidden="true">
        <SkeletonRows rows={6} />
      </div>
    </div>
  )
}

/** The shape of a sweep: plot and table side by side, and a card per job below. */
export function SweepPending() {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <HeadPending />
      <div className="border-y border-line lg:flex" aria-hidden="true">
        <div className="grid flex-none gap-4 border-line px-6 py-5 max-lg:border-b phone:px-4 lg:w-1/2 lg:border-r min-[1440px]:w-168">
          <Skeleton className="h-8 w-72 max-w-full rounded-md" />
          <Skeleton className="h-82 rounded-md phone:h-68" />
        </div>
        <div className="min-w-0 flex-1 pt-11">
          <SkeletonRows rows={10} withHead />
        </div>
      </div>
      <div
        className="grid grid-cols-[repeat(auto-fill,minmax(232px,1fr))] gap-4 px-6 pt-16 phone:px-4"
        aria-hidden="true"
      >
        {[...Array(8).keys()].map((at) => (
          <Skeleton key={at} className="h-28 rounded-lg" />
        ))}
      </div>
    </div>
  )
}

/** A title, and the line of facts below it. */
function HeadPending({ hasTile = false }: { hasTile?: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] px-6 pt-4 pb-3 phone:px-4">
      <div className="flex h-8 items-center gap-3">
        {hasTile ? <Skeleton className="size-8 rounded-md" /> : null}
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
      <div className="mt-1.5 flex h-5 items-center">
        <Skeleton className="h-2.5 w-96 max-w-full" />
      </div>
    </div>
  )
}

/** The shape of a resource's page while it is on its way. */
export function PagePending({ hasTile, hasGraph }: PagePendingProps) {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col">
      <HeadPending hasTile={hasTile} />
      <div className="grid flex-1 content-start border-t border-line lg:grid-cols-[minmax(0,1fr)_320px] lg:content-stretch">
        <div className="grid content-start">
          {hasGraph ? <Skeleton className="h-75 rounded-none border-b border-line phone:h-60" /> : null}
          <div className={hasGraph ? 'grid gap-5 px-6 py-4 phone:px-4' : 'grid gap-5 p-6 phone:p-4'}>
            <Skeleton className={hasGraph ? 'h-2.5 w-48' : 'h-2.5 w-96 max-w-full'} />
            <Skeleton className="h-72 rounded-md" />
          </div>
        </div>
        <div className="grid content-start gap-3 border-line p-5 lg:border-l">
          {['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/2'].map((width, at) => (
            <Skeleton key={width + String(at)} className={`h-2.5 ${width}`} />
          ))}
        </div>
      </div>
    </div>
  )
}
