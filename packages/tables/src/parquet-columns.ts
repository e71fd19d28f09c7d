import { plainName } from './dialect.ts'
import type { Engine } from './engine.ts'
import { freeName } from './free-name.ts'
import { parquetDurations } from './parquet-durations.ts'
import { sqlName, sqlText } from './sql.ts'
import { ROW } from './table.ts'

/** A column of a Parquet file, as the engine reads it. */
export interface ParquetColumn {
  /** The name in the engine, which replaces an empty or duplicate name in the file. */
  own: string
  /** The name in the file. */
  given: string
  /** The name in the table. */
  name: string
  type: string
  /** Whether the engine drops digits below a microsecond. */
  losesNanoseconds: boolean
  /** The unit of durations, which the file stores as integers. */
  unit: string | undefined
  /** Whether the column contains decimals of more than 38 digits. The engine reads these as floating-point numbers. */
  losesDigits: boolean
  decimal: WideDecimal | undefined
}

interface WideDecimal {
  bytes: number
  scale: number
}

/** Names of row numbers, which columns must not have. */
const RESERVED = ['rowid', ROW]
const ZONED = 'TIMESTAMP WITH TIME ZONE'

/** Names that the engine gives to unnamed columns and to columns with a duplicate name. */
const MADE_UP = /^C\d+$|_\d+$/

/** Returns all columns of a Parquet file, renamed if a name is empty, reserved or not unique. */
export async function parquetColumns(engine: Engine, path: string): Promise<ParquetColumn[]> {
  const described = await engine.rows<{ column_name: string; column_type: string }>(
    `DESCRIBE FROM read_parquet(${sqlText(path)})`,
  )
  const isAsked =
    described.some((column) => MADE_UP.test(column.column_name) || column.column_type === ZONED) ||
    (described.some((column) => column.column_type === 'DOUBLE') && (await hasWideDecimals(engine, path)))
  const fields = isAsked ? await fieldsOf(engine, path) : []
  const units = described.some((column) => column.column_type === 'BIGINT')
    ? await parquetDurations(engine, path)
    : undefined
  const own = described.map((column) => column.column_name)
  const taken = new Set([...own, ...RESERVED].map((name) => name.toLowerCase()))
  return described.map(({ column_name, column_type: type }, at) => {
    const field: Partial<Field> = fields.length === own.length ? (fields[at] ?? {}) : {}
    const { name: given = column_name, logical_type: logical, precision, scale, bytes } = field
    const losesDigits = type === 'DOUBLE' && (precision ?? 0) > DECIMAL_DIGITS
    const isGiven = given === column_name
    const wanted = isGiven ? column_name : plainName(given) || `column ${at + 1}`
    const name = isGiven && !RESERVED.includes(wanted.toLowerCase()) ? wanted : freeName(wanted, taken)
    return {
      own: column_name,
      given,
      name,
      type,
      unit: units?.get(given),
      losesDigits,
      decimal: losesDigits && bytes ? { bytes, scale: scale ?? 0 } : undefined,
      losesNanoseconds: type === ZONED && /NANOS=NanoSeconds/.test(logical ?? ''),
    }
  })
}

/** Whether the column’s times have a time zone. Parquet stores such times in UTC. */
export function hasZone({ type }: Pick<ParquetColumn, 'type'>): boolean {
  return type === ZONED
}

/** Maximum number of digits of the engine’s decimals. */
const DECIMAL_DIGITS = 38

async function hasWideDecimals(engine: Engine, path: string): Promise<boolean> {
  const { columns } = await engine.row<{ columns: number }>(
    `SELECT count(*) AS columns FROM parquet_schema(${sqlText(path)}) WHERE precision > ${DECIMAL_DIGITS}`,
  )
  return columns > 0
}

/**
 * Returns SQL for the value of a column. If the size of a wide decimal isn’t a multiple of eight bytes, the engine
 * reads the value as if zeros followed the last byte, so the SQL divides by a power of two.
 */
export function valueSql({ own, decimal }: ParquetColumn): string {
  const value = sqlName(own)
  const spare = decimal ? (8 - (decimal.bytes % 8)) % 8 : 0
  if (!decimal || spare === 0) return value
  const [larger, unit] = [`${2 ** (8 * spare)}::DOUBLE`, `1e${decimal.scale}`]
  // For negative numbers, the engine inverts the bytes before it appends the zeros, but adds 1 only afterwards. This
  // expression corrects for that.
  return `CASE WHEN ${value} < 0 THEN (round((${value} * ${unit} + 1) / ${larger}) - 1) / ${unit} ELSE ${value} / ${larger} END`
}

interface Field {
  name: string
  logical_type: string | null
  precision: number | null
  scale: number | null
  bytes: number | null
}

async function fieldsOf(engine: Engine, path: string): Promise<Field[]> {
  const [root, ...elements] = await engine.rows<Field & { num_children: number | null }>(
    `SELECT name, logical_type::VARCHAR AS logical_type, precision::INTEGER AS precision, scale::INTEGER AS scale,
       TRY_CAST(type_length AS INTEGER) AS bytes, num_children::INTEGER AS num_children
     FROM parquet_schema(${sqlText(path)})`,
  )
  const fields: Field[] = []
  /** Number of following elements that are nested in the last column. */
  let nested = 0
  for (const { num_children, ...field } of root ? elements : []) {
    if (nested === 0) fields.push(field)
    else nested -= 1
    nested += num_children ?? 0
  }
  return fields
}
