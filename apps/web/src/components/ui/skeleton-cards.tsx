import { clsx } from 'clsx'
import { RAGGED, Skeleton } from './skeleton.tsx'
import * as texts from './texts.ts'

/** The heights of the pictures on cards, and of the lines below. */
const SHAPES = {
  files: { picture: 'h-40', lines: 'h-[78px]' },
  workflows: { picture: 'h-33', lines: 'h-26' },
  steps: { picture: undefined, lines: 'h-46 phone:h-50' },
}
export type CardKind = keyof typeof SHAPES

/** Cards that are still loading, in the columns that they will have. */
export function SkeletonCards({ of }: { of: CardKind }) {
  const { picture, lines } = SHAPES[of]
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
          {picture ? <div className={clsx('border-b border-line bg-line/25', picture)} /> : null}
          <div className={clsx('grid gap-2.5 px-3 py-3', picture ? 'content-evenly' : 'content-start', lines)}>
            <Skeleton className={clsx('h-2.5', RAGGED[at % RAGGED.length])} />
            <Skeleton className="h-2 w-1/3" />
            <Skeleton className="h-2 w-1/2" />
            {picture ? null : (
              <div className="mt-17 flex items-center justify-between border-t border-line pt-4">
                <Skeleton className="h-2 w-24" />
                <Skeleton className="h-4 w-20 rounded-md" />
              </div>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
