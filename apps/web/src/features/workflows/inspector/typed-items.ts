import { readJson } from '#components/schema-form/json-text.ts'

/** A list as one types it: a JSON list, or values between commas, each as JSON or as text. */
export function itemsOfText(text: string): unknown[] {
  const whole = readJson(text).value
  if (Array.isArray(whole)) return whole
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map(itemOfText)
}

/** The text of a list as one would type it, which `itemsOfText` reads. */
export function textOfItems(items: unknown): string {
  if (!Array.isArray(items)) return JSON.stringify(items)
  const parts = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
  const text = parts.join(', ')
  const isSame = JSON.stringify(itemsOfText(text)) === JSON.stringify(items)
  return isSame ? text : JSON.stringify(items)
}

/** What is typed as JSON, else as text. */
export function itemOfText(text: string): unknown {
  const { value, fault } = readJson(text)
  return fault === undefined && value !== undefined ? value : text
}
