import { readSync } from 'node:fs'
import { shortFloat } from './hdf5-texts.ts'

/*
 * The header of classic NetCDF (versions 1, 2 and 5) contains the number of records, followed by lists of dimensions,
 * attributes and variables. Numbers are big-endian, and names and values are padded to four bytes. The values of
 * variables with the unlimited dimension are interleaved, one record after another.
 */

/** An attribute. Its values are read on demand. */
export interface NetcdfAttribute {
  name: string
  type: NetcdfType
  length: number
  at: number
}

/** A variable, with the position of its values in the file. */
export interface NetcdfVariable {
  name: string
  type: NetcdfType
  dimensions: string[]
  shape: number[]
  attributes: NetcdfAttribute[]
  /** The position of the first value. */
  at: number
  /**
   * How many bytes apart consecutive records of the variable are. Omitted if the variable does not have the unlimited
   * dimension.
   */
  recordBytes?: number
}

export interface NetcdfHeader {
  attributes: NetcdfAttribute[]
  variables: NetcdfVariable[]
}

/** A data type: its name, the size of a value in bytes, and a function that reads a value at an offset. */
export interface NetcdfType {
  name: string
  bytes: number
  read: (bytes: Buffer, at: number) => unknown
}

const TYPES: Record<number, NetcdfType> = {
  1: { name: 'int8', bytes: 1, read: (from, at) => from.readInt8(at) },
  2: { name: 'char', bytes: 1, read: (from, at) => from.toString('latin1', at, at + 1) },
  3: { name: 'int16', bytes: 2, read: (from, at) => from.readInt16BE(at) },
  4: { name: 'int32', bytes: 4, read: (from, at) => from.readInt32BE(at) },
  5: { name: 'float32', bytes: 4, read: (from, at) => shortFloat(from.readFloatBE(at)) },
  6: { name: 'float64', bytes: 8, read: (from, at) => from.readDoubleBE(at) },
  7: { name: 'uint8', bytes: 1, read: (from, at) => from.readUInt8(at) },
  8: { name: 'uint16', bytes: 2, read: (from, at) => from.readUInt16BE(at) },
  9: { name: 'uint32', bytes: 4, read: (from, at) => from.readUInt32BE(at) },
  10: { name: 'int64', bytes: 8, read: (from, at) => from.readBigInt64BE(at) },
  11: { name: 'uint64', bytes: 8, read: (from, at) => from.readBigUInt64BE(at) },
}

const TAGS = { dimensions: 10, variables: 11, attributes: 12 }
/** Limits far above what real files contain. Without limits, a corrupt file could state arbitrary lengths. */
const ITEMS_MAX = 100_000
const DIMENSIONS_MAX = 1024
const NAME_BYTES_MAX = 4096
const BLOCK_BYTES = 65_536

/** Reads the header. Throws if the file is corrupt. */
export function readNetcdfHeader(handle: number, fileBytes: number): NetcdfHeader {
  const cursor = openCursor(handle)
  const version = cursor.bytes(4)[3]
  const isWide = version === 5
  const size = () => (isWide ? cursor.wide() : cursor.narrow())
  const records = size()
  const dimensions = list(TAGS.dimensions, () => ({ name: name(), length: size() }))
  const attributes = attributeList()
  const variables = list(TAGS.variables, variable)
  const ofRecords = variables.filter(({ isRecorded }) => isRecorded)
  // If only one variable has records, its records are not padded.
  const [only] = ofRecords
  const recordBytes = only && ofRecords.length === 1 ? only.bytes : sum(ofRecords.map(({ bytes }) => padded(bytes)))
  const start = Math.min(...ofRecords.map(({ at }) => at))
  const isStreamed = records === (isWide ? Number(2n ** 64n - 1n) : 2 ** 32 - 1)
  const length = isStreamed ? Math.max(0, Math.floor((fileBytes - start) / Math.max(1, recordBytes))) : records
  return {
    attributes,
    variables: variables.map(({ isRecorded, bytes, shape, ...rest }) =>
      isRecorded ? { ...rest, shape: [length, ...shape.slice(1)], recordBytes } : { ...rest, shape },
    ),
  }

  function variable() {
    const own = { name: name() }
    const ids = Array.from({ length: atMost(size(), DIMENSIONS_MAX) }, size)
    const used = ids.map((id) => dimensions[id] ?? damaged())
    const attributes = attributeList()
    const type = typeOf(cursor.narrow())
    size()
    const at = version === 1 ? cursor.narrow() : cursor.wide()
    const shape = used.map(({ length }) => length)
    const isRecorded = shape[0] === 0
    const bytes = shape.slice(isRecorded ? 1 : 0).reduce((product, length) => product * length, type.bytes)
    return { ...own, type, dimensions: used.map((one) => one.name), shape, attributes, at, isRecorded, bytes }
  }

  function attributeList(): NetcdfAttribute[] {
    return list(TAGS.attributes, () => {
      const own = { name: name(), type: typeOf(cursor.narrow()), length: size() }
      const at = cursor.skip(padded(own.length * own.type.bytes))
      return { ...own, at }
    })
  }

  function list<T>(tag: number, item: () => T): T[] {
    const found = cursor.narrow()
    const length = atMost(size(), ITEMS_MAX)
    if (length > 0 && found !== tag) damaged()
    return Array.from({ length }, item)
  }

  function name(): string {
    const length = atMost(size(), NAME_BYTES_MAX)
    return cursor.bytes(padded(length)).toString('utf8', 0, length)
  }
}

function openCursor(handle: number) {
  let block = Buffer.alloc(0)
  let blockAt = 0
  let at = 0

  function bytes(length: number): Buffer {
    if (at < blockAt || at + length > blockAt + block.length) {
      const next = Buffer.alloc(BLOCK_BYTES)
      block = next.subarray(0, readSync(handle, next, 0, BLOCK_BYTES, at))
      blockAt = at
      if (length > block.length) damaged()
    }
    at += length
    return block.subarray(at - length - blockAt, at - blockAt)
  }

  return {
    bytes,
    narrow: () => bytes(4).readUInt32BE(),
    wide: () => Number(bytes(8).readBigUInt64BE()),
    /** Returns the position of the first skipped byte. */
    skip(length: number): number {
      at += length
      return at - length
    },
  }
}

function typeOf(code: number): NetcdfType {
  return TYPES[code] ?? damaged()
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}

function atMost(length: number, most: number): number {
  return length > most ? damaged() : length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function damaged(): never {
  throw new Error('The header of this NetCDF file is damaged.')
}
