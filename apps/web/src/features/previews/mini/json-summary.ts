import { plural } from '#lib/format.ts'
import { ExactNumber, parseExactly } from '../json/exact-number.ts'

/** A JSON object in short, one line for each key: what is nested is counted. Other texts, and ones that were cut, stay. */
export function jsonSummary(text: string): string {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof ExactNumber) return text
  return Object.entries(value)
    .map(([key, part]) => `${key}: ${short(part)}`)
    .join('\n')
}

function short(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return plural(value.length, 'item')
  if (typeof value === 'object' && value !== null) return plural(Object.keys(value).length, 'key')
  return String(value)
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text)
  } catch {
    return undefined
  }
}
