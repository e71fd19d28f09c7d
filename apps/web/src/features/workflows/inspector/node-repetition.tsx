import { sameJson } from '@millrace/parameters/pointer'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { WorkflowNode } from '../document/draft.ts'
import { reachable } from '../document/edit-edges.ts'
import { type ForEach, repeatOver, repeatWithLater, runOnce } from '../document/edit-repetition.ts'
import { titleOf } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import * as texts from './texts.ts'
import { itemsOfText, textOfItems } from './typed-items.ts'

interface NodeRepetitionProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** Selects what a step repeats over: an array in a variable, all files of an output, a result, or typed values. */
export function NodeRepetition({ editor, node }: NodeRepetitionProps) {
  const options = repetitions(editor, node)
  const current = node.forEach && keyOf(node.forEach)
  const known = options.some(({ key }) => key === current)
  const pointer = `/nodes/${editor.draft.nodes.indexOf(node)}/forEach`
  return (
    <>
      <Field label={texts.runsFor}>
        {({ id }) => (
          <Segmented
            id={id}
            label={texts.runsFor}
            value={node.forEach ? 'each' : 'once'}
            onChange={(next) =>
              editor.edit(
                next === 'each' ? repeatWithLater(node.id, firstOf(options, node), editor.slotsOf) : runOnce(node.id),
              )
            }
            choices={[
              { value: 'once', label: texts.once },
              { value: 'each', label: texts.eachItem },
            ]}
          />
        )}
      </Field>
      {node.forEach ? (
        <Field label={texts.items} help={texts.forEachHelp} pointer={pointer}>
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
      {node.forEach?.value === undefined ? null : (
        <TypedItems
          key={node.id}
          pointer={`${pointer}/value`}
          value={node.forEach.value}
          onChange={(value) => editor.edit(repeatOver(node.id, { value: value as never }), `${node.id} items`)}
        />
      )}
    </>
  )
}

interface TypedItemsProps {
  pointer: string
  value: ForEach['value']
  onChange: (value: unknown[]) => void
}

function TypedItems({ pointer, value, onChange }: TypedItemsProps) {
  const [text, setText] = useState(() => textOfItems(value))
  const shown = sameJson(itemsOfText(text), value) ? text : textOfItems(value)
  const isEmpty = Array.isArray(value) && value.length === 0
  return (
    <TextField
      label={texts.values}
      help={texts.valuesHelp}
      error={isEmpty ? texts.noValues : undefined}
      pointer={pointer}
      value={shown}
      spellCheck={false}
      inputClassName="font-mono text-xs"
      onChange={({ target }) => {
        setText(target.value)
        onChange(itemsOfText(target.value))
      }}
    />
  )
}

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
    { label: texts.typedValues, forEach: { value: node.forEach?.value ?? [] } },
  ]
  return found.map((option) => ({ ...option, key: keyOf(option.forEach) }))
}

function keyOf({ variable, node, slot, result, value }: ForEach): string {
  return value === undefined ? JSON.stringify([variable, node, slot, result]) : 'value'
}
