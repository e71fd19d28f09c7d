import type { JsonChild } from '@millrace/contracts/json-trees'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import * as texts from './texts.ts'

/** "List of 12 values" */
export function describeSize({ Size, Text }: Pick<JsonChild, 'Size' | 'Text'>): string {
  if (Size === null) return texts.singleValue
  const isList = Text.startsWith('[')
  return fill(isList ? texts.listOf : texts.objectWith, sizeText(Size, isList))
}

/** "12 values" of a list, or "12 keys" of an object. */
export function sizeText(size: number, isList: boolean): string {
  return plural(size, isList ? 'value' : 'key')
}

/** What a row says of an object or list: its values, their number if not all of them are shown, or both. */
export function insideText(summary: string, { size, isOpen }: { size: number; isOpen: boolean }) {
  const isWhole = !summary.includes('…')
  const sizeNote = sizeText(size, summary.startsWith('['))
  return { text: isOpen ? '' : summary, note: isOpen || !isWhole ? sizeNote : undefined }
}
