import { Skeleton } from '#components/ui/skeleton.tsx'
import * as texts from './texts.ts'

/** The shape of a step's page while it is on its way. */
export function StepPending() {
  return (
    <div role="status" aria-label={texts.loadingStep}>
      <div className="grid gap-3 px-6 pt-5 pb-5 phone:px-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-8 rounded-md" />
          <Skeleton className="h-4 w-56" />
        </div>
        <Skeleton className="h-2.5 w-96 max-w-full" />
      </div>
      <div className="grid grid-cols-3 gap-8 border-t border-line p-6">
        {[0, 1, 2].map((at) => (
          <Skeleton key={at} className="h-16 rounded-lg" />
        ))}
      </div>
    </div>
  )
}
