import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Line } from './pending-parts.tsx'

/** Placeholder for a file: the toolbar of a table, its column heads and rows, and the lineage below. */
export function FilePending() {
  return (
    <>
      <div className="flex h-11 flex-none items-center justify-between gap-3 border-b border-line px-6 phone:h-26 phone:flex-col phone:items-start phone:justify-center phone:gap-1 phone:px-4">
        <Skeleton className="h-7 w-24 rounded-md phone:h-11" />
        <Skeleton className="h-7 w-54 rounded-md phone:h-11" />
      </div>
      <TableLine className="h-18 border-b border-line">
        <span className="grid gap-2">
          <Skeleton className="h-2.5 w-4/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-2 w-2/3" />
        </span>
      </TableLine>
      <div className="min-h-0 flex-1 overflow-hidden max-lg:h-96 max-lg:flex-none">
        {[...Array(24).keys()].map((row) => (
          <TableLine key={row} className="h-7 border-b border-line">
            <Skeleton className={clsx('h-2', row % 3 === 0 ? 'w-1/2' : 'w-2/3')} />
          </TableLine>
        ))}
      </div>
      <div className="flex h-13 flex-none items-center justify-between px-6 phone:px-4">
        <Line className="w-28" />
        <Line className="w-40" />
      </div>
      <div className="flex h-52 flex-none flex-col gap-6 border-t border-line px-6 py-4 phone:px-4">
        <Line className="w-36" />
        <div className="flex items-center gap-6">
          <Skeleton className="h-8 w-44 rounded-md" />
          <Skeleton className="h-6 w-36 rounded-full" />
          <Skeleton className="h-8 w-56 rounded-md" />
        </div>
      </div>
    </>
  )
}

function TableLine({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'grid flex-none grid-cols-[1.5rem_repeat(4,minmax(0,1fr))] items-center gap-6 px-6 phone:grid-cols-[1.5rem_repeat(2,minmax(0,1fr))] phone:px-4',
        className,
      )}
    >
      <Skeleton className="h-2 w-4" />
      <div>{children}</div>
      <div>{children}</div>
      <div className="phone:hidden">{children}</div>
      <div className="phone:hidden">{children}</div>
    </div>
  )
}
