import type { Metadata } from 'h5wasm'
import { shortFloat } from './hdf5-texts.ts'

/** Numbers of type classes in the HDF5 library. */
const INTEGER = 0
const FLOAT = 1
const COMPOUND = 6
const ENUMERATION = 8
const LIST = 9
const ARRAY = 10
/** The classes time, bit field and opaque, whose values the library returns as bytes. */
const BYTES = [2, 4, 5]
const FLOAT_BYTES = 4
const LONG_BYTES = 8

/**
 * Converts the values of a dataset or attribute from the library's representation. Returns one value for each position.
 */
export function plainValues(values: ArrayLike<unknown>, metadata: Metadata): unknown[] {
  if (!(values instanceof Uint8Array) || !BYTES.includes(metadata.type)) {
    return Array.from(values, (value) => plainValue(value, metadata))
  }
  const { size } = metadata
  return Array.from({ length: values.length / size }, (_, at) =>
    hexadecimal(values.subarray(at * size, (at + 1) * size)),
  )
}

/**
 * Converts a value: bytes to hexadecimal, enumerations to names, and single-precision numbers to their shortest decimal
 * form.
 */
export function plainValue(value: unknown, metadata: Metadata): unknown {
  const { type, size } = metadata
  if (value instanceof Uint8Array && BYTES.includes(type)) return hexadecimal(value)
  if (type === FLOAT && size === FLOAT_BYTES && typeof value === 'number') return shortFloat(value)
  if (type === ENUMERATION) return enumerated(value, metadata)
  if (type === COMPOUND && Array.isArray(value)) {
    const members = metadata.compound_type?.members ?? []
    return value.map((part, at) => plainValue(part, members[at] ?? metadata))
  }
  if (type === ARRAY && metadata.array_type) return plainItems(value, metadata.array_type)
  if (type === LIST && metadata.vlen_type && isList(value)) return plainValues(value, metadata.vlen_type)
  return value
}

/**
 * Converts the items of nested arrays. The library rounds large integers in them, so these integers are marked with
 * `≈`.
 */
function plainItems(value: unknown, metadata: Metadata): unknown {
  if (Array.isArray(value) && metadata.type !== COMPOUND) return value.map((item) => plainItems(item, metadata))
  const isRounded = metadata.type === INTEGER && metadata.size === LONG_BYTES && !Number.isSafeInteger(value)
  return isRounded ? `≈ ${value}` : plainValue(value, metadata)
}

function enumerated(value: unknown, { enum_type: names }: Metadata): unknown {
  return Object.entries(names?.members ?? {}).find(([, one]) => String(one) === String(value))?.[0] ?? value
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value)
}

function hexadecimal(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Whether fields have different byte orders. The library swaps the bytes of all fields or of none. */
export function hasMixedByteOrders(metadata: Metadata): boolean {
  return new Set(byteOrders(metadata)).size > 1
}

function byteOrders(metadata: Metadata): boolean[] {
  const { type, size, littleEndian, compound_type: compound, array_type: array } = metadata
  if (compound) return compound.members.flatMap(byteOrders)
  if (array) return byteOrders(array)
  return size > 1 && [INTEGER, FLOAT, ENUMERATION].includes(type) ? [littleEndian] : []
}
