import { humanize } from '@millrace/parameters/labels'
import { formatClock, formatCount, formatDay, plural } from '#lib/format.ts'
import { ExactNumber, parseExactly } from '../json/exact-number.ts'

const BEFORE = /(_b|B)efore$/
/** Integers that aren't counts. */
const NAMES_SOMETHING = /(^|_)(id|year|code|port)$|(Id|Year|Code|Port)$/

export type Fact = [name: string, value: string]

/** Leaves out the facts that all others have as well, unless none would be left. */
export function differingFacts(facts: readonly Fact[], others: readonly (readonly Fact[])[]): readonly Fact[] {
  const isShared = ([name, value]: Fact) =>
    others.length > 1 && others.every((other) => other.some((fact) => fact[0] === name && fact[1] === value))
  const differing = facts.filter((fact) => !isShared(fact))
  return differing.length > 0 ? differing : facts
}

/**
 * A JSON object in short and in words: `rowsBefore` and `rowsAfter` are `Rows  1,440 → 1,438`. Lists are counted. Empty
 * values are left out, except a list of changes. Undefined for others, and for a text that was cut.
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

/** Addresses and checksums say nothing to readers. */
const TECHNICAL = /^(\/|[0-9a-f]{40,}$)/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** The values right inside of an object, if it has any. */
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

/** The key of the same value afterwards. */
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

/** A number as it is written: long ones are read as text. */
function numberText(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.text
  return typeof value === 'number' ? String(value) : undefined
}

/** With thousands separators, if it may be a count. */
function grouped(number: string): string {
  return /^\d{4,15}$/.test(number) ? formatCount(Number(number)) : number
}

interface Item {
  count?: unknown
  column?: unknown
  what?: unknown
}

/** How often each kind of thing occurs in a column, such as `level_cm  2 outliers`. */
function countsOf(part: unknown): Fact[] {
  if (!Array.isArray(part)) return []
  const found = (part as (Item | null)[]).flatMap((item) => {
    const { column, what, count } = item ?? {}
    const number = numberText(count)
    return typeof column === 'string' && typeof what === 'string' && number !== undefined
      ? { column, words: `${grouped(number)} ${what}` }
      : []
  })
  return [...Map.groupBy(found, ({ column }) => column)].map(([column, of]) => [
    column,
    of.map(({ words }) => words).join(', '),
  ])
}

/** How many items there are. If each has a count for a column, the sum of the counts: `85 cells`. */
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
