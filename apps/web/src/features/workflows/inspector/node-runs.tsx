import { sameJson } from '@millrace/parameters/pointer'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import type { WorkflowNode } from '../document/draft.ts'
import { reachable } from '../document/edit-edges.ts'
import { patchNode } from '../document/edit-nodes.ts'
import { type ForEach, repeatOver, runOnce } from '../document/edit-repetition.ts'
import { titleOf } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { NodeCondition } from './node-condition.tsx'
import * as texts from './texts.ts'

interface NodeRunsProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** How often a step runs, on which condition, and what happens when it fails. */
export function NodeRuns({ editor, node }: NodeRunsProps) {
  const { edit } = editor
  const patch = (change: Parameters<typeof patchNode>[1], topic?: string) =>
    edit(patchNode(node.id, change), topic && `${node.id} ${topic}`)
  return (
    <InspectorSection title={texts.runs}>
      <div className="grid gap-3">
        <Repetition editor={editor} node={node} />
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
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
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
      )}
    </Field>
  )
}

/** What a step repeats over: a list in a variable, or all files of an output. */
function Repetition({ editor, node }: NodeRunsProps) {
  const options = repetitions(editor, node)
  const current = node.forEach && keyOf(node.forEach)
  const known = options.some(({ key }) => key === current)
  return (
    <>
      <Field label={texts.runsFor}>
        {({ id }) => (
          <Segmented
            id={id}
            label={texts.runsFor}
            value={node.forEach ? 'each' : 'once'}
            onChange={(next) =>
              editor.edit(next === 'each' ? repeatOver(node.id, firstOf(options, node)) : runOnce(node.id))
            }
            choices={[
              { value: 'once', label: texts.once },
              { value: 'each', label: texts.eachItem },
            ]}
          />
        )}
      </Field>
      {node.forEach ? (
        <Field
          label={texts.items}
          help={texts.forEachHelp}
          pointer={`/nodes/${editor.draft.nodes.indexOf(node)}/forEach`}
        >
          {(control) => (
            <Select
              {...control}
              value={current ?? null}
              onChange={(key) => {
                const chosen = options.find((option) => option.key === key)
                if (chosen) editor.edit(repeatOver(node.id, chosen.forEach))
              }}
              options={[
                ...options.map(({ key, label }) => ({ value: key, label })),
                ...(known || current === undefined ? [] : [{ value: current, label: texts.customEditAsJson }]),
              ]}
            />
          )}
        </Field>
      ) : null}
    </>
  )
}

/** What the inputs get already, else the first list or output there is. */
function firstOf(options: readonly { forEach: ForEach }[], { inputs = {} }: WorkflowNode): ForEach {
  const sources = Object.values(inputs).flat()
  const used = options.find(({ forEach }) => sources.some((source) => sameJson(source, forEach)))
  return (used ?? options[0])?.forEach ?? { value: [] }
}

function repetitions(editor: WorkflowEditor, node: WorkflowNode): { key: string; label: string; forEach: ForEach }[] {
  const { draft, slotsOf } = editor
  const lists = Object.entries(draft.variables ?? {}).filter(([, schema]) => schema.type === 'array')
  const later = reachable(draft, node.id, 'on')
  const earlier = draft.nodes.filter(({ id }) => id !== node.id && !later.has(id))
  const found = [
    ...lists.map(([variable]) => ({ label: `variable ${variable}`, forEach: { variable } })),
    ...earlier.flatMap(({ id }) =>
      (slotsOf(id)?.outputs ?? []).map(({ name }) => ({
        label: `${name} of ${titleOf(editor, id)}`,
        forEach: { node: id, slot: name },
      })),
    ),
    ...earlier.map(({ id }) => ({ label: `result of ${titleOf(editor, id)}`, forEach: { node: id, result: '' } })),
  ]
  return found.map((option) => ({ ...option, key: keyOf(option.forEach) }))
}

function keyOf({ variable, node, slot, result, value }: ForEach): string {
  return JSON.stringify([variable, node, slot, result, value])
}
