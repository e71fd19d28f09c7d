import { formatCount, plural } from '#lib/format.ts'
import { ExactNumber, parseExactly } from '../json/exact-number.ts'

/** A JSON object in short: its keys and values. What is nested is counted. Undefined for others, and for a text that was cut. */
export function jsonFacts(text: string): [key: string, value: string][] | undefined {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof ExactNumber) {
    return undefined
  }
  return Object.entries(value).map(([key, part]) => [key, short(part)])
}

function short(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return ofItems(value)
  if (typeof value === 'object' && value !== null) return plural(Object.keys(value).length, 'key')
  return String(value)
}

/** How many there are. Where each says how often it occurs, the sum of that, too: `85 in 2 items`. */
function ofItems(items: readonly unknown[]): string {
  const counts = items.map((item) => Number(short((item as { count?: unknown } | null)?.count ?? 'none')))
  const sum = counts.reduce((total, count) => total + count, 0)
  const words = plural(items.length, 'item')
  return items.length > 0 && Number.isFinite(sum) ? `${formatCount(sum)} in ${words}` : words
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text)
  } catch {
    return undefined
  }
}
