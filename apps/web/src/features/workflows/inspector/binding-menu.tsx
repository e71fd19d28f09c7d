import type { JsonSchema } from '@millrace/parameters/json-schema'
import { ownValue } from '@millrace/parameters/pointer'
import { typesFit } from '@millrace/workflows/types-fit'
import { isWorkDataVariable } from '@millrace/workflows/variables'
import { Variable, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Input } from '#components/ui/input.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { Select } from '#components/ui/select.tsx'
import { fill } from '#lib/fill.ts'
import type { WorkflowNode } from '../document/draft.ts'
import { reachable } from '../document/edit-edges.ts'
import { bindParameter, nextVariable, setVariable, variableOf } from '../document/edit-variables.ts'
import { bindingText } from '../editor/binding-text.ts'
import { titleOf } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import * as texts from './texts.ts'

type Binding = NonNullable<WorkflowNode['parameters']>[string]

interface BoundValueProps {
  editor: WorkflowEditor
  binding: Binding
  label: string
  onClear: () => void
}

/** Replaces the control of a bound parameter: says where the value comes from. */
export function BoundValue({ editor, binding, label, onClear }: BoundValueProps) {
  return (
    <span className="flex h-8 items-center gap-2 rounded-md border border-line bg-accent-soft px-2.5 touch:h-11">
      <Variable className="icon-sm flex-none text-accent" />
      <span className="min-w-0 flex-1 truncate">{bindingText(binding, (id) => titleOf(editor, id))}</span>
      <IconButton
        size="sm"
        label={fill(texts.useAConstantFor, label)}
        icon={<X className="icon-sm" />}
        onClick={onClear}
      />
    </span>
  )
}

interface BindingMenuProps {
  editor: WorkflowEditor
  node: WorkflowNode
  name: string
  label: string
  /** The schema of the parameter, which a new variable takes over. */
  field: JsonSchema
}

const ITEM = 'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover touch:h-11'

/**
 * The menu that binds a parameter to a variable, a result of an earlier step, or the current item. Opened with the
 * button beside the parameter.
 */
export function BindingMenu({ editor, node, name, label, field }: BindingMenuProps) {
  const [open, setOpen] = useState(false)
  const { draft, edit } = editor
  const variables = Object.entries(draft.variables ?? {}).filter(
    ([, schema]) => !isWorkDataVariable(schema) && typesFit(schema, field),
  )
  const bind = (binding: Binding) => {
    edit(bindParameter(node.id, name, binding))
    setOpen(false)
  }

  function bindNew() {
    const variable = nextVariable(draft, name)
    const constant = ownValue(node.parameters, name)?.value
    edit((before) =>
      bindParameter(node.id, name, { variable })(setVariable(variable, variableOf(field, label, constant))(before)),
    )
    setOpen(false)
  }

  return (
    <Popover
      label={fill(texts.valueOfLabel, label)}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          square
          size="sm"
          variant="quiet"
          aria-label={fill(texts.bind, label)}
          title={texts.useAVariableOrAResult}
          className="-my-1 h-6! w-6!"
          icon={<Variable className="icon-sm" />}
        />
      }
    >
      <div className="grid w-72 gap-3">
        <ul aria-label={texts.variables} className="-m-1 grid">
          {variables.map(([variable]) => (
            <li key={variable}>
              <button type="button" className={ITEM} onClick={() => bind({ variable })}>
                <Variable className="icon-sm text-ink-3" />
                <span className="mono-sm truncate">{variable}</span>
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={ITEM} onClick={bindNew}>
              {fill(texts.newVariableFor, label)}
            </button>
          </li>
        </ul>
        <ResultForm editor={editor} node={node} onBind={bind} />
        {node.forEach ? <ItemForm onBind={bind} /> : null}
      </div>
    </Popover>
  )
}

interface BindProps {
  onBind: (binding: Binding) => void
}

function ResultForm({ editor, node, onBind }: BindProps & Pick<BindingMenuProps, 'editor' | 'node'>) {
  const later = reachable(editor.draft, node.id, 'on')
  const others = editor.draft.nodes.filter(({ id }) => id !== node.id && !later.has(id))
  const [from, setFrom] = useState<string | null>(null)
  const [result, setResult] = useState('')
  if (others.length === 0) return null
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <Field label={texts.resultOfAStep}>
        {(control) => (
          <Select
            {...control}
            value={from}
            placeholder={texts.chooseAStep}
            onChange={setFrom}
            options={others.map(({ id }) => ({ value: id, label: titleOf(editor, id) }))}
          />
        )}
      </Field>
      <PointerField value={result} onChange={setResult} />
      <Button size="sm" disabled={from === null} onClick={() => from !== null && onBind({ node: from, result })}>
        {texts.useThisResult}
      </Button>
    </div>
  )
}

function ItemForm({ onBind }: BindProps) {
  const [item, setItem] = useState('')
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="font-medium">{texts.currentItem}</p>
      <PointerField value={item} onChange={setItem} />
      <Button size="sm" onClick={() => onBind({ item })}>
        {texts.useTheItem}
      </Button>
    </div>
  )
}

/** A field for a JSON pointer into a value; empty for the whole value. */
export function PointerField({ value, onChange }: { value: string; onChange: (pointer: string) => void }) {
  return (
    <Input
      aria-label={texts.jsonPointer}
      value={value}
      placeholder={texts.pointerPlaceholder}
      spellCheck={false}
      className="font-mono text-xs"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
