import { Skeleton } from '#components/ui/skeleton.tsx'
import { Line, SlotPending, TabsPending } from './pending-parts.tsx'

/** Placeholder for a job: input, step and output (stacked on a phone), the tabs, and the first result. */
export function JobPending() {
  return (
    <>
      <div className="flex h-10 flex-none items-center gap-6 px-6 pt-2 phone:h-22 phone:flex-col phone:items-start phone:gap-4 phone:px-4 phone:pt-[17px]">
        <Skeleton className="h-2.5 w-32" />
        <Skeleton className="h-2.5 w-20" />
        <Skeleton className="h-2.5 w-36" />
      </div>
      <TabsPending />
      <div className="p-6 phone:p-4">
        <div className="overflow-hidden rounded-lg border border-line">
          <div className="flex h-11 items-center gap-3 border-b border-line px-3">
            <Skeleton className="size-7 rounded-md" />
            <Skeleton className="h-2.5 w-32" />
            <Skeleton className="ml-auto h-2.5 w-20" />
          </div>
          <div className="h-95 p-6 phone:p-4">
            <Skeleton className="h-full rounded-md" />
          </div>
        </div>
      </div>
    </>
  )
}

/** Placeholder for a failed job: the error with the field to fix, the inputs and outputs, the tabs, and the log. */
export function FailedJobPending() {
  return (
    <>
      <div className="p-6 phone:p-4">
        <div className="overflow-hidden rounded-lg border border-line">
          <div className="grid h-18 content-center gap-3 border-b border-line bg-line/25 px-4">
            <Skeleton className="h-3.5 w-56 max-w-full" />
            <Skeleton className="h-2.5 w-32" />
          </div>
          <div className="grid gap-4 p-4">
            <div className="flex items-center gap-2">
              <Skeleton className="h-2.5 w-16" />
              <Skeleton className="h-7 w-28 rounded-md" />
              <Skeleton className="h-7 w-24 rounded-md" />
            </div>
            <div className="h-34 rounded-md border border-line-strong" />
            <Skeleton className="h-8 w-48 rounded-md" />
          </div>
        </div>
      </div>
      <div className="grid flex-none grid-cols-3 items-center gap-13 px-6 pb-6 phone:grid-cols-1 phone:gap-4 phone:px-4">
        <SlotPending />
        <SlotPending className="sm:h-16" />
        <SlotPending className="border-dashed" />
      </div>
      <TabsPending />
      <div className="grid gap-1 bg-sunken px-6 py-3 phone:px-4">
        {['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
          <Line key={width} className={width} />
        ))}
      </div>
    </>
  )
}

/** Placeholder for the main buttons at the bottom of the screen on a phone. */
export function JobFooterPending() {
  return (
    <div aria-hidden="true" className="flex flex-none gap-2.5 border-t border-line px-4 py-2.5 sm:hidden">
      <Skeleton className="h-11 flex-1 rounded-md" />
      <Skeleton className="h-11 flex-1 rounded-md" />
    </div>
  )
}
