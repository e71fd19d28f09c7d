import { usePhone } from '#lib/use-media.ts'
import type { RowShape } from './list-columns.ts'
import { Skeleton, SkeletonRows } from './skeleton.tsx'
import { type CardKind, SkeletonCards } from './skeleton-cards.tsx'
import { SkeletonTable } from './skeleton-table.tsx'
import { TableFrame } from './table.tsx'

export interface ListSkeletonProps {
  /** The columns of the list. On wide screens, a list with columns also has a footer. */
  shape?: RowShape | undefined
  cards?: CardKind | undefined
}

/** Placeholder for a list: cards if `cards` is set, otherwise rows. */
export default function ListSkeleton({ shape, cards }: ListSkeletonProps) {
  return (
    <>
      <TableFrame className="overflow-hidden!">
        <ListContent shape={shape} cards={cards} />
      </TableFrame>
      {shape ? (
        <div className="flex h-10 flex-none items-center border-t border-line px-6 phone:hidden touch:h-13">
          <Skeleton className="h-2.5 w-20" />
        </div>
      ) : null}
    </>
  )
}

/** Number of placeholder rows: more than fit on a screen. */
const ROWS = 20

function ListContent({ shape, cards }: ListSkeletonProps) {
  const isPhone = usePhone()
  if (cards) return <SkeletonCards of={cards} />
  if (shape && !isPhone) return <SkeletonTable {...shape} />
  const ofFiles = shape?.columns.some(({ skeleton }) => skeleton === 'tile') ?? false
  return <SkeletonRows rows={ROWS} withHead ofFiles={ofFiles} />
}
