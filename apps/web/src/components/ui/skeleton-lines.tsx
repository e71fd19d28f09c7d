import { clsx } from 'clsx'
import { LINE_WIDTHS, Skeleton } from './skeleton.tsx'
import * as texts from './texts.ts'

/** Placeholder for the content of a file: lines that fill the frame. */
export function SkeletonLines() {
  return (
    <span role="status" aria-label={texts.loading} className="grid size-full content-start gap-2.5 overflow-hidden p-3">
      {[...Array(9).keys()].map((at) => (
        <Skeleton key={at} className={clsx('h-2', at % 3 === 0 ? LINE_WIDTHS[at % LINE_WIDTHS.length] : 'w-full')} />
      ))}
    </span>
  )
}
