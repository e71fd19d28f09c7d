import { isUtf8 } from 'node:buffer'
import { plural } from '@millrace/tables/sentences'
import type { Metadata } from 'h5wasm'

const CHARACTERS = 200
const ITEMS = 20
const BITS = 8
const FLOAT_BYTES = 4
/** The HDF5 library’s numbers for deflate, shuffle, checksum, szip, n-bit and scale-offset. */
const KNOWN_FILTERS = [1, 2, 3, 4, 5, 6]
/** How many digits may be needed to write a single-precision number. */
const FLOAT_DIGITS = [6, 7, 8, 9]

/** The classes of types, by their number in the HDF5 library. */
const CLASSES: readonly string[] = [
  'integer',
  'float',
  'time',
  'string',
  'bits',
  'opaque',
  'compound',
  'reference',
  'enumeration',
  'list',
  'array',
]

/** `float64`, `uint16`, `string`, `compound (time, level)`. */
export function typeText({ type, size, signed, compound_type }: Metadata): string {
  const name = CLASSES[type] ?? 'unknown type'
  if (name === 'integer') return `${signed ? 'int' : 'uint'}${size * BITS}`
  if (name === 'float') return `float${size * BITS}`
  if (!compound_type) return name
  const names = compound_type.members.slice(0, ITEMS).map((member) => member.name)
  return `compound (${names.join(', ')}${compound_type.nmembers > ITEMS ? ', …' : ''})`
}

/** A value as text, shortened. */
export function valueText(value: unknown): string {
  const text = fullText(value)
  return text.length > CHARACTERS ? `${text.slice(0, CHARACTERS - 1)}…` : text
}

function fullText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    const items = Array.from((value as unknown[]).slice(0, ITEMS), valueText)
    const more = (value as unknown[]).length - items.length
    return `[${items.join(', ')}${more > 0 ? `, and ${plural(more, 'more value')}` : ''}]`
  }
  return typeof value === 'object' ? 'reference' : textOf(String(value))
}

/** Texts of fixed length may be UTF-8 that the library took for Latin-1. */
function textOf(text: string): string {
  if (!/^[\0-\u00ff]*[\u0080-\u00ff][\0-\u00ff]*$/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}

/** What turns packed numbers into values, as the conventions of NetCDF describe it. Empty for other numbers. */
export function packingNotes(attributes: readonly { Name: string; Value: string }[]): string[] {
  const packing = attributes.filter(({ Name }) => Name === 'scale_factor' || Name === 'add_offset')
  if (packing.length === 0) return []
  // HDF5 keeps a single number as a list.
  const said = packing.map(({ Name, Value }) => `${Name} (${Value.replace(/^\[([^,\]]*)\]$/, '$1')})`).join(' and ')
  return [`Numbers are shown as they are stored. ${said} ${packing.length === 1 ? 'turns' : 'turn'} them into values.`]
}

/** Why values can’t be read, and what to do. */
export function unreadable({ type, size }: Metadata, filters: readonly { id: number; name: string }[]): string {
  const unknown = filters.find(({ id }) => !KNOWN_FILTERS.includes(id))
  if (unknown) {
    return `The values can’t be read, because they are compressed with ${unknown.name || `filter ${unknown.id}`}. Save them with gzip.`
  }
  if (CLASSES[type] === 'float' && size < FLOAT_BYTES) {
    return `The values can’t be read, because they have ${size * BITS} bits. Save them as float32.`
  }
  return 'The values can’t be read.'
}

/** A number of single precision without the digits that double precision adds: 0.1 rather than 0.10000000149011612. */
export function shortFloat(value: number): number {
  const digits = FLOAT_DIGITS.find((count) => Math.fround(Number(value.toPrecision(count))) === value)
  return digits === undefined ? value : Number(value.toPrecision(digits))
}
