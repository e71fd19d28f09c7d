import {
  DataType,
  type Date_,
  DateUnit,
  type Decimal,
  type Field,
  type Int,
  Precision,
  type StructRow,
  type Timestamp,
  TimeUnit,
} from 'apache-arrow'
import { DURATION_UNITS } from './parquet-durations.ts'
import type { TypedColumn } from './typed-copy.ts'

/** How the values of an Arrow type are written as text, and which SQL converts that text. */
export interface ArrowCells extends Pick<TypedColumn, 'written' | 'value' | 'zone'> {
  text(value: unknown): string
  /** The value must be written as the file’s integer, because the library would round it. */
  isWhole?: true
  unit?: (typeof DURATION_UNITS)[number]
  /** The file has nanoseconds, but the engine’s times with a time zone don’t. */
  losesNanoseconds?: true
  /** The numbers have more digits than the engine’s decimals, so they are read as floating-point numbers. */
  losesDigits?: true
}

const MICROSECONDS: Record<TimeUnit, (value: bigint) => bigint> = {
  [TimeUnit.SECOND]: (value) => value * 1_000_000n,
  [TimeUnit.MILLISECOND]: (value) => value * 1000n,
  [TimeUnit.MICROSECOND]: (value) => value,
  [TimeUnit.NANOSECOND]: (value) => value / 1000n,
}
const DAY_MS = 86_400_000
/** Maximum number of digits of the engine’s decimals. */
const DECIMAL_DIGITS = 38

const TEXT: ArrowCells = { written: 'VARCHAR', text: String }
const BINARY: ArrowCells = { written: 'VARCHAR', text: (value) => Buffer.from(value as Uint8Array).toString('hex') }
/** Timestamps, which the library returns in milliseconds with fractions. */
const TIMESTAMP: ArrowCells = {
  written: 'BIGINT',
  value: (cell) => `make_timestamp(${cell})`,
  text: (value) => String(Math.round(Number(value) * 1000)),
}
const DATE: ArrowCells = {
  written: 'INTEGER',
  value: (cell) => `DATE '1970-01-01' + ${cell}`,
  text: (value) => String(Math.round(Number(value) / DAY_MS)),
}

/**
 * Returns how values of a type are written. Numbers, times, booleans and text keep their types. Lists and structures
 * become JSON. Binary values become hexadecimal text.
 */
export function arrowCells(type: DataType): ArrowCells {
  if (DataType.isDictionary(type)) {
    return DataType.isTimestamp(type.dictionary) ? TIMESTAMP : arrowCells(type.dictionary)
  }
  if (DataType.isInt(type)) return { written: integerType(type), text: String }
  if (DataType.isFloat(type)) {
    return { written: type.precision === Precision.DOUBLE ? 'DOUBLE' : 'FLOAT', text: String }
  }
  if (DataType.isBool(type)) return { written: 'BOOLEAN', text: String }
  if (DataType.isDecimal(type)) return decimalCells(type)
  if (DataType.isDate(type)) return type.unit === DateUnit.DAY ? DATE : TIMESTAMP
  if (DataType.isTimestamp(type)) return timestampCells(type)
  if (DataType.isTime(type)) return timeCells(type.unit)
  if (DataType.isDuration(type)) return { written: 'BIGINT', text: String, unit: DURATION_UNITS[type.unit] }
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type)) return TEXT
  return isBinary(type) ? BINARY : { written: 'VARCHAR', text: (value) => jsonText(type, value) }
}

function timestampCells({ unit, timezone }: Timestamp): ArrowCells {
  const isFine = unit === TimeUnit.NANOSECOND
  const microseconds = (value: unknown) => String(MICROSECONDS[unit](value as bigint))
  if (timezone) {
    const value = (cell: string) => `make_timestamptz(${cell})`
    const cells: ArrowCells = { written: 'BIGINT', value, text: microseconds, isWhole: true, zone: timezone }
    return isFine ? { ...cells, losesNanoseconds: true } : cells
  }
  return {
    written: 'BIGINT',
    value: (cell) => `${isFine ? 'make_timestamp_ns' : 'make_timestamp'}(${cell})`,
    text: isFine ? String : microseconds,
    isWhole: true,
  }
}

