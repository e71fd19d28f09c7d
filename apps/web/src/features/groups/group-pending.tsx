import { ResultCardsPending } from '#components/pending/result-cards.tsx'
import { PageHead, SectionHead } from '#components/ui/page-head.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { RESULT_GRID, TagTile } from './group-parts.tsx'
import * as texts from './texts.ts'

export function GroupPending({ tag }: { tag: string }) {
  return (
    <div className="min-h-0 flex-1 overflow-hidden">
      <PageHead once lead={<TagTile />} title={tag} />
      <div className="grid grid-cols-1 gap-7 pt-2">
        <div className="px-6 phone:px-4">
          <SectionHead title={texts.results} />
          <div className={RESULT_GRID}>
            <ResultCardsPending />
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
