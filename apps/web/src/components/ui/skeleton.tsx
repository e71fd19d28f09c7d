import { clsx } from 'clsx'
import * as texts from './texts.ts'

/** A placeholder block without animation. Give it the size of the loaded content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('skeleton', className)} />
}

export const LINE_WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3']

interface SkeletonRowsProps {
  rows?: number
  /** Includes the head of a table, except on a phone. */
  withHead?: boolean
  /** The rows are files, which on a phone have a tile instead of an icon. */
  ofFiles?: boolean
}

/** Placeholder for the rows of a table. */
export function SkeletonRows({ rows = 8, withHead = false, ofFiles = false }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={texts.loading}>
      {withHead ? (
        <div className="flex h-8 items-center gap-6 border-b border-line px-6 phone:hidden">
          <Skeleton className="h-2 w-10" />
          <Skeleton className="mr-auto h-2 w-14" />
          <Skeleton className="h-2 w-16" />
        </div>
      ) : null}
      {[...Array(rows).keys()].map((at) => (
        <div
          key={at}
          className={clsx(
            'flex h-(--row) items-center gap-6 border-b border-line px-6 phone:px-4',
            withHead && 'phone:h-[59px] phone:gap-3',
          )}
        >
          <Skeleton
            className={clsx(
              'h-2.5 w-20',
              withHead && 'phone:self-start',
              withHead && (ofFiles ? 'phone:mt-2.5 phone:size-6' : 'phone:mt-3 phone:size-4 phone:rounded-full'),
            )}
          />
          <span className="grid flex-1 gap-2">
            <Skeleton className={clsx('h-2.5', LINE_WIDTHS[at % LINE_WIDTHS.length])} />
            {withHead ? <Skeleton className="h-2 w-28 sm:hidden" /> : null}
          </span>
          <Skeleton className={clsx('h-2.5 w-16', withHead && 'phone:mt-3.5 phone:h-2 phone:w-12 phone:self-start')} />
        </div>
      ))}
    </div>
  )
}
