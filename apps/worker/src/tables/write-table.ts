import type { Engine } from '@millrace/tables/engine'
import { requireWritable } from '@millrace/tables/engine-room'
import { parquetOptions } from '@millrace/tables/parquet-options'
import { sqlText } from '@millrace/tables/sql'
import type { StepContext } from '@millrace/worker-sdk'

export type TableFormat = 'parquet' | 'csv'

const MEDIA: Record<TableFormat, string> = { parquet: 'application/vnd.apache.parquet', csv: 'text/csv' }

/** The parameter by which people choose what a table step writes. */
export const FORMAT_PARAMETER = {
  type: 'string',
  title: 'Write as',
  description: 'Parquet keeps the types of the columns and is small; CSV opens in every program.',
  enum: ['parquet', 'csv'],
  default: 'parquet',
} as const

/** Media types of a slot that `writeTable` fills. */
export const WRITTEN_MEDIA = `${MEDIA.parquet}, ${MEDIA.csv}`

interface Written {
  slot: string
  /** A view, a table or a query in brackets. */
  from: string
  /** Such as `_clean`; the extension follows from the format. */
  suffix: string
  format: TableFormat
}

/** Writes a relation of the engine as a result of the job, named after the input; answers its size. */
export async function writeTable(
  engine: Engine,
  context: Pick<StepContext<unknown>, 'output'>,
  { slot, from, suffix, format }: Written,
): Promise<{ rows: number; columns: number }> {
  const { columns } = await engine.row<{ columns: number }>(
    `SELECT count(*) AS columns FROM (DESCRIBE SELECT * FROM ${from})`,
  )
  requireWritable(columns)
  const path = context.output(slot, { suffix: `${suffix}.${format}`, mediaType: MEDIA[format] })
  const options = format === 'csv' ? '(FORMAT csv, HEADER)' : parquetOptions(columns, 'zstd')
  const { Count: rows } = await engine.row<{ Count: number }>(
    `COPY (SELECT * FROM ${from}) TO ${sqlText(path)} ${options}`,
  )
  return { rows, columns }
}
