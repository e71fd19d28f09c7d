import { Skeleton } from '#components/ui/skeleton.tsx'
import * as texts from './texts.ts'

const STEPS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3', 'w-3/5', 'w-2/5', 'w-1/2']

/** The shape of the editor while the workflow is on its way: bar, steps, canvas and details. */
export function EditorPending() {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-14 flex-none items-center justify-between gap-4 border-b border-line px-4">
        <Skeleton className="h-4 w-64" />
        <span className="flex gap-3 phone:hidden">
          <Skeleton className="h-8 w-24 rounded-md" />
          <Skeleton className="h-8 w-36 rounded-md" />
        </span>
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="w-54 flex-none border-r border-line px-5 py-3 phone:hidden">
          <Skeleton className="mb-5 h-7 rounded-md" />
          {STEPS.map((width, at) => (
            <span key={width + String(at)} className="flex h-11 items-center gap-2.5">
              <Skeleton className="size-7 rounded-md" />
              <Skeleton className={`h-2.5 ${width}`} />
            </span>
          ))}
        </div>
        <div className="dotted min-h-72 flex-1 bg-sunken" />
        <div className="w-78 flex-none border-l border-line p-4 max-xl:hidden">
          {STEPS.slice(0, 3).map((width) => (
            <span key={width} className="mb-5 grid gap-2">
              <Skeleton className="h-2.5 w-20" />
              <Skeleton className="h-8 rounded-md" />
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
