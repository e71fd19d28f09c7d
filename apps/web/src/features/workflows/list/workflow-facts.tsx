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

/** Steps, version (from the second on) and tags of a workflow. */
export function WorkflowFacts({ file, onTag }: WorkflowFactsProps) {
  const { Tags, Hidden } = file.properties
  // The picture reads the content; this only shows what is cached.
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
