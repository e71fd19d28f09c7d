import { clsx } from 'clsx'
import * as texts from './texts.ts'

/** A still block of the height the content will have. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block rounded-sm bg-line/60', className)} />
}

const RAGGED = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3']

/** Rows of a table that is still on its way. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label={texts.loading}>
      {[...Array(rows).keys()].map((at) => (
        <div key={at} className="flex h-(--row) items-center gap-6 border-b border-line px-6 phone:px-4">
          <Skeleton className="h-2.5 w-20" />
          <span className="flex-1">
            <Skeleton className={clsx('h-2.5', RAGGED[at % RAGGED.length])} />
          </span>
          <Skeleton className="h-2.5 w-16" />
        </div>
      ))}
    </div>
  )
}
