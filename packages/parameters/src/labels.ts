import type { JsonSchema } from './json-schema.ts'

export interface Choice {
  value: unknown
  label: string
}

const ACRONYMS = new Set(
  'api ascii bom cpu crs csv dpi epsg gpu html http https id iqr iso json jsonl pdf png rgb sql svg tsv uri url utc utf uuid xml yaml zip'.split(
    ' ',
  ),
)

export function labelOf(schema: JsonSchema, name: string): string {
  return schema.title ?? humanize(name)
}

/** Returns the values to choose from, with their labels. Empty if the field is not a choice. */
export function choicesOf(schema: JsonSchema): Choice[] {
  const branches = schema.oneOf ?? schema.anyOf
  if (branches?.every((branch) => branch.const !== undefined)) {
    return branches.map((branch) => ({ value: branch.const, label: branch.title ?? humanize(String(branch.const)) }))
  }
  return (schema.enum ?? []).map((value) => ({ value, label: titleOf(schema, value) }))
}

/** Label of a value that is not set. */
export const NOT_SET = 'Not set'

/** Returns the label of a value: its title in the schema, otherwise a label derived from the value. */
export function titleOf(schema: JsonSchema, value: unknown): string {
  if (value === null) return NOT_SET
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return schema['x-enum-titles']?.[String(value)] ?? humanize(String(value))
}

/**
 * Formats any value for display: a choice by its label, a string unchanged, null and booleans as words, and other
 * values as JSON.
 */
export function displayValue(schema: JsonSchema, value: unknown): string {
  const chosen = choicesOf(schema).find((choice) => choice.value === value)
  if (chosen) return chosen.label
  if (typeof value === 'string') return value
  return value === null || typeof value === 'boolean' ? titleOf(schema, value) : JSON.stringify(value)
}

/**
 * Returns what an empty value means, according to the description. For example, `Leave empty for all.`, `Empty: all.`
 * and `Defaults to all.` give `All`. Undefined if the description does not say it.
 */
export function emptyMeaning({ description = '' }: JsonSchema): string | undefined {
  const [, empty = ''] =
    /\b(?:Leave empty (?:for (?:the )?|to )|Empty: (?:the )?)([^.;]+)/.exec(description) ??
    /\bDefaults to ([^.,;]+)/.exec(description) ??
    []
  return empty ? empty.charAt(0).toUpperCase() + empty.slice(1) : undefined
}

/**
 * Turns an identifier into a label: `max_gap` → `Max gap`, `csv` → `CSV`. Strings that are not plain identifiers are
 * returned unchanged.
 */
export function humanize(name: string): string {
  if (!/^[a-z][a-zA-Z0-9]*([_-][a-zA-Z0-9]+)*$/.test(name)) return name
  const words = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
