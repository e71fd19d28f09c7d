import { HITS_MAX } from '../text/text-hits.ts'
import { type JsonValue, jsonRows, plainText } from './json-rows.ts'

/**
 * Returns whether any of the strings, such as the key and value of a row, contains the search term. Case-insensitive.
 */
export function rowContains(words: string, ...texts: readonly (string | undefined)[]): boolean {
  const sought = words.toLowerCase()
  return texts.some((text) => text?.toLowerCase().includes(sought))
}

/**
 * Returns the JSON pointers of values whose key or own text contains the search term, in reading order, up to
 * `HITS_MAX`.
 */
export function jsonHits(root: JsonValue, words: string): string[] {
  return jsonRows(root, () => true)
    .filter(({ name, value, size }) => rowContains(words, name, size === undefined ? plainText(value) : undefined))
    .slice(0, HITS_MAX)
    .map(({ pointer }) => pointer)
}

/** Returns the JSON pointers of all values that contain the given one, outermost first. */
export function ancestorsOf(pointer: string): string[] {
  const parts = pointer.split('/')
  return parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'))
}
