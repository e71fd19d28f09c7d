import { humanize } from '@millrace/parameters/labels'
import { formatClock, formatCount, formatDay, plural } from '#lib/format.ts'
import { ExactNumber, parseExactly } from '../json/exact-number.ts'

const BEFORE = /(_b|B)efore$/
/** Keys whose integers are identifiers, years or codes, not counts. */
const NAMES_SOMETHING = /(^|_)(id|year|code|port)$|(Id|Year|Code|Port)$/

export type Fact = [name: string, value: string]

/** Removes the facts that are the same in all `others`, unless none would remain. Fewer than two others are ignored. */
export function differingFacts(facts: readonly Fact[], others: readonly (readonly Fact[])[]): readonly Fact[] {
  const isShared = ([name, value]: Fact) =>
    others.length > 1 && others.every((other) => other.some((fact) => fact[0] === name && fact[1] === value))
  const differing = facts.filter((fact) => !isShared(fact))
  return differing.length > 0 ? differing : facts
}

/**
 * Summarizes a JSON object as labels and values: `rowsBefore` and `rowsAfter` become `Rows  1,440 → 1,438`. Nested
 * objects are replaced with their scalar values, and arrays with a count. Empty values are left out, except an empty
 * array `changes`. Undefined if the text isn't a JSON object or is truncated.
 */
export function jsonFacts(text: string): Fact[] | undefined {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof ExactNumber) {
    return undefined
  }
  const parts = new Map(Object.entries(value))
  return [...parts].flatMap(([key, part]) => {
    const after = afterOf(key)
    if (after !== undefined && parts.has(after)) {
      return [
        [humanize(key.replace(BEFORE, '')), change(short(key, part) || '0', short(after, parts.get(after)) || '0')],
      ]
    }
    const inside = insideOf(part)
    if (inside) return inside
    const isAfter = [...parts.keys()].some((other) => afterOf(other) === key)
    const words = isAfter ? '' : short(key, part) || (isNoChange(key, part) ? 'None' : '')
    const fact: Fact[] = words === '' ? [] : [[humanize(key), words]]
    return [...fact, ...countsOf(part)]
  })
}

/** Paths and checksums, which tell readers nothing. */
const TECHNICAL = /^(\/|[0-9a-f]{40,}$)/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** Returns the scalar values of a nested object, without paths and checksums. */
function insideOf(part: unknown): Fact[] | undefined {
  if (typeof part !== 'object' || part === null || Array.isArray(part) || part instanceof ExactNumber) return undefined
  const values = Object.entries(part).filter(
    ([, value]) => value !== null && (typeof value !== 'object' || value instanceof ExactNumber),
  )
  if (values.length === 0) return undefined
  return values
    .filter(([, value]) => !(typeof value === 'string' && TECHNICAL.test(value)))
    .map(([key, value]) => [
      humanize(key),
      typeof value === 'string' && TIME.test(value) ? `${formatDay(value)}, ${formatClock(value)}` : short(key, value),
    ])
}

function change(before: string, after: string): string {
  return before === after ? `${after} (unchanged)` : `${before} → ${after}`
}

function isNoChange(key: string, part: unknown): boolean {
  return key === 'changes' && Array.isArray(part) && part.length === 0
}

/** Returns the key of the "after" value that belongs to a "before" key. Undefined for other keys. */
function afterOf(key: string): string | undefined {
  return BEFORE.test(key) ? key.replace(BEFORE, (_, start: string) => (start === 'B' ? 'After' : '_after')) : undefined
}

function short(key: string, value: unknown): string {
  const number = numberText(value)
  if (number !== undefined) return NAMES_SOMETHING.test(key) ? number : grouped(number)
  if (Array.isArray(value)) return ofItems(value)
  if (typeof value === 'object' && value !== null) {
    const count = Object.keys(value).length
    return count === 0 ? '' : plural(count, 'key')
  }
  return String(value ?? '')
}

function numberText(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.text
  return typeof value === 'number' ? String(value) : undefined
}

/** Integers of more than 15 digits are left unchanged, because they may not be exact as numbers. */
function grouped(number: string): string {
  return /^\d{4,15}$/.test(number) ? formatCount(Number(number)) : number
}

interface Item {
  count?: unknown
  column?: unknown
  what?: unknown
}

/** Returns the number of findings of each kind per column, such as `level_cm  2 outliers`. */
function countsOf(part: unknown): Fact[] {
  if (!Array.isArray(part)) return []
  const found = (part as (Item | null)[]).flatMap((item) => {
    const { column, what, count } = item ?? {}
    const number = numberText(count)
    return typeof column === 'string' && typeof what === 'string' && number !== undefined
      ? { column, words: `${grouped(number)} ${number === '1' ? singular(what) : what}` }
      : []
  })
  return [...Map.groupBy(found, ({ column }) => column)].map(([column, of]) => [
    column,
    of.map(({ words }) => words).join(', '),
  ])
}

/** Returns the singular of the name of a finding, such as `missing values`. Names such as `trimmed` have none. */
function singular(what: string): string {
  return what.replace(/([^ius])s$/, '$1')
}

/**
 * Returns the number of items, or the sum of their counts if each has one: `85 cells` if each also names a column.
 * Empty if there are no items.
 */
function ofItems(items: readonly unknown[]): string {
  if (items.length === 0) return ''
  const facts = items.map((item) => (item ?? {}) as Item)
  const counts = facts.map(({ count }) => Number(numberText(count) ?? Number.NaN))
  const sum = counts.reduce((total, count) => total + count, 0)
  if (!Number.isFinite(sum)) return formatCount(items.length)
  return facts.every(({ column }) => column !== undefined) ? plural(sum, 'cell') : formatCount(sum)
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text)
  } catch {
    return undefined
  }
}
