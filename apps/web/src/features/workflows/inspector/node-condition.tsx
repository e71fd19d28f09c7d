import { COMPARISONS } from '@millrace/workflows/definition'
import { isWorkDataVariable } from '@millrace/workflows/variables'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Select } from '#components/ui/select.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { fill } from '#lib/fill.ts'
import type { WorkflowNode } from '../document/draft.ts'
import { reachable } from '../document/edit-edges.ts'
import { patchNode } from '../document/edit-nodes.ts'
import { titleOf } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { PointerField } from './binding-menu.tsx'
import * as texts from './texts.ts'
import { itemOfText } from './typed-items.ts'

type Condition = NonNullable<WorkflowNode['when']>
type Compare = NonNullable<Condition['compare']>
type Binding = Compare['left']

const WORDS: Record<Compare['is'], string> = { eq: '=', ne: '≠', lt: '<', le: '≤', gt: '>', ge: '≥' }

interface NodeConditionProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** Edits a condition that consists of one comparison. Combined conditions are edited as JSON. */
export function NodeCondition({ editor, node }: NodeConditionProps) {
  const lefts = leftOptions(editor, node)
  const set = (when: Condition | undefined) => editor.edit(patchNode(node.id, { when }))
  const first = lefts[0]?.binding ?? { value: true }
  const compare = node.when?.compare
  const pointer = `/nodes/${editor.draft.nodes.indexOf(node)}/when`
  return (
    <>
      <Field label={texts.onlyIf} pointer={pointer}>
        {(control) => (
          <Switch
            {...control}
            checked={node.when !== undefined}
            onChange={({ target }) =>
              set(target.checked ? { compare: { left: first, is: 'eq', right: { value: true } } } : undefined)
            }
          />
        )}
      </Field>
      {node.when && !compare ? <p className="text-ink-2">{texts.conditionIsCustom}</p> : null}
      {compare ? (
        <Comparison
          pointer={`${pointer}/compare`}
          compare={compare}
          lefts={lefts}
          onChange={(next) => set({ compare: next })}
        />
      ) : null}
    </>
  )
}

interface ComparisonProps {
  pointer: string
  compare: Compare
  lefts: readonly LeftOption[]
  onChange: (compare: Compare) => void
}

function Comparison({ pointer, compare, lefts, onChange }: ComparisonProps) {
  const [text, setText] = useState(() => JSON.stringify(compare.right.value ?? null))
  const current = keyOf(compare.left)
  const known = lefts.some(({ key }) => key === current)
  const { result, item } = compare.left
  return (
    <div data-pointer={pointer} className="grid gap-2 rounded-md border border-line p-2.5">
      <Select
        aria-label={texts.valueToCompare}
        value={current}
        onChange={(key) => {
          const left = lefts.find((option) => option.key === key)?.binding
          if (left) onChange({ ...compare, left })
        }}
        options={[
          ...lefts.map(({ key, label }) => ({ value: key, label })),
          ...(known ? [] : [{ value: current, label: texts.customEditAsJson }]),
        ]}
      />
      {result === undefined && item === undefined ? null : (
        <PointerField
          value={result ?? item ?? ''}
          onChange={(pointer) =>
            onChange({
              ...compare,
              left: { ...compare.left, ...(result === undefined ? { item: pointer } : { result: pointer }) },
            })
          }
        />
      )}
      <div className="grid grid-cols-[72px_minmax(0,1fr)] gap-2">
        <Select
          aria-label={texts.comparison}
          value={compare.is}
          onChange={(is) => onChange({ ...compare, is })}
          options={COMPARISONS.map((value) => ({ value, label: WORDS[value] }))}
        />
        <div data-pointer={`${pointer}/right`}>
          <Input
            aria-label={texts.comparedWith}
            value={text}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={({ target }) => {
              setText(target.value)
              onChange({ ...compare, right: { value: itemOfText(target.value) as never } })
            }}
          />
        </div>
      </div>
    </div>
  )
}

interface LeftOption {
  key: string
  label: string
  binding: Binding
}

function leftOptions(editor: WorkflowEditor, node: WorkflowNode): LeftOption[] {
  const { draft } = editor
  const later = reachable(draft, node.id, 'on')
  const earlier = draft.nodes.filter(({ id }) => id !== node.id && !later.has(id))
  const found: Omit<LeftOption, 'key'>[] = [
    ...earlier.map(({ id }) => ({
      label: fill(texts.resultOf, titleOf(editor, id)),
      binding: { node: id, result: '' },
    })),
    ...Object.entries(draft.variables ?? {}).flatMap(([variable, schema]) =>
      isWorkDataVariable(schema) ? [] : [{ label: fill(texts.variable, variable), binding: { variable } }],
    ),
    ...(node.forEach ? [{ label: texts.currentItem, binding: { item: '' } }] : []),
  ]
  return found.map((option) => ({ ...option, key: keyOf(option.binding) }))
}

/** Returns a key that is the same for all pointers into one value. */
function keyOf({ node, variable, item, value }: Binding): string {
  return JSON.stringify([node, variable, item === undefined ? undefined : '', value])
}
