import { clsx } from 'clsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

const LABELS = ['w-16', 'w-20', 'w-14', 'w-24']

/** Placeholder for a form: labels, inputs and a line of help each. Shows at most four `fields`. */
export function FormSkeleton({ label, fields = LABELS.length }: { label: string; fields?: number }) {
  return (
    <div role="status" aria-label={label} className="grid gap-5">
      {LABELS.slice(0, fields).map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={clsx('h-2.5', width)} />
          <div className="h-8 rounded-md border border-line-strong touch:h-11" />
          <Skeleton className="mt-1.5 h-2 w-11/12" />
          <Skeleton className="h-2 w-1/3 sm:hidden" />
        </div>
      ))}
    </div>
  )
}
