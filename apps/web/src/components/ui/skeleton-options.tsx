import { clsx } from 'clsx'
import { LINE_WIDTHS, Skeleton } from './skeleton.tsx'
import * as texts from './texts.ts'

/** Placeholder for a list of steps, or of files with checkboxes and tiles: two lines each. */
export function SkeletonOptions({ of }: { of: 'files' | 'steps' }) {
  return (
    <div role="status" aria-label={texts.loading}>
      {[...Array(6).keys()].map((at) => (
        <div key={at} className="flex h-11 items-center gap-3">
          {of === 'files' ? (
            <>
              <Skeleton className="size-4 flex-none" />
              <Skeleton className="size-7 flex-none rounded-md" />
            </>
          ) : null}
          <span className="grid flex-1 gap-2">
            <Skeleton className={clsx('h-2.5', LINE_WIDTHS[at % LINE_WIDTHS.length])} />
            <Skeleton className="h-2 w-28" />
          </span>
          <Skeleton className="h-2.5 w-14" />
        </div>
      ))}
    </div>
  )
}
