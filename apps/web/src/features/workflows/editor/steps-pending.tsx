import { Skeleton } from '#components/ui/skeleton.tsx'

/** Widths of placeholders in groups, enough to fill a tall window. */
const GROUPS = [
  ['w-3/5', 'w-2/5', 'w-1/2'],
  ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'],
  ['w-1/2'],
  ['w-3/5', 'w-2/5', 'w-2/3', 'w-1/2'],
  ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-3/5'],
]

export function StepsPending() {
  return (
    <div aria-hidden="true" className="min-h-0 flex-1 overflow-hidden">
      {GROUPS.map((group, at) => (
        <div key={group.join(String(at))}>
          <span className="flex h-7.5 items-end px-2 pb-2">
            <Skeleton className="h-2 w-12" />
          </span>
          {group.map((width) => (
            <span key={width} className="flex h-11 items-center gap-2.5 px-2">
              <Skeleton className="size-7 flex-none rounded-md" />
              <span className="grid flex-1 gap-2">
                <Skeleton className={`h-2.5 ${width}`} />
                <Skeleton className="h-2 w-1/2" />
              </span>
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
