import { DataType, type Duration, TimeUnit, tableFromIPC } from 'apache-arrow'
import type { Engine } from './engine.ts'
import { sqlText } from './sql.ts'

const SCHEMA_BYTES_MAX = 10_000_000

const UNITS: Record<TimeUnit, string> = {
  [TimeUnit.SECOND]: 'seconds',
  [TimeUnit.MILLISECOND]: 'milliseconds',
  [TimeUnit.MICROSECOND]: 'microseconds',
  [TimeUnit.NANOSECOND]: 'nanoseconds',
}

/**
 * The units of the columns that hold durations, by the names of the columns. Parquet has no such type, so pandas, Polars and
 * others write integers, and note the type in an Arrow schema among the metadata.
 */
export async function parquetDurations(engine: Engine, path: string): Promise<Map<string, string>> {
  const [found] = await engine.rows<{ schema: string }>(
    `SELECT decode(value) AS schema FROM parquet_kv_metadata(${sqlText(path)})
     WHERE key = 'ARROW:schema'::BLOB AND octet_length(value) < ${SCHEMA_BYTES_MAX}`,
  )
  const fields = found ? fieldsIn(found.schema) : []
  const spans = fields.flatMap(({ name, type }) =>
    DataType.isDuration(type) ? [[name, UNITS[(type as Duration).unit]] as const] : [],
  )
  return new Map(spans)
}

/** None if the program that wrote the file damaged the schema. The columns do not depend on it. */
function fieldsIn(schema: string) {
  try {
    return tableFromIPC(Buffer.from(schema, 'base64')).schema.fields
  } catch {
    return []
  }
}
