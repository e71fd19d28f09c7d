import { isNullable, type JsonSchema, readSchema, typeOf } from '@millrace/parameters/json-schema'
import { labelOf } from '@millrace/parameters/labels'
import { isRecord } from '@millrace/parameters/pointer'
import type { StepDocument } from './processing-steps.queries.ts'

/** A parameter of a step, formatted for display. */
export interface ParameterRow {
  name: string
  label: string
  type: string
  isRequired: boolean
  /** The default value, if there is one. */
  initial: string | undefined
  allowed: string
  meaning: string
  /** The difference from the compared version, whose default value is `before`. */
  change: 'added' | 'changed' | 'removed' | undefined
  before: string | undefined
}

/**
 * Returns the parameters of a step, optionally compared with those of another version. Parameters that only the other
 * version has come last, as removed.
 */
export function parameterRows(step: StepDocument, other?: StepDocument): ParameterRow[] {
  const rows = plainRows(step)
  if (!other) return rows
  const others = new Map(plainRows(other).map((row) => [row.name, row]))
  const compared = rows.map((row): ParameterRow => {
    const was = others.get(row.name)
    if (!was) return { ...row, change: 'added' }
    const isSame = was.initial === row.initial && was.type === row.type && was.allowed === row.allowed
    return { ...row, before: was.initial, change: isSame ? undefined : 'changed' }
  })
  const names = new Set(rows.map((row) => row.name))
  const removed = [...others.values()].filter((row) => !names.has(row.name))
  return [
    ...compared,
    ...removed.map((row): ParameterRow => ({ ...row, before: row.initial, initial: undefined, change: 'removed' })),
  ]
}

/** Counts the differences, such as `2 changed, 1 added`. Undefined if there are none. */
export function changeSummary(rows: readonly ParameterRow[]): string | undefined {
  const count = (change: ParameterRow['change']) => rows.filter((row) => row.change === change).length
  const parts = (['changed', 'added', 'removed'] as const).flatMap((change) =>
    count(change) > 0 ? [`${count(change)} ${change}`] : [],
  )
  return parts.length > 0 ? parts.join(', ') : undefined
}

function plainRows({ properties }: StepDocument): ParameterRow[] {
  const schema = readSchema(properties.ParameterSchema)
  const defaults = readDefaults(properties.DefaultParameters)
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    label: labelOf(field, name),
    type: typeText(field),
    isRequired: schema?.required?.includes(name) ?? false,
    initial: initialOf(field, defaults[name]),
    allowed: allowedText(field),
    meaning: field.description ?? '',
    change: undefined,
    before: undefined,
  }))
}

function readDefaults(text: string | null): Record<string, unknown> {
  const value: unknown = text ? JSON.parse(text) : {}
  return isRecord(value) ? value : {}
}

function initialOf(field: JsonSchema, configured: unknown): string | undefined {
  const value = configured === undefined ? field.default : configured
  if (value === undefined) return undefined
  const words = valueText(value)
  return field['x-unit'] && typeof value === 'number' ? `${words} ${field['x-unit']}` : words
}

function valueText(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const WORDS: Record<string, string> = {
  integer: 'whole number',
  number: 'number',
  string: 'text',
  boolean: 'yes or no',
  object: 'group',
}

const FORMATS: Record<string, string> = {
  date: 'date',
  'date-time': 'date and time',
  time: 'time',
  duration: 'duration',
  uri: 'address',
  email: 'email address',
  sql: 'SQL',
  color: 'color',
}

/** Describes the type of a parameter: `list of numbers`, `column, optional`, `one of 3`. */
export function typeText(field: JsonSchema): string {
  const optional = isNullable(field) ? ', optional' : ''
  const choices = allowedValues(field)
  if (choices.length > 0) return `one of ${choices.length}${optional}`
  if (field['x-column-of'] !== undefined) return typeOf(field) === 'array' ? 'columns' : `column${optional}`
  if (field['x-sheet-of'] !== undefined) return `sheet${optional}`
  const type = typeOf(field)
  if (type === 'array') return `list of ${plural(field.items ?? {})}`
  if (field.format && FORMATS[field.format]) return FORMATS[field.format] + optional
  return (type ? (WORDS[type] ?? type) : 'any value') + optional
}

function plural(items: JsonSchema): string {
  if (items['x-column-of'] !== undefined) return 'columns'
  if (allowedValues(items).length > 0) return 'choices'
  const words: Record<string, string> = {
    integer: 'whole numbers',
    number: 'numbers',
    string: 'text',
    object: 'groups',
  }
  return words[typeOf(items) ?? ''] ?? 'values'
}

/**
 * Returns the values to choose from, except null. Unlike in forms, values of an enum are listed as they are written in
 * JSON.
 */
function allowedValues(field: JsonSchema): unknown[] {
  if (field.enum) return field.enum.filter((value) => value !== null)
  const branches = field.oneOf ?? field.anyOf ?? []
  return branches.every((branch) => branch.const !== undefined)
    ? branches.map((branch) => branch.title ?? branch.const)
    : []
}

function allowedText(field: JsonSchema): string {
  const choices = allowedValues(field.items && allowedValues(field).length === 0 ? field.items : field)
  if (choices.length > 0) return choices.map(valueText).join(', ')
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems, pattern } =
    field
  const unit = field['x-unit'] ? ` ${field['x-unit']}` : ''
  const low = minimum ?? exclusiveMinimum
  const high = maximum ?? exclusiveMaximum
  if (low !== undefined || high !== undefined) return rangeText(low, high) + unit
  if (minItems !== undefined || maxItems !== undefined) return `${rangeText(minItems, maxItems)} values`
  if (pattern !== undefined) return pattern
  return maxLength === undefined && minLength === undefined ? '' : `${rangeText(minLength, maxLength)} characters`
}

function rangeText(low: number | undefined, high: number | undefined): string {
  if (low === undefined) return `at most ${high}`
  if (high === undefined) return `at least ${low}`
  return `${low} – ${high}`
}
