import { PageHead } from '#components/ui/page-head.tsx'
import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'
import * as texts from './texts.ts'

interface ListPendingProps {
  /** If it is known which page it is. */
  title?: string
}

/** The shape of a list while it is on its way: title, filters and rows. */
export function ListPending({ title }: ListPendingProps) {
  return (
    <>
      {title === undefined ? (
        <Skeleton className="mx-6 mt-6 mb-5 h-4 w-36 phone:mx-4" />
      ) : (
        <PageHead once title={title} />
      )}
      <div className="flex gap-3 px-6 pt-1 pb-4 phone:px-4 phone:pt-4">
        <Skeleton className="h-8 w-54 rounded-md" />
        <Skeleton className="h-8 w-20 rounded-md" />
      </div>
      <div className="border-t border-line">
        <SkeletonRows rows={12} />
      </div>
    </>
  )
}

/** The shape of a resource's page while it is on its way. */
export function PagePending() {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-6 pt-5 pb-5 phone:px-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-8 rounded-md" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
        <Skeleton className="h-2.5 w-96 max-w-full" />
      </div>
      <div className="grid flex-1 content-start border-t border-line lg:grid-cols-[minmax(0,1fr)_320px] lg:content-stretch">
        <div className="grid content-start gap-5 p-6 phone:p-4">
          <Skeleton className="h-22 rounded-md" />
          <Skeleton className="h-72 rounded-md" />
        </div>
        <div className="grid content-start gap-3 border-line p-5 lg:border-l">
          {['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/2'].map((width, at) => (
            <Skeleton key={width + String(at)} className={`h-2.5 ${width}`} />
          ))}
        </div>
      </div>
    </div>
  )
}
