import { plainName } from './dialect.ts'
import type { Engine } from './engine.ts'
import { parquetDurations } from './parquet-durations.ts'
import { sqlText } from './sql.ts'
import { ROW } from './table.ts'

/** A column of a Parquet file, as the engine reads it. */
export interface ParquetColumn {
  /** The name in the engine, which differs from that in the file if that is empty or a duplicate. */
  own: string
  /** The name in the file. */
  given: string
  /** The name in the table. */
  name: string
  type: string
  /** The engine drops what is below a microsecond. */
  losesNanoseconds: boolean
  /** Of durations, which the file has as integers. */
  unit: string | undefined
}

const ZONED = 'TIMESTAMP WITH TIME ZONE'

/** Names that the engine gives to columns without one, and to those whose name another column has. */
const MADE_UP = /^C\d+$|_\d+$/

/** The columns of a Parquet file with names that are distinct and not reserved. */
export async function parquetColumns(engine: Engine, path: string): Promise<ParquetColumn[]> {
  const described = await engine.rows<{ column_name: string; column_type: string }>(
    `DESCRIBE FROM read_parquet(${sqlText(path)})`,
  )
  const isAsked = described.some((column) => MADE_UP.test(column.column_name) || column.column_type === ZONED)
  const fields = isAsked ? await fieldsOf(engine, path) : []
  const units = described.some((column) => column.column_type === 'BIGINT')
    ? await parquetDurations(engine, path)
    : undefined
  const own = described.map((column) => column.column_name)
  const taken = new Set(own.map((name) => name.toLowerCase()))
  return described.map(({ column_name, column_type: type }, at) => {
    const { name: given = column_name, logical_type: logical } = fields.length === own.length ? (fields[at] ?? {}) : {}
    const isGiven = given === column_name
    const wanted = isGiven ? column_name : plainName(given) || `column ${at + 1}`
    const name = isGiven && !isReserved(wanted) ? wanted : free(wanted, taken)
    return {
      own: column_name,
      given,
      name,
      type,
      unit: units?.get(given),
      losesNanoseconds: type === ZONED && /NANOS=NanoSeconds/.test(logical ?? ''),
    }
  })
}

export function hasZone({ type }: Pick<ParquetColumn, 'type'>): boolean {
  return type === ZONED
}

interface Field {
  name: string
  logical_type: string | null
}

/** The columns as the file describes them, without what is nested in them. */
async function fieldsOf(engine: Engine, path: string): Promise<Field[]> {
  const [root, ...elements] = await engine.rows<Field & { num_children: number | null }>(
    `SELECT name, logical_type::VARCHAR AS logical_type, num_children::INTEGER AS num_children
     FROM parquet_schema(${sqlText(path)})`,
  )
  const fields: Field[] = []
  /** How many elements are still nested in the last column. */
  let nested = 0
  for (const { num_children, ...field } of root ? elements : []) {
    if (nested === 0) fields.push(field)
    else nested -= 1
    nested += num_children ?? 0
  }
  return fields
}

/** The engine's own names for row numbers, which columns of its tables must not have. */
function isReserved(name: string): boolean {
  return ['rowid', ROW].includes(name.toLowerCase())
}

function free(name: string, taken: Set<string>): string {
  let unique = name
  for (let count = 2; isReserved(unique) || taken.has(unique.toLowerCase()); count += 1) unique = `${name} (${count})`
  taken.add(unique.toLowerCase())
  return unique
}
