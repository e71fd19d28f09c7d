import { Skeleton } from '#components/ui/skeleton.tsx'
import { StepsPending } from './steps-pending.tsx'
import * as texts from './texts.ts'

const LINES = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3']

/** The shape of the editor while the workflow is on its way: bar, steps, canvas and details. */
export function EditorPending() {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-14 flex-none items-center justify-between gap-4 border-b border-line px-4 phone:h-25 phone:items-start phone:pt-4">
        <Skeleton className="h-4 w-64 min-w-0" />
        <span className="flex flex-none gap-3">
          <Skeleton className="h-8 w-24 rounded-md phone:hidden" />
          <Skeleton className="h-8 w-36 rounded-md touch:h-11" />
        </span>
      </div>
      <div className="flex min-h-0 flex-1 phone:flex-col">
        <div className="flex w-54 flex-none flex-col gap-2 border-r border-line p-3 pb-0 phone:hidden">
          <Skeleton className="h-8 flex-none rounded-md" />
          <StepsPending />
        </div>
        <div className="flex-1 bg-sunken phone:h-44 phone:flex-none phone:border-b phone:border-line" />
        <div className="grid gap-6 p-4 sm:hidden">
          {LINES.map((width) => (
            <Skeleton key={width} className={`h-2.5 ${width}`} />
          ))}
        </div>
        <div className="w-78 flex-none border-l border-line p-4 max-[80rem]:hidden max-xl:w-68">
          <Skeleton className="mt-1.5 mb-3 h-3.5 w-24" />
          <Skeleton className="mb-6 h-2.5 w-56 max-w-full" />
          {['h-8', 'h-20', 'h-8'].map((height, at) => (
            <span key={height + String(at)} className="mb-4 grid gap-2">
              <Skeleton className="h-2.5 w-20" />
              <span className={`rounded-md border border-line-strong ${height}`} />
            </span>
          ))}
        </div>
      </div>
      <div className="flex h-10 flex-none items-center justify-between border-t border-line px-4 phone:hidden">
        <Skeleton className="h-2.5 w-28" />
        <Skeleton className="h-2.5 w-56" />
      </div>
    </div>
  )
}
