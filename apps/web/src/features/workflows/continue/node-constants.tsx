import { ownValue } from '@millrace/parameters/pointer'
import { FieldBindingContext } from '#components/schema-form/field-binding.ts'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { fill } from '#lib/fill.ts'
import type { Edit, WorkflowNode } from '../document/draft.ts'
import { bindParameter } from '../document/edit-variables.ts'
import { bindingText } from '../editor/binding-text.ts'
import { useNodeForm } from '../inspector/use-node-form.ts'
import type { KnownStep } from '../known-steps.ts'
import * as texts from './texts.ts'

interface NodeConstantsProps {
  node: WorkflowNode
  step: KnownStep | undefined
  onEdit: (edit: Edit) => void
}

/** The form of a node’s parameters. Those that come from variables or other nodes are shown, but not changed here. */
export function NodeConstants({ node, step, onEdit }: NodeConstantsProps) {
  const form = useNodeForm(step, node, (name, binding) => onEdit(bindParameter(node.id, name, binding)))
  if (!step) return <p className="text-ink-2">{fill(texts.stepIsGone, node.step.function)}</p>
  if (Object.keys(form.schema?.properties ?? {}).length === 0) {
    return <p className="text-ink-2">{texts.thisStepHasNoParameters}</p>
  }
  const binding = (name: string) => {
    const bound = ownValue(node.parameters, name)
    if (bound === undefined || bound.value !== undefined) return { bound: undefined, button: undefined }
    return { bound: <p className="text-ink-2">{bindingText(bound)}</p>, button: undefined }
  }
  return (
    <FieldBindingContext value={binding}>
      <SchemaForm form={form} />
    </FieldBindingContext>
  )
}
