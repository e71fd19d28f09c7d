import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'

/** The shape of the start panel while what it opens with is on its way: the strip and the three parts. */
export function StartBones() {
  return (
    <>
      <div className="border-b border-line bg-sunken px-6 py-6 phone:px-4 phone:py-3">
        <Skeleton className="h-16 phone:h-4" />
      </div>
      <SkeletonRows rows={8} />
    </>
  )
}
