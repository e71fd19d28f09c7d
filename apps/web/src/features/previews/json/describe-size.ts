import type { JsonChild } from '@millrace/contracts/json-trees'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import * as texts from './texts.ts'

/** Describes a value's size, such as "List of 12 values". */
export function describeSize({ Size, Text }: Pick<JsonChild, 'Size' | 'Text'>): string {
  if (Size === null) return texts.singleValue
  const isList = Text.startsWith('[')
  return fill(isList ? texts.listOf : texts.objectWith, sizeText(Size, isList))
}

/** Returns "12 values" for an array, or "12 keys" for an object. */
export function sizeText(size: number, isList: boolean): string {
  return plural(size, isList ? 'value' : 'key')
}

/**
 * Returns the text and note of a row for an object or array. A collapsed row shows the summary, and the number of
 * children if the summary is incomplete. An expanded row shows only the number.
 */
export function insideText(summary: string, { size, isOpen }: { size: number; isOpen: boolean }) {
  const isWhole = !summary.includes('…')
  const sizeNote = sizeText(size, summary.startsWith('['))
  return { text: isOpen ? '' : summary, note: isOpen || !isWhole ? sizeNote : undefined }
}
