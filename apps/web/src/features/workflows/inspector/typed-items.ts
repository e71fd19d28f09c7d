import { readJson } from '#components/schema-form/json-text.ts'

/** Parses a typed list: a JSON array, or comma-separated values, each of which is JSON or plain text. */
export function itemsOfText(text: string): unknown[] {
  const whole = readJson(text).value
  if (Array.isArray(whole)) return whole
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map(itemOfText)
}

/**
 * Formats a list as a user would type it for `itemsOfText`. A list that would then be read differently, and a value
 * that isn't a list, are formatted as JSON.
 */
export function textOfItems(items: unknown): string {
  if (!Array.isArray(items)) return JSON.stringify(items)
  const parts = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
  const text = parts.join(', ')
  const isSame = JSON.stringify(itemsOfText(text)) === JSON.stringify(items)
  return isSame ? text : JSON.stringify(items)
}

/** Parses typed text as JSON or, if it isn't JSON, returns it as a string. */
export function itemOfText(text: string): unknown {
  const { value, fault } = readJson(text)
  return fault === undefined && value !== undefined ? value : text
}
