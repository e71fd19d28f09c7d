import { DataType, DateUnit, type Decimal, type Int, Precision, type Timestamp, TimeUnit } from 'apache-arrow'
import type { TypedColumn } from './typed-copy.ts'

/** How the values of an Arrow type are written as text, and read again by the engine. */
export interface ArrowCells extends Pick<TypedColumn, 'written' | 'value' | 'negative'> {
  text(value: unknown): string
  /** The value is the whole number in the file, because the library would round it. */
  isWhole?: true
  /** The time zone of the times, such as `Europe/Berlin`. */
  zone?: string
}

const MICROSECONDS: Record<TimeUnit, (value: bigint) => bigint> = {
  [TimeUnit.SECOND]: (value) => value * 1_000_000n,
  [TimeUnit.MILLISECOND]: (value) => value * 1000n,
  [TimeUnit.MICROSECOND]: (value) => value,
  [TimeUnit.NANOSECOND]: (value) => value / 1000n,
}
const DAY_MS = 86_400_000
/** The widest decimals of the engine. */
const DECIMAL_DIGITS = 38

const TEXT: ArrowCells = { written: 'VARCHAR', text: String }
const JSON_TEXT: ArrowCells = {
  written: 'VARCHAR',
  text: (value) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)) ?? String(value),
}
const BINARY: ArrowCells = { written: 'VARCHAR', text: (value) => Buffer.from(value as Uint8Array).toString('hex') }
/** The library returns dates and times in milliseconds, with fractions. */
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

/** Numbers, times, booleans and texts keep their types. Lists and structures become JSON, binary values hexadecimal text. */
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
  if (DataType.isTime(type)) return spanCells(type.unit, (cell) => `TIME '00:00:00' + to_microseconds(${cell})`)
  if (DataType.isDuration(type)) {
    const duration = spanCells(type.unit, (cell) => `to_microseconds(${cell})`)
    return { ...duration, negative: inSeconds }
  }
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type)) return TEXT
  return isBinary(type) ? BINARY : JSON_TEXT
}

function timestampCells({ unit, timezone }: Timestamp): ArrowCells {
  const isFine = unit === TimeUnit.NANOSECOND
  return {
    written: 'BIGINT',
    value: (cell) => `${isFine ? 'make_timestamp_ns' : 'make_timestamp'}(${cell})`,
    text: (value) => String(isFine ? value : MICROSECONDS[unit](value as bigint)),
    isWhole: true,
    ...(timezone && { zone: timezone }),
  }
}

function inSeconds(cell: string): string {
  return `${cell} / 1e6`
}

function isBinary(type: DataType): boolean {
  const kinds = [DataType.isBinary, DataType.isLargeBinary, DataType.isFixedSizeBinary, DataType.isBinaryView]
  return kinds.some((isKind) => isKind(type))
}

function integerType({ bitWidth, isSigned }: Int): string {
  const sizes: Record<number, string> = { 8: 'TINYINT', 16: 'SMALLINT', 32: 'INTEGER', 64: 'BIGINT' }
  return `${isSigned ? '' : 'U'}${sizes[bitWidth] ?? 'BIGINT'}`
}

function spanCells(unit: TimeUnit, value: (cell: string) => string): ArrowCells {
  return { written: 'BIGINT', value, text: (span) => String(MICROSECONDS[unit](BigInt(span as number | bigint))) }
}

/** The library returns decimals as whole numbers. */
function decimalCells({ precision, scale }: Decimal): ArrowCells {
  const isExact = precision <= DECIMAL_DIGITS && scale >= 0 && scale <= precision
  return {
    written: isExact ? `DECIMAL(${precision}, ${scale})` : 'DOUBLE',
    text: (value) => (isExact ? withPoint(String(value), scale) : `${String(value)}e${-scale}`),
  }
}

/** The engine reads `10e-2` as a decimal only where `10` has room, too. */
function withPoint(whole: string, scale: number): string {
  if (scale === 0) return whole
  const [sign, digits] = whole.startsWith('-') ? ['-', whole.slice(1)] : ['', whole]
  const padded = digits.padStart(scale + 1, '0')
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}
