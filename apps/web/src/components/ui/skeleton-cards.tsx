import { clsx } from 'clsx'
import { LINE_WIDTHS, Skeleton } from './skeleton.tsx'
import * as texts from './texts.ts'

const SHAPES = {
  files: { picture: 'h-40 bg-line/25', lines: 'h-[79px]' },
  workflows: { picture: 'h-33 bg-sunken', lines: 'h-[102px] phone:h-[118px]' },
}
export type CardKind = keyof typeof SHAPES | 'steps'

/** Placeholder for cards, in the same columns as the loaded cards. */
export function SkeletonCards({ of }: { of: CardKind }) {
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
      {[...Array(12).keys()].map((at) => {
        const title = LINE_WIDTHS[at % LINE_WIDTHS.length] ?? ''
        return (
          <div key={at} className="overflow-hidden rounded-lg border border-line">
            {of === 'steps' ? <StepCard title={title} /> : <PictureCard {...SHAPES[of]} title={title} />}
          </div>
        )
      })}
    </div>
  )
}

function PictureCard({ picture, lines, title }: { picture: string; lines: string; title: string }) {
  return (
    <>
      <div className={clsx('border-b border-line', picture)} />
      <div className={clsx('grid content-evenly gap-2.5 px-3 py-3', lines)}>
        <Skeleton className={clsx('h-2.5', title)} />
        <Skeleton className="h-2 w-1/3" />
        <Skeleton className="h-2 w-1/2" />
      </div>
    </>
  )
}

function StepCard({ title }: { title: string }) {
  return (
    <div className="grid gap-3 px-4 py-3">
      <span className="flex h-9 items-center gap-3">
        <Skeleton className="size-7 flex-none rounded-md" />
        <span className="grid flex-1 gap-2.5">
          <Skeleton className={clsx('h-2.5', title)} />
          <Skeleton className="h-2 w-1/3" />
        </span>
      </span>
      <span className="grid h-15 content-evenly">
        <Skeleton className="h-2.5 w-11/12" />
        <Skeleton className="h-2.5 w-3/5" />
        <Skeleton className="h-2 w-1/2" />
      </span>
      <span className="flex h-[45px] items-center justify-between border-t border-line pt-3 phone:h-[57px]">
        <span className="grid gap-2">
          <Skeleton className="h-2 w-24" />
          <Skeleton className="h-2 w-32" />
        </span>
        <Skeleton className="h-7 w-24 rounded-md touch:h-11" />
      </span>
    </div>
  )
}
