import type { JsonSchema } from '@millrace/parameters/json-schema'
import { sameJson } from '@millrace/parameters/pointer'
import { type Parameters, startingParameters } from '#components/schema-form/defaults.ts'
import { labelOf } from '#components/schema-form/field-kind.ts'

export interface ShownParameter {
  name: string
  label: string
  value: unknown
  unit: string | undefined
  /** What the step does if there is no value. */
  empty: string | undefined
  changed: boolean
}

/**
 * The parameters of a step as a job has set them. Those without a value are listed, too, so that there are as many as in
 * the form.
 */
export function shownParameters(
  schema: JsonSchema | undefined,
  stepDefaults: Parameters | undefined,
  set: Parameters,
): ShownParameter[] {
  const defaults = schema ? startingParameters(schema, stepDefaults) : undefined
  const value = { ...defaults, ...set }
  const order = Object.keys(schema?.properties ?? {})
  const names = [...order, ...Object.keys(value).filter((name) => !order.includes(name))]
  return names.map((name) => {
    const field: JsonSchema = schema?.properties?.[name] ?? {}
    // The form fills such a field with a column of the file, and counts that as its default.
    const isGuessed = schema?.required?.includes(name) && 'x-column-of' in field && defaults?.[name] === undefined
    const changed = defaults !== undefined && !isGuessed && !sameJson(value[name], defaults[name])
    const empty = /\bEmpty: ([^.;]+)/.exec(field.description ?? '')?.[1]
    return { name, label: labelOf(field, name), value: value[name], unit: field['x-unit'], empty, changed }
  })
}

/** A value of a parameter in words. */
export function parameterWords({ value, unit, empty }: ShownParameter): string {
  if (value === null || value === undefined || value === '') return empty ?? 'not set'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.join(', ') || (empty ?? 'none')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return unit ? `${text} ${unit}` : text
}
