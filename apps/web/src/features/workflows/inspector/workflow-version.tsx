import { DEFINITION_SLOT } from '@millrace/workflows/workflow-step'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkflowNode } from '../document/draft.ts'
import { patchNode } from '../document/edit-nodes.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { workflowOf } from '../save-workflow.ts'
import { versionOf } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'

interface WorkflowVersionProps {
  editor: WorkflowEditor
  node: WorkflowNode
  href: string
}

/** Shows which version of a workflow a node runs, and offers the newest one. */
export function WorkflowVersion({ editor, node, href }: WorkflowVersionProps) {
  const { data: file } = useQuery(workDataQueries.detail(href))
  const { data: versions } = useQuery({
    ...workflowQueries.versions(file ? workflowOf(file) : ''),
    enabled: file !== undefined,
  })
  if (!file) return <>{node.step.function}</>
  const current = versionOf(file.properties.Tags)
  const numbered = (versions?.items ?? []).map((one) => ({ file: one, version: versionOf(one.properties.Tags) }))
  const [newest] = numbered.toSorted((a, b) => b.version - a.version)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {fill(texts.workflowVersion, current)}
      {newest && newest.version > current ? (
        <Button
          size="sm"
          onClick={() =>
            editor.edit(
              patchNode(node.id, {
                inputs: { ...node.inputs, [DEFINITION_SLOT]: [{ workData: selfHref(newest.file) }] },
              }),
            )
          }
        >
          {fill(texts.useVersion, newest.version)}
        </Button>
      ) : null}
    </span>
  )
}
