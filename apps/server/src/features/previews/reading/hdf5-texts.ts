import { plural } from '@millrace/tables/sentences'
import type { Metadata } from 'h5wasm'

const CHARACTERS = 200
const ITEMS = 20
const BITS = 8
/** Digits that numbers of single precision need at least and at most. */
const FLOAT_DIGITS = [6, 7, 8, 9]

/** The classes of types, in the numbers of the HDF5 library. */
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
  return typeof value === 'object' ? 'reference' : String(value)
}

/** A number of single precision without the digits that double precision adds: 0.1 rather than 0.10000000149011612. */
export function shortFloat(value: number): number {
  const digits = FLOAT_DIGITS.find((count) => Math.fround(Number(value.toPrecision(count))) === value)
  return digits === undefined ? value : Number(value.toPrecision(digits))
}
