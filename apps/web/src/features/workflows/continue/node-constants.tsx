import { ownValue, pointerOf } from '@millrace/parameters/pointer'
import { useEffect } from 'react'
import { FieldBindingContext } from '#components/schema-form/field-binding.ts'
import { focusFirst } from '#components/schema-form/jump-to.ts'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { WrongValue } from '#components/schema-form/wrong-value.tsx'
import { markedValue } from '#lib/failed-value.ts'
import { fill } from '#lib/fill.ts'
import type { Edit, WorkflowNode } from '../document/draft.ts'
import { bindParameter } from '../document/edit-variables.ts'
import { bindingText } from '../editor/binding-text.ts'
import { useNodeForm } from '../inspector/use-node-form.ts'
import type { KnownStep } from '../known-steps.ts'
import * as texts from './texts.ts'
import type { FailedRun } from './use-failed-run.ts'

interface NodeConstantsProps {
  node: WorkflowNode
  step: KnownStep | undefined
  /** The parameter that caused the failure receives the focus. */
  failed: FailedRun | undefined
  /** Id of the form of the variables. */
  variablesForm: string
  titleOf: (node: string) => string
  onEdit: (edit: Edit) => void
}

/** The form of a node's parameters. Those bound to variables or other nodes are shown but can't be changed here. */
export function NodeConstants({ node, step, failed, variablesForm, titleOf, onEdit }: NodeConstantsProps) {
  const bind = (name: string, binding: Parameters<typeof bindParameter>[2]) =>
    onEdit(bindParameter(node.id, name, binding))
  const { parameter, tryQuery } = failed ?? {}
  const name = parameter?.Name
  const failedBinding = name === undefined ? undefined : ownValue(node.parameters, name)
  const query = parameter && markedValue(failedBinding?.value, parameter)
  const form = useNodeForm(step, node, bind, {
    ...(failed && { columns: failed.columns, tables: failed.tables }),
    tryQuery: tryQuery && query ? { ...tryQuery, known: { fault: failed?.cause ?? null, query } } : tryQuery,
  })
  const field = name === undefined ? undefined : form.schema?.properties?.[name]
  const isThere = field !== undefined
  const variable = failedBinding?.variable
  const [holder, wrong] = variable === undefined ? [form.id, name] : [variablesForm, variable]
  useEffect(() => {
    const panel = document.getElementById(form.id)?.closest('[role=dialog]')
    if (!panel || !isThere || wrong === undefined) return undefined
    return focusFirst(panel, holder, pointerOf([wrong]))
  }, [form.id, holder, isThere, wrong])
  if (!step) return <p className="text-ink-2">{fill(texts.stepIsGone, node.step.function)}</p>
  if (Object.keys(form.schema?.properties ?? {}).length === 0) {
    return <p className="text-ink-2">{texts.thisStepHasNoParameters}</p>
  }
  const binding = (name: string) => {
    const bound = ownValue(node.parameters, name)
    if (bound === undefined || bound.value !== undefined) return { bound: undefined, button: undefined }
    return { bound: <p className="text-ink-2">{bindingText(bound, titleOf)}</p>, button: undefined }
  }
  const isMarkedInField = field?.format === 'sql' && tryQuery !== undefined && failedBinding?.value !== undefined
  return (
    <FieldBindingContext value={binding}>
      {parameter && field && !isMarkedInField ? <WrongValue value={failed?.value} failed={parameter} /> : null}
      <SchemaForm form={form} />
    </FieldBindingContext>
  )
}
