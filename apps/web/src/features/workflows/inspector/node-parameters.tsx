import { sameJson } from '@millrace/parameters/pointer'
import { useMemo } from 'react'
import { type Parameters, startingParameters } from '#components/schema-form/defaults.ts'
import { FieldBindingContext } from '#components/schema-form/field-binding.ts'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import { InspectorSection } from '#components/ui/inspector.tsx'
import type { WorkflowNode } from '../document/draft.ts'
import { bindParameter } from '../document/edit-variables.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { BindingMenu, BoundValue } from './binding-menu.tsx'

interface NodeParametersProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** The form of a step’s parameters. Each can be bound to a variable or a result instead of a constant. */
export function NodeParameters({ editor, node }: NodeParametersProps) {
  const form = useNodeForm(editor, node)
  const { schema } = form
  if (!schema || Object.keys(schema.properties ?? {}).length === 0) return null
  const binding = (name: string, label: string) => {
    const bound = node.parameters?.[name]
    const isConstant = bound === undefined || bound.value !== undefined
    return {
      bound: isConstant ? undefined : (
        <BoundValue
          binding={bound}
          label={label}
          onClear={() => editor.edit(bindParameter(node.id, name, undefined))}
        />
      ),
      button: (
        <BindingMenu editor={editor} node={node} name={name} label={label} field={schema.properties?.[name] ?? {}} />
      ),
    }
  }
  return (
    <InspectorSection title="Parameters">
      <FieldBindingContext value={binding}>
        <SchemaForm form={form} />
      </FieldBindingContext>
    </InspectorSection>
  )
}

/** Only constants that differ from the step’s defaults are in the definition. */
function useNodeForm(editor: WorkflowEditor, node: WorkflowNode) {
  const step = editor.steps.stepOf(node.step)
  const bindings = node.parameters
  const bound = Object.keys(bindings ?? {}).filter((name) => bindings?.[name]?.value === undefined)
  const boundNames = bound.join('\n')
  const schema = useMemo(() => {
    const known = step?.version.parameters
    const names = boundNames.split('\n')
    return known && { ...known, required: (known.required ?? []).filter((name) => !names.includes(name)) }
  }, [step, boundNames])
  const defaults = useMemo(
    () => (schema ? startingParameters(schema, readDefaults(step?.document.properties.DefaultParameters)) : {}),
    [schema, step],
  )
  const value = useMemo(() => {
    const constants = Object.entries(bindings ?? {}).flatMap(([name, { value: constant }]) =>
      constant === undefined ? [] : [[name, constant] as const],
    )
    return { ...defaults, ...Object.fromEntries(constants) }
  }, [bindings, defaults])

  function onChange(next: Parameters) {
    for (const name of new Set([...Object.keys(value), ...Object.keys(next)])) {
      if (bound.includes(name) || sameJson(next[name], value[name])) continue
      const isDefault = next[name] === undefined || sameJson(next[name], defaults[name])
      if (isDefault && bindings?.[name] === undefined) continue
      const binding = isDefault ? undefined : { value: next[name] as never }
      editor.edit(bindParameter(node.id, name, binding), `${node.id} parameter ${name}`)
    }
  }

  return useParameterForm({ schema, value, defaults, onChange })
}

function readDefaults(text: string | null | undefined): Parameters | undefined {
  return text ? (JSON.parse(text) as Parameters) : undefined
}
