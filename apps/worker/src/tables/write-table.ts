import { sqlText } from '@millrace/tables/sql'
import type { StepContext } from '@millrace/worker-sdk'
import type { Engine } from './engine.ts'

export type TableFormat = 'parquet' | 'csv'

const FORMATS = {
  parquet: { media: 'application/vnd.apache.parquet', options: '(FORMAT parquet, COMPRESSION zstd)' },
  csv: { media: 'text/csv', options: '(FORMAT csv, HEADER)' },
}

/** The parameter by which people choose what a table step writes. */
export const FORMAT_PARAMETER = {
  type: 'string',
  title: 'Write as',
  description: 'Parquet keeps the types of the columns and is small; CSV opens in every program.',
  enum: ['parquet', 'csv'],
  default: 'parquet',
} as const

/** Media types of a slot that `writeTable` fills. */
export const WRITTEN_MEDIA = `${FORMATS.parquet.media}, ${FORMATS.csv.media}`

interface Written {
  slot: string
  /** A view, a table or a query in brackets. */
  from: string
  /** Such as `_clean`; the extension follows from the format. */
  suffix: string
  format: TableFormat
}

/** Writes a relation of the engine as a result of the job, named after the input. */
export async function writeTable(
  engine: Engine,
  context: Pick<StepContext<unknown>, 'output'>,
  { slot, from, suffix, format }: Written,
): Promise<void> {
  const { media, options } = FORMATS[format]
  const path = context.output(slot, { suffix: `${suffix}.${format}`, mediaType: media })
  await engine.run(`COPY (SELECT * FROM ${from}) TO ${sqlText(path)} ${options}`)
}
