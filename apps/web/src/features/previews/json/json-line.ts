import { insideText } from './describe-size.ts'
import { ExactNumber } from './exact-number.ts'
import { type JsonRow, type JsonValue, pathText, plainText, summaryOf } from './json-rows.ts'
import type { TreeLine } from './tree-line.ts'

const LONGEST = 2000

/** Returns the content of a row of a tree. Long scalars are truncated. */
export function jsonLine({ name, value, size, isOpen, pointer }: JsonRow): TreeLine {
  return { name, ...textOf(value, size, isOpen), tone: toneOf(value), path: pathText(pointer) }
}

function textOf(value: JsonValue, size: number | undefined, isOpen: boolean): Pick<TreeLine, 'text' | 'note'> {
  if (size === undefined) return { text: plainText(value).slice(0, LONGEST) }
  if (size === 0) return { text: Array.isArray(value) ? '[]' : '{}' }
  return insideText(summaryOf(value), { size, isOpen })
}

/** Returns the text color class for a JSON value, by type. */
export function toneOf(value: JsonValue): string {
  if (typeof value === 'string') return 'text-success'
  if (typeof value === 'number' || value instanceof ExactNumber) return 'text-accent'
  if (typeof value === 'boolean') return 'text-violet'
  return 'text-ink-3'
}
