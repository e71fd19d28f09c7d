import { sameJson } from '@millrace/parameters/pointer'
import { useMemo } from 'react'
import { type Parameters, startingParameters } from '#components/schema-form/defaults.ts'
import { type ParameterFormOptions, useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import type { WorkflowNode } from '../document/draft.ts'
import type { KnownStep } from '../known-steps.ts'

type Binding = NonNullable<WorkflowNode['parameters']>[string]

/**
 * State of the form of a node's constants. Only constants that differ from the step's defaults are stored in the
 * definition.
 */
export function useNodeForm(
  step: KnownStep | undefined,
  node: WorkflowNode,
  onBind: (name: string, binding: Binding | undefined) => void,
  /** The data that the node runs on, where it is known. */
  data: Pick<ParameterFormOptions, 'columns' | 'tables' | 'tryQuery'> = {},
) {
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
      onBind(name, binding)
    }
  }

  return useParameterForm({ ...data, schema, value, defaults, onChange })
}

function readDefaults(text: string | null | undefined): Parameters | undefined {
  return text ? (JSON.parse(text) as Parameters) : undefined
}