function timeCells(unit: TimeUnit): ArrowCells {
  if (unit === TimeUnit.NANOSECOND) return { written: 'TIME_NS', text: (value) => clockText(BigInt(value as bigint)) }
  return {
    written: 'BIGINT',
    value: (cell) => `TIME '00:00:00' + to_microseconds(${cell})`,
    text: (value) => String(MICROSECONDS[unit](BigInt(value as number | bigint))),
  }
}

function clockText(nanoseconds: bigint): string {
  const seconds = nanoseconds / 1_000_000_000n
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => String(part).padStart(2, '0'))
  return `${parts.join(':')}.${String(nanoseconds % 1_000_000_000n).padStart(9, '0')}`
}

/** Returns a value as JSON text. Numbers keep all digits. Timestamps and dates become strings. */
function jsonText(type: DataType, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const parts = (type.children ?? []) as Field[]
  if (DataType.isList(type) || DataType.isLargeList(type) || DataType.isFixedSizeList(type)) {
    const [item] = parts
    return item ? `[${Array.from(value as Iterable<unknown>, (one) => jsonText(item.type, one)).join(',')}]` : '[]'
  }
  if (DataType.isStruct(type)) return objectText(parts.map((part) => [part, (value as StructRow).toJSON()[part.name]]))
  if (DataType.isMap(type)) {
    const pair = parts[0]?.type.children[1] as Field | undefined
    const pairs = [...(value as Iterable<[unknown, unknown]>)]
    return objectText(pairs.flatMap(([name, one]) => (pair ? [[{ name: String(name), type: pair.type }, one]] : [])))
  }
  if (DataType.isTimestamp(type) || DataType.isDate(type)) return momentText(type, Number(value))
  if (DataType.isDecimal(type)) return arrowCells(type).text(value)
  if (isBinary(type)) return JSON.stringify(BINARY.text(value))
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

function momentText(type: Timestamp | Date_, milliseconds: number): string {
  const text = JSON.stringify(new Date(milliseconds))
  if (DataType.isDate(type) && type.unit === DateUnit.DAY) return text.replace(/T[^"]*/, '')
  return DataType.isTimestamp(type) && type.timezone ? text : text.replace('Z"', '"')
}

function objectText(entries: readonly [Pick<Field, 'name' | 'type'>, unknown][]): string {
  return `{${entries.map(([{ name, type }, value]) => `${JSON.stringify(name)}:${jsonText(type, value)}`).join(',')}}`
}

function isBinary(type: DataType): boolean {
  const kinds = [DataType.isBinary, DataType.isLargeBinary, DataType.isFixedSizeBinary, DataType.isBinaryView]
  return kinds.some((isKind) => isKind(type))
}

function integerType({ bitWidth, isSigned }: Int): string {
  const sizes: Record<number, string> = { 8: 'TINYINT', 16: 'SMALLINT', 32: 'INTEGER', 64: 'BIGINT' }
  return `${isSigned ? '' : 'U'}${sizes[bitWidth] ?? 'BIGINT'}`
}

function decimalCells({ precision, scale }: Decimal): ArrowCells {
  const isExact = precision <= DECIMAL_DIGITS && scale >= 0 && scale <= precision
  const whole = (value: unknown) => String(wholeOf(value as Uint32Array))
  if (isExact) return { written: `DECIMAL(${precision}, ${scale})`, text: (value) => withPoint(whole(value), scale) }
  return { written: 'DOUBLE', text: (value) => `${whole(value)}e${-scale}`, losesDigits: true }
}

/** Returns the unscaled integer of a decimal. The library’s conversion to a string is wrong for 256-bit decimals. */
function wholeOf(words: Uint32Array): bigint {
  let whole = 0n
  for (let at = words.length - 1; at >= 0; at -= 1) whole = (whole << 32n) | BigInt(words[at] ?? 0)
  return BigInt.asIntN(32 * words.length, whole)
}

/** Inserts the decimal point into an integer. The engine reads `10e-2` only if the DECIMAL type has room for `10`. */
function withPoint(whole: string, scale: number): string {
  if (scale === 0) return whole
  const [sign, digits] = whole.startsWith('-') ? ['-', whole.slice(1)] : ['', whole]
  const padded = digits.padStart(scale + 1, '0')
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}
