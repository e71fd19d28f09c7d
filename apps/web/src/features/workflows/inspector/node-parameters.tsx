import { ownValue } from '@millrace/parameters/pointer'
import { FieldBindingContext } from '#components/schema-form/field-binding.ts'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import type { WorkflowNode } from '../document/draft.ts'
import { bindParameter } from '../document/edit-variables.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { BindingMenu, BoundValue } from './binding-menu.tsx'
import * as texts from './texts.ts'
import { useNodeForm } from './use-node-form.ts'

interface NodeParametersProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** The form of a step's parameters. Each parameter can be bound to a variable or a result instead of a constant. */
export function NodeParameters({ editor, node }: NodeParametersProps) {
  const step = editor.steps.stepOf(node)
  const form = useNodeForm(step, node, (name, binding) =>
    editor.edit(bindParameter(node.id, name, binding), `${node.id} parameter ${name}`),
  )
  const { schema } = form
  if (!schema || Object.keys(schema.properties ?? {}).length === 0) return null
  const binding = (name: string, label: string) => {
    const bound = ownValue(node.parameters, name)
    const isConstant = bound === undefined || bound.value !== undefined
    return {
      bound: isConstant ? undefined : (
        <BoundValue
          editor={editor}
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
    <InspectorSection title={texts.parameters}>
      <FieldBindingContext value={binding}>
        <SchemaForm form={form} />
      </FieldBindingContext>
    </InspectorSection>
  )
}
