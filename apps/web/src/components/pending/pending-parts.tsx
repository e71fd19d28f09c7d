import { clsx } from 'clsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** Placeholder for one line of text, with the height of the loaded line. */
export function Line({ className }: { className: string }) {
  return (
    <span className="flex h-5 items-center">
      <Skeleton className={clsx('h-2.5', className)} />
    </span>
  )
}

const TABS = ['w-14', 'w-10', 'w-18', 'w-12', 'w-16']

export function TabsPending({ tabs = TABS.length }: { tabs?: number }) {
  return (
    <div className="flex h-9 flex-none items-center gap-5 border-b border-line px-6 phone:px-4 touch:h-11">
      {TABS.slice(0, tabs).map((width) => (
        <Skeleton key={width} className={clsx('h-2.5 flex-none phone:nth-[n+5]:hidden', width)} />
      ))}
    </div>
  )
}

/** Placeholder for an input, a step or an output. */
export function SlotPending({ className }: { className?: string }) {
  return (
    <div className={clsx('flex h-13 items-center gap-2.5 rounded-lg border border-line-strong px-3', className)}>
      <Skeleton className="size-7 flex-none rounded-md" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-2 w-1/3" />
        <Skeleton className="h-2.5 w-2/3" />
      </span>
    </div>
  )
}
