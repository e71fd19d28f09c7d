import { ownValue, partsOf } from '@millrace/parameters/pointer'
import { graphOf, variableOfKey } from '@millrace/workflows/graph'
import { Button } from '#components/ui/button.tsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { titleOf } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { NodeInspector } from './node-inspector.tsx'
import * as texts from './texts.ts'
import { VariableEditor } from './variable-editor.tsx'
import { WorkflowInspector } from './workflow-inspector.tsx'

/** Details of the selection: a step, an input, several items, an edge, or the workflow if nothing is selected. */
export function Inspector({ editor }: { editor: WorkflowEditor }) {
  const { draft, selection, epoch } = editor
  const [only, ...others] = selection.keys
  if (selection.edge !== undefined) return <EdgeInspector editor={editor} />
  if (others.length > 0) return <ManyInspector editor={editor} />
  const node = draft.nodes.find(({ id }) => id === only)
  if (node) return <NodeInspector key={`${node.id} ${epoch}`} editor={editor} node={node} />
  const variable = only === undefined ? undefined : variableOfKey(only, draft)
  const schema = variable === undefined ? undefined : ownValue(draft.variables, variable)
  if (variable !== undefined && schema) {
    return (
      <InspectorSection title={texts.input}>
        <ul>
          <VariableEditor
            key={`${variable} ${epoch}`}
            name={variable}
            schema={schema}
            isWorkData
            editor={editor}
            isOpen
          />
        </ul>
      </InspectorSection>
    )
  }
  return <WorkflowInspector editor={editor} />
}

function EdgeInspector({ editor }: { editor: WorkflowEditor }) {
  return (
    <InspectorSection title={texts.connection}>
      <div className="mb-3">
        <Facts facts={endsOf(editor)} />
      </div>
      <Button variant="danger" onClick={editor.remove}>
        {texts.removeConnection}
      </Button>
    </InspectorSection>
  )
}

function endsOf(editor: WorkflowEditor) {
  const edge = graphOf(editor.draft).edges.find(({ pointer }) => pointer === editor.selection.edge)
  if (!edge) return []
  const [, , group, name] = partsOf(edge.pointer)
  const roles = { forEach: texts.eachItem, when: texts.onlyIf, after: '' }
  const role = Object.hasOwn(roles, group ?? '') ? roles[group as keyof typeof roles] : name
  const breadcrumbs = (...parts: (string | undefined)[]) => (
    <span className="whitespace-normal wrap-anywhere">{parts.filter(Boolean).join(' › ')}</span>
  )
  return [
    [texts.from, breadcrumbs(titleOf(editor, edge.from), edge.slot)] as const,
    [texts.to, breadcrumbs(titleOf(editor, edge.to), role)] as const,
  ]
}

function ManyInspector({ editor }: { editor: WorkflowEditor }) {
  return (
    <InspectorSection title={fill(texts.selected, plural(editor.selection.keys.length, 'item'))}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={editor.duplicate}>{texts.duplicate}</Button>
        <Button variant="danger" onClick={editor.remove}>
          {texts.deleteLabel}
        </Button>
      </div>
    </InspectorSection>
  )
}
