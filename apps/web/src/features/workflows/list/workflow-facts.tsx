import { TagList } from '#components/ui/tag.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { ownTags, versionOf } from '../workflow-tags.ts'
import * as texts from './texts.ts'
import { useWorkflowContent } from './workflow-picture.tsx'

interface WorkflowFactsProps {
  file: WorkDataDocument
  onTag: (tag: string) => void
}

/** The number of steps, the version (if it isn't the first) and the tags of a workflow. */
export function WorkflowFacts({ file, onTag }: WorkflowFactsProps) {
  const { Tags, Hidden } = file.properties
  // The thumbnail loads the content; here, it is only read from the cache.
  const { data } = useWorkflowContent(file, false)
  const version = versionOf(Tags)
  const facts = [
    data?.definition && plural(data.definition.nodes.length, 'step'),
    version > 1 ? fill(texts.versionNumber, version) : undefined,
  ].filter(Boolean)
  return (
    <span className="flex min-w-0 items-center gap-2 text-xs text-ink-2">
      <span className="flex-none empty:hidden">{facts.join(', ')}</span>
      <TagList tags={ownTags(Tags)} onTag={onTag} />
      {Hidden ? <span className="text-ink-3">{texts.hidden}</span> : null}
    </span>
  )
}
