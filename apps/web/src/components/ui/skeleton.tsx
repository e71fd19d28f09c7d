import { clsx } from 'clsx'
import * as texts from './texts.ts'

/** A still block of the height the content will have. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block rounded-sm bg-line/60', className)} />
}

const RAGGED = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3']

interface SkeletonRowsProps {
  rows?: number
  /** Without the margins of a page, inside something that has them. */
  flush?: boolean
  /** Of two lines each. */
  tall?: boolean
  /** Below the head of a table. Phones have none. */
  withHead?: boolean
}

/** Rows of a table that is still on its way. */
export function SkeletonRows({ rows = 8, flush = false, tall = false, withHead = false }: SkeletonRowsProps) {
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
            'flex items-center gap-6',
            tall ? 'h-11' : 'h-(--row) border-b border-line',
            withHead && 'phone:h-15',
            !flush && 'px-6 phone:px-4',
          )}
        >
          <Skeleton className={clsx('h-2.5 w-20', withHead && 'phone:size-4 phone:rounded-full')} />
          <span className="flex-1">
            <Skeleton className={clsx('h-2.5', RAGGED[at % RAGGED.length])} />
          </span>
          <Skeleton className="h-2.5 w-16" />
        </div>
      ))}
    </div>
  )
}

/** The heights of the pictures on cards. */
const PICTURES = { files: 'h-40', workflows: 'h-33', steps: undefined }
export type CardKind = keyof typeof PICTURES

/** Cards that are still on their way, in the columns that they will have. */
export function SkeletonCards({ of }: { of: CardKind }) {
  const picture = PICTURES[of]
  return (
    <div
      role="status"
      aria-label={texts.loading}
      className={clsx(
        'grid gap-4 overflow-hidden p-6 phone:p-4',
        of === 'files'
          ? 'grid-cols-[repeat(auto-fill,minmax(232px,1fr))]'
          : 'grid-cols-[repeat(auto-fill,minmax(300px,1fr))]',
      )}
    >
      {[...Array(12).keys()].map((at) => (
        <div key={at} className="overflow-hidden rounded-lg border border-line">
          {picture ? <div className={clsx('border-b border-line bg-sunken', picture)} /> : null}
          <div className={clsx('grid gap-2.5 px-3 py-3', !picture && 'h-46 content-start')}>
            <Skeleton className={clsx('h-2.5', RAGGED[at % RAGGED.length])} />
            <Skeleton className="h-2 w-1/3" />
            <Skeleton className="h-2 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
