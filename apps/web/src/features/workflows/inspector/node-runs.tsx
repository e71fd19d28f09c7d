import { Field } from '#components/ui/field.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { WorkflowNode } from '../document/draft.ts'
import { patchNode } from '../document/edit-nodes.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { NodeCondition } from './node-condition.tsx'
import { NodeRepetition } from './node-repetition.tsx'
import * as texts from './texts.ts'

interface NodeRunsProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** Edits how often a step runs, on which condition, and what happens when it fails. */
export function NodeRuns({ editor, node }: NodeRunsProps) {
  const { edit } = editor
  const patch = (change: Parameters<typeof patchNode>[1], topic?: string) =>
    edit(patchNode(node.id, change), topic && `${node.id} ${topic}`)
  return (
    <InspectorSection title={texts.runs}>
      <div className="grid gap-3">
        <NodeRepetition editor={editor} node={node} />
        <NodeCondition editor={editor} node={node} />
        <Field label={texts.ifItFails}>
          {({ id }) => (
            <Segmented
              id={id}
              label={texts.ifItFails}
              value={node.onFailure ?? 'stop'}
              onChange={(next) => patch({ onFailure: next === 'stop' ? undefined : next })}
              choices={[
                { value: 'stop', label: texts.stop },
                { value: 'continue', label: texts.continueLabel },
              ]}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <CountField
            label={texts.retries}
            value={node.retries}
            most={10}
            placeholder="0"
            onChange={(retries) => patch({ retries }, 'retries')}
          />
          <CountField
            label={texts.timeLimit}
            unit="s"
            value={node.timeoutSeconds}
            placeholder="none"
            onChange={(timeoutSeconds) => patch({ timeoutSeconds }, 'timeout')}
          />
        </div>
      </div>
    </InspectorSection>
  )
}

interface CountFieldProps {
  label: string
  value: number | undefined
  most?: number
  unit?: string
  placeholder: string
  onChange: (value: number | undefined) => void
}

function CountField({ label, value, most, unit, placeholder, onChange }: CountFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      min={0}
      max={most}
      value={value ?? ''}
      placeholder={placeholder}
      tail={unit}
      onChange={({ target }) => {
        const count = Number.parseInt(target.value, 10)
        onChange(Number.isNaN(count) || count <= 0 ? undefined : Math.min(count, most ?? count))
      }}
    />
  )
}
