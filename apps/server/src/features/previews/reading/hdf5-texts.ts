import { isUtf8 } from 'node:buffer'
import { plural } from '@millrace/tables/sentences'
import type { Metadata } from 'h5wasm'

const CHARACTERS = 200
const ITEMS = 20
const BITS = 8
const FLOAT_BYTES = 4
/** HDF5 filter ids of deflate, shuffle, checksum, szip, n-bit and scale-offset. */
const KNOWN_FILTERS = [1, 2, 3, 4, 5, 6]
/** How many digits a single-precision number may need, in the order in which they are tried. */
const FLOAT_DIGITS = [6, 7, 8, 9]

/** Names of type classes, indexed by their number in the HDF5 library. */
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

/** Formats a type, such as `float64`, `uint16`, `string` or `compound (time, level)`. */
export function typeText({ type, size, signed, compound_type }: Metadata): string {
  const name = CLASSES[type] ?? 'unknown type'
  if (name === 'integer') return `${signed ? 'int' : 'uint'}${size * BITS}`
  if (name === 'float') return `float${size * BITS}`
  if (!compound_type) return name
  const names = compound_type.members.slice(0, ITEMS).map((member) => member.name)
  return `compound (${names.join(', ')}${compound_type.nmembers > ITEMS ? ', …' : ''})`
}

/** Formats a value as text, truncated if necessary. */
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

/** Maps characters of windows-1252 to their bytes from 0x80 to 0x9f, where Latin-1 has control characters. */
const WESTERN = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at)),
    (one, at) => [one, 0x80 + at],
  ),
)

/** Decodes undeclared UTF-8 strings, which the library mistakes for Latin-1 or windows-1252. */
function textOf(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text
  const codes = Array.from(text, (one) => WESTERN.get(one) ?? one.charCodeAt(0))
  if (codes.some((code) => code > 0xff)) return text
  const bytes = Buffer.from(codes)
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}

/**
 * Explains a variable's packing and missing values according to the NetCDF conventions. Missing values stored as NaN
 * need no explanation.
 */
export function meaningNotes(attributes: readonly { Name: string; Value: string }[]): string[] {
  const named = (...names: string[]) => attributes.filter(({ Name }) => names.includes(Name))
  const packing = named('scale_factor', 'add_offset').map(({ Name, Value }) => `${Name} (${Value})`)
  const missing = new Set(named('_FillValue', 'missing_value').map(({ Value }) => Value))
  missing.delete('NaN')
  return [
    ...(packing.length === 0
      ? []
      : [
          `Numbers are shown as they are stored. ${packing.join(' and ')} ${packing.length === 1 ? 'turns' : 'turn'} them into values.`,
        ]),
    ...(missing.size === 0 ? [] : [`Missing values are stored as ${[...missing].join(' or ')}.`]),
  ]
}

/** Returns why values can’t be read and what to do, if known. */
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

/** Removes the digits that double precision adds to a single-precision number: 0.1 rather than 0.10000000149011612. */
export function shortFloat(value: number): number {
  const digits = FLOAT_DIGITS.find((count) => Math.fround(Number(value.toPrecision(count))) === value)
  return digits === undefined ? value : Number(value.toPrecision(digits))
}
