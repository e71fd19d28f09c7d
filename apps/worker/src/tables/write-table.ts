import type { Engine } from '@millrace/tables/engine'
import { parquetOptions } from '@millrace/tables/parquet-options'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { requireWritable } from '@millrace/tables/table-width'
import type { StepContext } from '@millrace/worker-sdk'

export type TableFormat = 'parquet' | 'csv'

const MEDIA: Record<TableFormat, string> = { parquet: 'application/vnd.apache.parquet', csv: 'text/csv' }

/** The parameter that sets the output format of a table step. */
export const FORMAT_PARAMETER = {
  type: 'string',
  title: 'Write as',
  description: 'Parquet is compact and keeps column types. CSV opens in any program.',
  enum: ['parquet', 'csv'],
  default: 'parquet',
} as const

/** Media types of a slot that `writeTable` can fill. */
export const WRITTEN_MEDIA = `${MEDIA.parquet}, ${MEDIA.csv}`

interface Written {
  slot: string
  /** A view, a table or a parenthesized query. */
  from: string
  /** Such as `_clean`. The extension is derived from the format. */
  suffix: string
  format: TableFormat
}

/**
 * Writes a relation of the engine as an output of the job, named after the input, and returns its size. Sums of integers
 * are HUGEINT, which Parquet can only store as DOUBLE, so they are written as BIGINT if they fit.
 */
export async function writeTable(
  engine: Engine,
  context: Pick<StepContext<unknown>, 'output'>,
  { slot, from, suffix, format }: Written,
): Promise<{ rows: number; columns: number }> {
  const described = await engine.rows<{ column_name: string; column_type: string }>(`DESCRIBE SELECT * FROM ${from}`)
  const columns = described.length
  requireWritable(columns)
  const path = context.output(slot, { suffix: `${suffix}.${format}`, mediaType: MEDIA[format] })
  const options = format === 'csv' ? '(FORMAT csv, HEADER)' : parquetOptions(columns, 'zstd')
  const huge = described
    .filter((column) => column.column_type === 'HUGEINT')
    .map((column) => sqlName(column.column_name))
  const copy = (values: string) =>
    engine.row<{ Count: number }>(`COPY (SELECT ${values} FROM ${from}) TO ${sqlText(path)} ${options}`)
  if (huge.length === 0 || format === 'csv') return { rows: (await copy('*')).Count, columns }
  const narrowed = huge.map((name) => `${name}::BIGINT AS ${name}`).join(', ')
  const { Count: rows } = await copy(`* REPLACE (${narrowed})`).catch((error: unknown) => {
    if (error instanceof Error && /can't be cast because the value is out of range/.test(error.message))
      return copy('*')
    throw error
  })
  return { rows, columns }
}
