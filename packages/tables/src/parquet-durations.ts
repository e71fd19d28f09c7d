import type { Duration } from 'apache-arrow'
import type { Engine } from './engine.ts'
import { sqlText } from './sql.ts'

const SCHEMA_BYTES_MAX = 10_000_000

/** In the order of the library’s numbers for them. */
export const DURATION_UNITS = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const

/**
 * The units of the columns that hold durations, by the names of the columns. Parquet has no such type, so pandas, Polars and
 * others write integers, and note the type in an Arrow schema among the metadata.
 */
export async function parquetDurations(engine: Engine, path: string): Promise<Map<string, string>> {
  const [found] = await engine.rows<{ schema: string }>(
    `SELECT try(decode(value)) AS schema FROM parquet_kv_metadata(${sqlText(path)})
     WHERE key = 'ARROW:schema'::BLOB AND octet_length(value) < ${SCHEMA_BYTES_MAX}`,
  )
  return new Map(found ? await durationsIn(found.schema) : [])
}

/** None if the program that wrote the file damaged the schema. The columns do not depend on it. */
async function durationsIn(schema: string): Promise<[name: string, unit: string][]> {
  // Files that steps write have no such schema, and most processes of steps never load the library.
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
