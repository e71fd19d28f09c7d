import { fitsSlot, isTable, MEDIA } from '@millrace/contracts/media-types'
import { typeLabel } from './file-icon.tsx'

/** What a slot takes: `CSV, TSV or Parquet`; a family such as `text/*` as `any text`; without types `any file`. */
export function slotTypesLabel(mediaType: string | null | undefined): string {
  const labels = typeLabels(mediaType)
  const last = labels.pop()
  if (last === undefined || last === ANY || labels.includes(ANY)) return ANY
  return labels.length === 0 ? last : `${labels.join(', ')} or ${last}`
}

/** What a slot takes, with the first of many types only: `CSV, TSV, Parquet and 7 more`. */
export function fewSlotTypesLabel(mediaType: string | null | undefined): string {
  const labels = typeLabels(mediaType)
  if (labels.length <= FEW + 1) return slotTypesLabel(mediaType)
  return `${labels.slice(0, FEW).join(', ')} and ${labels.length - FEW} more`
}

/** What a slot takes, for use within a sentence: `tables` or `images` instead of every type that they may have. */
export function slotKindsLabel(mediaType: string | null | undefined): string {
  const types = typesIn(mediaType)
  if (types.length > FEW && isForTables(mediaType)) return 'tables'
  if (types.length > FEW && types.every((type) => type.startsWith('image/'))) return 'images'
  return slotTypesLabel(mediaType)
}

/** Whether most types that a slot names are tables, which may also be in JSON, text and compressed files. */
function isForTables(mediaType: string | null | undefined): boolean {
  const types = typesIn(mediaType)
  return types.filter(isTable).length * 2 > types.length
}

/** Whether a slot takes JSON documents, but isn’t for tables. */
function isForJson(mediaType: string | null | undefined): boolean {
  return typesIn(mediaType).includes(MEDIA.json) && !isForTables(mediaType)
}

/** What is known of a file before a slot accepts it. */
export interface KnownFile {
  mediaType: string
  /** Its content was read, and it has no table, whatever its type says. */
  hasNoTable?: boolean
  /** It is text whose content was read, and that isn’t JSON. */
  hasNoJson?: boolean
}

/** Whether a slot takes a file, by its type and what is known of its content. */
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

function familyWord(part: string): string {
  if (part === '*/*') return ANY
  if (part.endsWith('*+json')) return inlineTypeLabel(MEDIA.json)
  return part.endsWith('/*') ? `any ${part.slice(0, -2)}` : inlineTypeLabel(part)
}

const COMMON = new Set(['Figure', 'Text', 'Notebook', 'Report', 'Workflow', 'Settings'])

/** The word for a type within a line of text: `figure`, but `CSV`. */
export function inlineTypeLabel(mediaType: string): string {
  const word = typeLabel(mediaType)
  return COMMON.has(word) ? word.toLowerCase() : word
}
