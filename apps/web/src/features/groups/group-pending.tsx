import { PageHead, SectionHead } from '#components/ui/page-head.tsx'
import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'
import { RESULT_GRID, TagTile } from './group-parts.tsx'
import * as texts from './texts.ts'

const CARDS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3']

/** The shape of a group: its results and jobs. */
export function GroupPending({ tag }: { tag: string }) {
  return (
    <div className="min-h-0 flex-1 overflow-hidden">
      <PageHead once lead={<TagTile />} title={tag} />
      <div className="grid grid-cols-1 gap-7 pt-2">
        <div className="px-6 phone:px-4">
          <SectionHead title={texts.results} />
          <div className={RESULT_GRID}>
            {CARDS.map((width) => (
              <div key={width} className="overflow-hidden rounded-lg border border-line">
                <div className="h-[148px] border-b border-line bg-sunken" />
                <div className="grid h-18 content-center gap-2.5 px-3">
                  <Skeleton className={`h-2.5 ${width}`} />
                  <Skeleton className="h-2 w-1/3" />
                  <Skeleton className="h-2 w-1/2" />
                </div>
              </div>
            ))}
          </div>
        </div>
        <div>
          <div className="px-6 phone:px-4">
            <SectionHead title={texts.jobs} />
          </div>
          <SkeletonRows rows={4} />
        </div>
      </div>
    </div>
  )
}
