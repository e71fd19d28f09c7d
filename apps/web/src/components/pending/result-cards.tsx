import { Skeleton } from '#components/ui/skeleton.tsx'

const NAMES = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3']

export function ResultCardsPending() {
  return NAMES.map((width) => (
    <div key={width} className="overflow-hidden rounded-lg border border-line">
      <div className="h-[148px] border-b border-line bg-line/25" />
      <div className="grid h-18 content-center gap-2.5 px-3">
        <Skeleton className={`h-2.5 ${width}`} />
        <Skeleton className="h-2 w-1/3" />
        <Skeleton className="h-2 w-1/2" />
      </div>
    </div>
  ))
}
