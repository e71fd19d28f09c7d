import { COMPARISON_LABELS } from '@millrace/contracts/comparison-labels'
import type { RowComparison, RowCondition } from '@millrace/contracts/previews'
import { formatCount } from '#lib/format.ts'

/** The parts of a column's filter. Each part has at most one condition. */
export type FilterPart = 'values' | 'range' | 'text' | 'presence'

const PARTS: Record<RowComparison, FilterPart> = {
  OneOf: 'values',
  Equals: 'text',
  Differs: 'text',
  Contains: 'text',
  StartsWith: 'text',
  EndsWith: 'text',
  MoreThan: 'range',
  AtLeast: 'range',
  LessThan: 'range',
  AtMost: 'range',
  Between: 'range',
  IsEmpty: 'presence',
  IsNotEmpty: 'presence',
}

type Where = readonly RowCondition[]

/** Returns the condition in one part of a column's filter. Undefined if that part is not set. */
export function conditionOf(where: Where, column: string, part: FilterPart): RowCondition | undefined {
  return where.find((condition) => condition.Column === column && PARTS[condition.Is] === part)
}

/** Replaces one part of a column's filter, keeping its position. Without a condition, the part is removed. */
export function withPart(
  where: Where,
  { column, part }: { column: string; part: FilterPart },
  next: Omit<RowCondition, 'Column'> | undefined,
): RowCondition[] {
  const at = where.findIndex((condition) => condition.Column === column && PARTS[condition.Is] === part)
  const changed = next && { ...next, Column: column }
  if (at < 0) return changed ? [...where, changed] : [...where]
  return where.toSpliced(at, 1, ...(changed ? [changed] : []))
}

/** Returns the condition for a range with one or both limits; undefined if both are empty. */
export function rangeOf(from: string, to: string): Omit<RowCondition, 'Column'> | undefined {
  if (from && to) return { Is: 'Between', Values: [from, to] }
  if (from) return { Is: 'AtLeast', Values: [from] }
  return to ? { Is: 'AtMost', Values: [to] } : undefined
}

/** Returns the limits to show in the fields of a range. */
export function limitsOf(condition: RowCondition | undefined): { from: string; to: string } {
  const [first = '', second = ''] = condition?.Values ?? []
  if (condition?.Is === 'Between') return { from: first, to: second }
  const isLow = condition?.Is === 'AtLeast' || condition?.Is === 'MoreThan'
  return isLow ? { from: first, to: '' } : { from: '', to: first }
}

/** Describes a condition: `between 300 and 400`, `one of Köln, Bonn and 3 more`, `is empty`. */
export function conditionText({ Is, Values }: RowCondition, shownAs = (value: string) => value): string {
  const values = (Values ?? []).map(shownAs)
  const shown = Is === 'Between' ? values.join(' and ') : values.slice(0, 2).join(', ')
  const more = Is !== 'Between' && values.length > 2 ? ` and ${formatCount(values.length - 2)} more` : ''
  return `${COMPARISON_LABELS[Is]} ${shown}${more}`.trim()
}

/** A condition in a URL: column, comparison and values. */
export type AddressedCondition = string[]

export function conditionsToAddress(where: Where): AddressedCondition[] {
  return where.map(({ Column, Is, Values }) => [Column, Is, ...(Values ?? [])])
}

/** Reads conditions from a URL. Invalid ones, such as those with an unknown comparison, are dropped. */
export function conditionsFromAddress(value: unknown): RowCondition[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    const [Column, Is, ...Values] = Array.isArray(one) ? one.map(String) : []
    const known = Is !== undefined && Object.hasOwn(COMPARISON_LABELS, Is)
    return Column !== undefined && known ? [{ Column, Is: Is as RowComparison, Values }] : []
  })
}
