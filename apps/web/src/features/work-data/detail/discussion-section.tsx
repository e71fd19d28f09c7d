import { lazy, Suspense, useEffect, useRef } from 'react'
import { useCommentCount } from '#components/discussion/discussion.queries.ts'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'

const Discussion = lazy(() =>
  import('#components/discussion/discussion.tsx').then((module) => ({ default: module.Discussion })),
)

/** The discussion of a file. Links in emails scroll to it by `#discussion`. */
export function DiscussionSection({ file }: { file: WorkDataDocument }) {
  const count = useCommentCount(file)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (count !== undefined && location.hash === '#discussion') place.current?.scrollIntoView({ block: 'start' })
  }, [count])
  return (
    <div id="discussion" ref={place} className="border-t border-line pt-[18px] first:border-t-0 first:pt-0">
      <InspectorSection title={texts.discussion} tools={count ? <span className="text-ink-3">{count}</span> : null}>
        <Suspense fallback={<Skeleton className="h-20 rounded-md" />}>
          <Discussion resource={file} />
        </Suspense>
      </InspectorSection>
    </div>
  )
}
