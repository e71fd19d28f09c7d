import { fitsSlot, isTable, MEDIA } from '@millrace/contracts/media-types'
import { typeLabel } from './file-icon.tsx'

/** Lists the types that a slot accepts: `CSV, TSV or Parquet`. `text/*` is `any text`; no types are `any file`. */
export function slotTypesLabel(mediaType: string | null | undefined): string {
  const labels = typeLabels(mediaType)
  const last = labels.pop()
  if (last === undefined || last === ANY || labels.includes(ANY)) return ANY
  return labels.length === 0 ? last : `${labels.join(', ')} or ${last}`
}

/** Lists the types that a slot accepts, but only the first three of many: `CSV, TSV, Parquet and 7 more`. */
export function fewSlotTypesLabel(mediaType: string | null | undefined): string {
  const labels = typeLabels(mediaType)
  if (labels.length <= FEW + 1) return slotTypesLabel(mediaType)
  return `${labels.slice(0, FEW).join(', ')} and ${labels.length - FEW} more`
}

/** Describes the types that a slot accepts within a sentence: `tables` or `images` instead of a long list of types. */
export function slotKindsLabel(mediaType: string | null | undefined): string {
  const types = typesIn(mediaType)
  if (types.length > FEW && isForTables(mediaType)) return 'tables'
  if (types.length > FEW && types.every((type) => type.startsWith('image/'))) return 'images'
  return slotTypesLabel(mediaType)
}

/** Not all types need to be tables, because JSON, text and compressed files may also contain tables. */
function isForTables(mediaType: string | null | undefined): boolean {
  const types = typesIn(mediaType)
  return types.filter(isTable).length * 2 > types.length
}

function isForJson(mediaType: string | null | undefined): boolean {
  return typesIn(mediaType).includes(MEDIA.json) && !isForTables(mediaType)
}

/** The properties of a file that determine which slots accept it. */
export interface KnownFile {
  mediaType: string
  /** The content was read and has no table, even if the type suggests one. */
  hasNoTable?: boolean
  /** The file is text, and its content was read and isn’t JSON. */
  hasNoJson?: boolean
}

/** Returns whether a slot accepts a file, by its type and what is known of its content. */
export function suitsSlot({ mediaType, hasNoTable, hasNoJson }: KnownFile, slot: string | null | undefined): boolean {
  return fitsSlot(mediaType, slot) && !(hasNoTable && isForTables(slot)) && !(hasNoJson && isForJson(slot))
}

const ANY = 'any file'
const FEW = 3

function typeLabels(mediaType: string | null | undefined): string[] {
  const parts = typesIn(mediaType).filter((part) => part !== '' && part !== MEDIA.binary)
  return [...new Set(parts.map(familyWord))]
}

function typesIn(mediaType: string | null | undefined): string[] {
  return (mediaType ?? '').split(',').map((part) => part.trim())
}

/** Returns the word for a type or a family of types: `any image` for `image/*`. */
export function familyWord(part: string): string {
  if (part === '*/*') return ANY
  if (part.endsWith('*+json')) return inlineTypeLabel(MEDIA.json)
  return part.endsWith('/*') ? `any ${part.slice(0, -2)}` : inlineTypeLabel(part)
}

const COMMON = new Set(['Figure', 'Text', 'Notebook', 'Report', 'Workflow', 'Settings'])

/** Returns the word for a type within a sentence: `figure`, but `CSV`. */
function inlineTypeLabel(mediaType: string): string {
  const word = typeLabel(mediaType)
  return COMMON.has(word) ? word.toLowerCase() : word
}
