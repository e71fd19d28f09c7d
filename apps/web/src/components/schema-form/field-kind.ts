import { formatted } from '@millrace/parameters/format-number'
import { isNullable, type JsonSchema, typeOf } from '@millrace/parameters/json-schema'
import { type Choice, choicesOf } from '@millrace/parameters/labels'

export type FieldKind =
  | 'switch'
  | 'segmented'
  | 'select'
  | 'number'
  | 'slider'
  | 'text'
  | 'long-text'
  | 'sql'
  | 'date'
  | 'date-time'
  | 'time'
  | 'color'
  | 'column'
  | 'columns'
  | 'sheet'
  | 'choices'
  | 'work-data'
  | 'chips'
  | 'list'
  | 'group'
  | 'variants'
  | 'json'

const SEGMENTS_MAX = 4
const SEGMENTED_LETTERS_MAX = 56
const ROW_LETTERS_MAX = 30
const SLIDER_STEPS_MAX = 100
/** A slider is logarithmic if the ratio of its limits is at least this. */
const LOGARITHMIC_FROM = 100
const LONG_TEXT_FROM = 240

/** Returns the kind of control that edits a field. No other code decides this. */
export function fieldKind(schema: JsonSchema): FieldKind {
  if (choicesOf(schema).length > 0) return choiceKind(schema)
  if (schema.oneOf || schema.anyOf) return 'variants'
  switch (typeOf(schema)) {
    case 'boolean':
      return 'switch'
    case 'integer':
    case 'number':
      return stepsOf(schema) <= SLIDER_STEPS_MAX || isLogarithmic(schema) ? 'slider' : 'number'
    case 'string':
      return textKind(schema)
    case 'array':
      return listKind(schema)
    case 'object':
      return schema.properties ? 'group' : 'json'
    default:
      return 'json'
  }
}

function choiceKind(schema: JsonSchema): FieldKind {
  const choices = choicesOf(schema)
  return choices.length <= SEGMENTS_MAX && lettersOf(choices) <= SEGMENTED_LETTERS_MAX ? 'segmented' : 'select'
}

function textKind(schema: JsonSchema): FieldKind {
  if (schema['x-column-of'] !== undefined) return 'column'
  if (schema['x-sheet-of'] !== undefined) return 'sheet'
  if (schema.format === 'work-data') return 'work-data'
  if (schema.format === 'date' || schema.format === 'date-time' || schema.format === 'time') return schema.format
  if (schema.format === 'color') return 'color'
  if (schema.format === 'sql') return 'sql'
  return schema.format === 'textarea' || (schema.maxLength ?? 0) >= LONG_TEXT_FROM ? 'long-text' : 'text'
}

function listKind(schema: JsonSchema): FieldKind {
  const items = schema.items
  if (!items) return 'json'
  if (schema['x-column-of'] !== undefined || items['x-column-of'] !== undefined) return 'columns'
  if (items.format === 'work-data') return 'work-data'
  if (choicesOf(items).length > 0) return 'choices'
  const type = typeOf(items)
  if (type === 'string' || type === 'number' || type === 'integer') return 'chips'
  return type === 'object' ? 'list' : 'json'
}

/** Returns whether the field spans both columns of the form. */
export function spansRow(schema: JsonSchema): boolean {
  const kind = fieldKind(schema)
  if (kind === 'segmented') return lettersOf(choicesOf(schema)) > ROW_LETTERS_MAX
  return ['columns', 'choices', 'work-data', 'chips', 'list', 'group', 'variants', 'json', 'long-text', 'sql'].includes(
    kind,
  )
}

/** Returns the names of the fields that would leave a gap beside them, because the next field spans both columns. */
export function fieldsBesideGaps(fields: readonly { name: string; schema: JsonSchema }[]): string[] {
  const found: string[] = []
  let left: string | undefined
  for (const { name, schema } of fields) {
    const isWide = spansRow(schema)
    if (isWide && left !== undefined) found.push(left)
    left = isWide || left !== undefined ? undefined : name
  }
  return found
}

function lettersOf(choices: Choice[]): number {
  return choices.reduce((sum, choice) => sum + choice.label.length, 0)
}

/** The limits and the step size of a number field. `min` or `max` is undefined if there is no such limit. */
export interface Range {
  min: number | undefined
  max: number | undefined
  step: number
}

/**
 * Returns the limits and step of a number field. Leaves out limits beyond the safe integers, and exclusive limits of
 * decimals.
 */
export function rangeOf(schema: JsonSchema): Range {
  const whole = typeOf(schema) === 'integer'
  const min = humanLimit(
    schema.minimum ?? (whole && has(schema.exclusiveMinimum) ? schema.exclusiveMinimum + 1 : undefined),
  )
  const max = humanLimit(
    schema.maximum ?? (whole && has(schema.exclusiveMaximum) ? schema.exclusiveMaximum - 1 : undefined),
  )
  return { min, max, step: schema.multipleOf ?? (whole ? 1 : decimalStep(min, max)) }
}

/** Formats the limits of a number field: `24–672`, or `at least 0`. Undefined without limits. */
export function rangeMark(schema: JsonSchema): string | undefined {
  const { min, max } = rangeOf(schema)
  if (has(min) && has(max)) return `${formatted(min)}–${formatted(max)}`
  if (has(min)) return `at least ${formatted(min)}`
  return has(max) ? `at most ${formatted(max)}` : undefined
}

/**
 * Returns whether the slider of a number field is logarithmic. On a linear slider from 0.5 to 100, the values from 0.5
 * to 5 would be too close together.
 */
export function isLogarithmic(schema: JsonSchema): boolean {
  const { min, max } = rangeOf(schema)
  if (isNullable(schema) || !has(min) || !has(max)) return false
  return min > 0 && max / min >= LOGARITHMIC_FROM
}

function stepsOf(schema: JsonSchema): number {
  const { min, max, step } = rangeOf(schema)
  if (isNullable(schema) || !has(min) || !has(max)) return Number.POSITIVE_INFINITY
  return (max - min) / step
}

function decimalStep(min: number | undefined, max: number | undefined): number {
  const span = has(min) && has(max) ? max - min : 10
  return 10 ** Math.floor(Math.log10(span / 10 || 1))
}

function humanLimit(limit: number | undefined): number | undefined {
  return has(limit) && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined
}

function has(value: number | undefined): value is number {
  return value !== undefined
}
