import type { JsonSchema } from '@millrace/parameters/json-schema'
import { displayValue } from '@millrace/parameters/labels'
import { isRecord } from '@millrace/parameters/pointer'
import { formatCount } from '#lib/format.ts'

/** One value of a job's result, as described by the step. */
export interface ResultValue {
  name: string
  label: string
  text: string
  unit: string | undefined
}

/**
 * Returns the values of a result that the step's schema describes: scalars of properties with a title. Undefined if the
 * schema describes none, or if the result has other values, which are shown only as JSON.
 */
export function resultValues(result: unknown, schema: JsonSchema | undefined): ResultValue[] | undefined {
  if (!isRecord(result)) return undefined
  const described = Object.entries(schema?.properties ?? {}).filter(([, field]) => field.title !== undefined)
  const values = described.flatMap(([name, field]): ResultValue[] => {
    const text = textOf(result[name], field)
    return text === undefined ? [] : [{ name, label: field.title ?? name, text, unit: field['x-unit'] }]
  })
  return values.length > 0 && values.length === Object.keys(result).length ? values : undefined
}

function textOf(value: unknown, field: JsonSchema): string | undefined {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? formatCount(value) : String(Number(value.toPrecision(6)))
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? displayValue(field, value) : undefined
}

/** Sorts slots by their position in `first`. Slots that aren't in `first` come last, in unchanged order. */
export function inShownOrder<T>(slots: readonly T[], nameOf: (slot: T) => string, first: readonly string[]): T[] {
  const place = (slot: T) => (first.includes(nameOf(slot)) ? first.indexOf(nameOf(slot)) : first.length)
  return slots.toSorted((a, b) => place(a) - place(b))
}

/**
 * Returns the slots whose files are shown before the returned values, in display order. If `first`, the step's
 * `ShowFirst`, contains a value, these are the slots listed before that value; otherwise, all slots.
 */
export function slotsBeforeValues(
  slots: readonly string[],
  first: readonly string[],
  schema: JsonSchema | undefined,
): readonly string[] {
  const values = Object.keys(schema?.properties ?? {}).filter((name) => !slots.includes(name))
  const at = first.findIndex((name) => values.includes(name))
  return at < 0 ? slots : slots.filter((name) => first.slice(0, at).includes(name))
}

/**
 * Returns the slots whose files a next job would use: those in the step's `ShowFirst`, because other outputs, such as
 * unmatched keys, only supplement them. If the step lists none, returns all slots.
 */
export function mainResults<T>(slots: readonly T[], nameOf: (slot: T) => string, first: readonly string[]): T[] {
  const named = inShownOrder(slots, nameOf, first).filter((slot) => first.includes(nameOf(slot)))
  return named.length > 0 ? named : [...slots]
}
