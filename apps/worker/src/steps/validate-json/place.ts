import { type PathPart, pointerOf } from '@millrace/parameters/pointer'

const PART_MAX = 100
const POINTER_MAX = 1000

/**
 * Appends a key or an index to a JSON pointer. Very long keys and pointers are truncated, because many of them may be
 * in memory at the same time.
 */
export function joinPointer(pointer: string, part: PathPart): string {
  const own = typeof part === 'string' && part.length > PART_MAX ? `${part.slice(0, PART_MAX)}…` : part
  const joined = pointer + pointerOf([own])
  return joined.length > POINTER_MAX ? `${joined.slice(0, POINTER_MAX)}…` : joined
}

export function pointerTo(path: readonly PathPart[]): string {
  return path.reduce<string>(joinPointer, '')
}

/**
 * Returns the JSON pointer of a path with an asterisk for each index. Values at the same place in different items have
 * the same pattern, so they can be counted together.
 */
export function patternOf(path: readonly PathPart[]): string {
  return pointerTo(path.map((part) => (typeof part === 'number' ? '*' : part)))
}
