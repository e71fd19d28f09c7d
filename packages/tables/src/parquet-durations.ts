import type { Duration } from 'apache-arrow'
import type { Engine } from './engine.ts'
import { sqlText } from './sql.ts'

const SCHEMA_BYTES_MAX = 10_000_000

/** Units of durations, in the order of the Arrow library’s enum. */
export const DURATION_UNITS = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const

/**
 * Returns the units of the columns that contain durations, by column name. Parquet has no type for durations, so
 * pandas, Polars and others write integers, and note the type in an Arrow schema in the metadata.
 */
export async function parquetDurations(engine: Engine, path: string): Promise<Map<string, string>> {
  const [found] = await engine.rows<{ schema: string }>(
    `SELECT try(decode(value)) AS schema FROM parquet_kv_metadata(${sqlText(path)})
     WHERE key = 'ARROW:schema'::BLOB AND octet_length(value) < ${SCHEMA_BYTES_MAX}`,
  )
  return new Map(found ? await durationsIn(found.schema) : [])
}

async function durationsIn(schema: string): Promise<[name: string, unit: string][]> {
  // The library is imported here, because files that steps write have no such schema, so most processes never need it.
  const { DataType, tableFromIPC } = await import('apache-arrow')
  try {
    const { fields } = tableFromIPC(Buffer.from(schema, 'base64')).schema
    return fields.flatMap(({ name, type }) =>
      DataType.isDuration(type) ? [[name, DURATION_UNITS[(type as Duration).unit]]] : [],
    )
  } catch {
    return []
  }
}
