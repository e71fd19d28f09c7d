import { clsx } from 'clsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

export type ResourceKind = 'job' | 'execution' | 'file' | 'step'

/** Placeholder for a page head: title, facts and buttons. On a phone, the header of the shell shows the title. */
export function HeadPending({ of }: { of: ResourceKind | 'sweep' }) {
  const hasTile = of === 'file' || of === 'step'
  const isFile = of === 'file'
  return (
    <div
      aria-hidden="true"
      className="grid flex-none grid-cols-[minmax(0,1fr)] gap-1.5 px-6 pt-4 pb-3 phone:gap-2 phone:px-4"
    >
      <div
        className={clsx(
          'flex h-8 items-center gap-3 phone:h-11',
          isFile && 'phone:hidden',
          of === 'sweep' && 'phone:h-6!',
        )}
      >
        {hasTile ? <Skeleton className="size-8 flex-none rounded-md" /> : null}
        <Skeleton className="h-4 w-64 min-w-0 phone:w-24" />
        {hasTile ? null : <Skeleton className="h-6 w-28 rounded-md phone:hidden" />}
        <span className={clsx('ml-auto flex flex-none gap-3', of === 'sweep' && 'phone:hidden')}>
          <Skeleton
            className={clsx(
              'phone:hidden',
              of === 'step' ? 'mr-2 size-4 self-center xl:h-2.5 xl:w-24' : 'h-8 w-28 rounded-md',
            )}
          />
          <Skeleton className={clsx('h-8 rounded-md phone:h-11', of === 'step' ? 'w-31' : 'w-40 phone:w-11')} />
        </span>
      </div>
      <div className={clsx('flex items-center', hasTile || of === 'sweep' ? 'h-4' : 'h-5')}>
        <Skeleton className="h-2.5 w-96 max-w-full" />
      </div>
      <div className={clsx('grid content-evenly sm:hidden', of === 'step' ? 'h-7.5' : 'h-4')}>
        {of === 'step' ? <Skeleton className="h-2.5 w-11/12" /> : null}
        <Skeleton className="h-2.5 w-1/2" />
      </div>
      {of === 'sweep' ? (
        <div className="flex gap-2 sm:hidden">
          <Skeleton className="h-11 flex-1 rounded-md" />
          <Skeleton className="h-11 flex-1 rounded-md" />
        </div>
      ) : null}
      {isFile ? (
        <div className="flex gap-3 sm:hidden">
          <Skeleton className="h-11 w-28 rounded-md" />
          <Skeleton className="h-11 flex-1 rounded-md" />
          <Skeleton className="h-11 w-11 rounded-md" />
        </div>
      ) : null}
    </div>
  )
}
