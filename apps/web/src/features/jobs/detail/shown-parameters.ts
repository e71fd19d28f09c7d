import type { JsonSchema } from '@millrace/parameters/json-schema'
import { type Choice, choicesOf, displayValue, emptyMeaning, labelOf, NOT_SET } from '@millrace/parameters/labels'
import { type Parameters, sameValue, startingParameters } from '#components/schema-form/defaults.ts'

/** A parameter of a job, with what is needed to display its value. */
export interface ShownParameter {
  name: string
  label: string
  value: unknown
  unit: string | undefined
  /** The choices that the form offers for the value or its items. Empty if the value is not a choice. */
  choices: Choice[]
  items: JsonSchema
  /** What the step does without a value. */
  empty: string | undefined
  isCode: boolean
  changed: boolean
}

/**
 * Returns the parameters of a step with the values of a job. Parameters without a value are included, so that the list
 * matches the form.
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
    // The form fills a required column field without a default with a column of the file, and doesn't count this as a
    // change.
    const isGuessed = schema?.required?.includes(name) && 'x-column-of' in field && defaults?.[name] === undefined
    const changed = defaults !== undefined && !isGuessed && !sameValue(value[name], defaults[name])
    const empty = emptyMeaning(field)
    const choices = choicesOf(field.items ?? field)
    const isCode = field.format === 'sql'
    return {
      name,
      label: labelOf(field, name),
      value: value[name],
      unit: field['x-unit'],
      choices,
      items: field.items ?? {},
      empty,
      isCode,
      changed,
    }
  })
}

/** Formats the value of a parameter as the form shows it. */
export function parameterText({ value, unit, choices, items, empty }: ShownParameter): string {
  if (value === null || value === undefined || value === '') return empty ?? NOT_SET
  const title = (one: unknown) => choices.find((choice) => choice.value === one)?.label
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.map((item) => title(item) ?? String(item)).join(', ') || (empty ?? 'None')
  if (Array.isArray(value)) return value.map((item) => itemText(item, items)).join('; ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = title(value) ?? (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return unit ? `${text} ${unit}` : text
}

/** Returns text such as `level between 1 and 2`. */
function itemText(item: unknown, { properties }: JsonSchema): string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return JSON.stringify(item)
  return Object.entries(item)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const field = properties?.[name] ?? {}
      const words = displayValue(field, value)
      return choicesOf(field).length > 0 ? uncapitalized(words) : words
    })
    .join(' ')
}

/** Lowercases the first letter, as in `Between` → `between`, but leaves acronyms such as `CSV` unchanged. */
function uncapitalized(words: string): string {
  return words.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
}
