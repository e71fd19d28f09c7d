import { ExactNumber, parseExactly } from './exact-number.ts'

export type JsonValue = string | number | boolean | null | ExactNumber | JsonValue[] | { [key: string]: JsonValue }

export interface JsonRow {
  id: string
  /** JSON pointer of the value; `''` is the whole file. */
  pointer: string
  depth: number
  /** The value's key or index; undefined for the whole file. */
  name: string | undefined
  value: JsonValue
  /** Number of direct children; undefined for a scalar. */
  size: number | undefined
  isOpen: boolean
}

const OPEN_UP_TO = 2000

/** Returns the rows of the tree in reading order. Children of collapsed rows are left out. */
export function jsonRows(
  root: JsonValue,
  isOpen: (pointer: string, depth: number, size: number) => boolean,
): JsonRow[] {
  const rows: JsonRow[] = []
  const waiting: { pointer: string; depth: number; name: string | undefined; value: JsonValue }[] = [
    { pointer: '', depth: 0, name: undefined, value: root },
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const entries = entriesOf(next.value)
    const size = entries?.length
    const open = size !== undefined && size > 0 && isOpen(next.pointer, next.depth, size)
    rows.push({ ...next, id: next.pointer, size, isOpen: open })
    if (!open || !entries) continue
    for (const [name, value] of entries.toReversed()) {
      waiting.push({ pointer: `${next.pointer}/${escapeKey(name)}`, depth: next.depth + 1, name, value })
    }
  }
  return rows
}

/** Returns whether a value is initially expanded: the root is, and so are its children, except very long ones. */
export function opensAtFirst(_pointer: string, depth: number, size: number): boolean {
  return depth === 0 || (depth === 1 && size <= OPEN_UP_TO)
}

const SUMMARY_CHARACTERS = 100

/**
 * Summarizes the children of a collapsed value in one line: `{ id: 7, name: "Köln", … }`. An ellipsis stands for
 * further children. `size` is the number of children if `value` may lack some of them.
 */
export function summaryOf(value: JsonValue, size = 0): string {
  const isList = Array.isArray(value)
  const parts: string[] = []
  let length = 0
  for (const [name, inside] of entriesOf(value) ?? []) {
    const part = isList ? shortText(inside) : `${name}: ${shortText(inside)}`
    length += part.length
    if (length > SUMMARY_CHARACTERS) {
      parts.push('…')
      break
    }
    parts.push(part)
  }
  if (parts.length < size && parts.at(-1) !== '…') parts.push('…')
  return isList ? `[ ${parts.join(', ')} ]` : `{ ${parts.join(', ')} }`
}

function shortText(value: JsonValue): string {
  if (entriesOf(value) === undefined) return plainText(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}

/** Returns a scalar as JSON. */
export function plainText(value: JsonValue): string {
  return value instanceof ExactNumber ? value.text : JSON.stringify(value)
}

/** Converts a JSON pointer to a path as written in code: `/stations/0/name` → `$.stations[0].name`. */
export function pathText(pointer: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return `$${parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : keyText(part))).join('')}`
}

function keyText(part: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`
}

function entriesOf(value: JsonValue): [string, JsonValue][] | undefined {
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return undefined
  return Object.entries(value)
}

/** Escapes a key for use in a JSON pointer (RFC 6901). */
export function escapeKey(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/**
 * Parses JSON. If it is truncated, whatever is open is closed, and an incomplete value at the end is dropped. Undefined
 * if the JSON is invalid.
 */
export function readJson(text: string, isCut: boolean): JsonValue | undefined {
  try {
    return parseExactly(isCut ? closed(text) : text) as JsonValue
  } catch {
    return undefined
  }
}

/** Truncates a text after its last complete value and closes what is open there. */
function closed(text: string): string {
  const open: string[] = []
  let end = 0
  let closers = ''
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
      continue
    }
    if (char === '"') inString = true
    else if (char === '{' || char === '[') open.push(char === '{' ? '}' : ']')
    else if (char === '}' || char === ']') open.pop()
    const isBreak = char === ',' || char === '}' || char === ']'
    if (!isBreak) continue
    end = char === ',' ? at : at + 1
    closers = open.toReversed().join('')
  }
  return text.slice(0, end) + closers
}
