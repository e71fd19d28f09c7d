import { HITS_MAX } from '../text/text-hits.ts'
import { type JsonValue, jsonRows, plainText } from './json-rows.ts'

/** Whether the key or the text of a row contains words, in any case. */
export function rowContains(words: string, ...texts: readonly (string | undefined)[]): boolean {
  const sought = words.toLowerCase()
  return texts.some((text) => text?.toLowerCase().includes(sought))
}

/** The pointers of the values whose key or own text contains words, in reading order. */
export function jsonHits(root: JsonValue, words: string): string[] {
  return jsonRows(root, () => true)
    .filter(({ name, value, size }) => rowContains(words, name, size === undefined ? plainText(value) : undefined))
    .slice(0, HITS_MAX)
    .map(({ pointer }) => pointer)
}

/** The pointers of all that a value is inside of, from the outermost one. */
export function ancestorsOf(pointer: string): string[] {
  const parts = pointer.split('/')
  return parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'))
}
