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

/** The shape of a resource's page while it is on its way. */
export function PagePending({ hasTile, hasGraph }: PagePendingProps) {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)] px-6 pt-4 pb-3 phone:px-4">
        <div className="flex h-8 items-center gap-3">
          {hasTile ? <Skeleton className="size-8 rounded-md" /> : null}
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
        <div className="mt-1.5 flex h-5 items-center">
          <Skeleton className="h-2.5 w-96 max-w-full" />
        </div>
      </div>
      <div className="grid flex-1 content-start border-t border-line lg:grid-cols-[minmax(0,1fr)_320px] lg:content-stretch">
        <div className="grid content-start">
          {hasGraph ? <Skeleton className="h-75 rounded-none border-b border-line phone:h-52" /> : null}
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
