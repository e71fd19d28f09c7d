import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'

/** Placeholder for a list whose code is loading: title, filters and rows. */
export function ListPending() {
  return (
    <>
      <Skeleton className="mx-6 mt-6 mb-5 h-4 w-36 phone:mx-4" />
      <div className="flex gap-3 px-6 pt-1 pb-4 phone:px-4 phone:pt-4">
        <Skeleton className="h-8 w-54 rounded-md" />
        <Skeleton className="h-8 w-20 rounded-md" />
      </div>
      <div className="border-t border-line">
        <SkeletonRows rows={12} withHead />
      </div>
    </>
  )
}
