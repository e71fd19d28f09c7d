import type { Engine } from '@millrace/tables/engine'
import { escapedName } from '@millrace/tables/formula-escapes'
import { hasZone } from '@millrace/tables/parquet-columns'
import { parquetOptions } from '@millrace/tables/parquet-options'
import { sqlName, sqlText } from '@millrace/tables/sql'
import type { Table } from '@millrace/tables/table'
import { requireWritable } from '@millrace/tables/table-width'
import type { StepContext } from '@millrace/worker-sdk'
import { safeValueSql } from './safe-cells.ts'
import { type Target, writeWorkbook } from './write-workbook.ts'

export type TableFormat = 'parquet' | 'csv' | 'xlsx'

const MEDIA: Record<TableFormat, string> = {
  parquet: 'application/vnd.apache.parquet',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const FORMAT_PARAMETER = {
  type: 'string',
  title: 'Write as',
  description:
    'Parquet is compact and keeps column types. CSV opens in any program; text that a spreadsheet would run as a formula gets a leading apostrophe.',
  enum: ['parquet', 'csv', 'xlsx'],
  default: 'parquet',
  'x-enum-titles': { xlsx: 'Excel' },
} as const

/** Media types of the files that `writeTable` writes. */
export const WRITTEN_MEDIA = Object.values(MEDIA).join(', ')

export interface TableOutput {
  slot: string
  /** A view, a table or a parenthesized query. */
  from: string
  /** Appended to the input’s name, such as `_clean`. The format determines the extension. */
  suffix?: string
  /** The file name without its extension. By default, the input’s name with the suffix. */
  name?: string
  format: TableFormat
  /**
   * In CSV files, the times of `column` are written with the UTC offsets of `zone`. Other times with a UTC offset are
   * written in UTC. Times without a UTC offset are written unchanged.
   */
  zoned?: { column: string; zone: string } | undefined
  /** Number formats of columns in workbooks, from `numberFormats`. */
  numbers?: ReadonlyMap<string, string>
}

/**
 * Returns the number formats of columns, keyed by lowercase name. If tables have different formats for a name, the
 * format is empty.
 */
export function numberFormats(tables: readonly Pick<Table, 'columns'>[]): ReadonlyMap<string, string> {
  const named = Map.groupBy(
    tables.flatMap(({ columns }) => columns),
    ({ name }) => name.trim().toLowerCase(),
  )
  const formats = [...named].map(([name, [first, ...others]]): [string, string] => {
    return [name, others.every(({ format }) => format === first?.format) ? (first?.format ?? '') : '']
  })
  return new Map(formats)
}

/**
 * Writes a relation of the engine as an output of the job, named after the input. Returns how many rows and columns the
 * output has. Sums of integers are HUGEINT. Parquet could only store them as DOUBLE, so they are written as BIGINT or
 * the next larger type that fits.
 */
export async function writeTable(
  engine: Engine,
  context: Pick<StepContext<unknown>, 'output' | 'log'>,
  { slot, from, suffix, format, name, zoned, numbers }: TableOutput,
): Promise<{ rows: number; columns: number }> {
  const described = await engine.rows<{ column_name: string; column_type: string }>(`DESCRIBE SELECT * FROM ${from}`)
  const columns = described.map(({ column_name: own, column_type: type }) => {
    return { name: own, type, format: numbers?.get(own.trim().toLowerCase()) }
  })
  requireWritable(columns.length)
  const named = name === undefined ? { suffix: `${suffix}.${format}` } : { name: `${name}.${format}` }
  const path = context.output(slot, { ...named, mediaType: MEDIA[format] })
  const rows = await WRITERS[format](engine, context, { from, columns, path, zoned })
  return { rows, columns: columns.length }
}

type Csv = Target & Pick<TableOutput, 'zoned'>

const WRITERS = { parquet: writeParquet, csv: writeCsv, xlsx: writeWorkbook }

async function writeCsv(engine: Engine, _context: unknown, { from, columns, path, zoned }: Csv): Promise<number> {
  const value = (column: Target['columns'][number]) =>
    hasZone(column)
      ? withOffsetSql(sqlName(column.name), zoned?.column === column.name ? zoned.zone : 'UTC')
      : safeValueSql(column)
  const values = columns.map((column) => `${value(column)} AS ${sqlName(escapedName(column.name))}`).join(', ')
  const { Count: rows } = await engine.row<{ Count: number }>(
    `COPY (SELECT ${values} FROM ${from}) TO ${sqlText(path)} (FORMAT csv, HEADER)`,
  )
  return rows
}

/** Returns SQL for a time as local time with UTC offset, such as `2024-03-31 03:00:00+02:00`. */
export function withOffsetSql(time: string, zone: string): string {
  const local = `(${time} AT TIME ZONE ${sqlText(zone)})`
  if (zone === 'UTC') return `CASE WHEN isfinite(${time}) THEN ${local}::VARCHAR || '+00:00' ELSE ${time}::VARCHAR END`
  const seconds = `epoch(${local} - ${time} AT TIME ZONE 'UTC')::INTEGER`
  const offset = `format('{}{:02d}:{:02d}', CASE WHEN ${seconds} < 0 THEN '-' ELSE '+' END, abs(${seconds}) // 3600, abs(${seconds}) // 60 % 60)`
  // Before standard time zones, local mean time was used. Its offsets have seconds, so such times are written in UTC.
  return `CASE WHEN isfinite(${time}) AND ${seconds} % 60 = 0 THEN ${local}::VARCHAR || ${offset} ELSE ${time}::VARCHAR END`
}

async function writeParquet(engine: Engine, _context: unknown, { from, columns, path }: Target): Promise<number> {
  const options = parquetOptions(columns.length, 'zstd')
  async function copy(narrowed: readonly string[]): Promise<number> {
    const values = narrowed.length > 0 ? `* REPLACE (${narrowed.join(', ')})` : '*'
    const done = await engine.row<{ Count: number }>(
      `COPY (SELECT ${values} FROM ${from}) TO ${sqlText(path)} ${options}`,
    )
    return done.Count
  }
  const narrow = columns.flatMap(({ name, type }) =>
    type === 'HUGEINT' ? [`${sqlName(name)}::BIGINT AS ${sqlName(name)}`] : [],
  )
  return copy(narrow).catch(async (error: unknown) => {
    const isTooLarge =
      error instanceof Error && error.message.includes("can't be cast because the value is out of range")
    if (narrow.length === 0 || !isTooLarge) throw error
    return copy(await exactIntegers(engine, from, columns))
  })
}

/**
 * Returns SQL for `REPLACE` that converts each HUGEINT column to the narrowest Parquet type that fits all values of the
 * column. If the numbers are too large for every integer type, the column is converted to DOUBLE.
 */
export async function exactIntegers(
  engine: Engine,
  from: string,
  columns: readonly { name: string; type: string }[],
): Promise<string[]> {
  const names = columns.filter(({ type }) => type === 'HUGEINT').map(({ name }) => sqlName(name))
  if (names.length === 0) return []
  const types = await engine.row<Record<string, string>>(`SELECT ${names.map(fittingTypeSql).join(', ')} FROM ${from}`)
  return names.map((name, at) => `${name}::${types[`type${at}`]} AS ${name}`)
}

function fittingTypeSql(name: string, at: number): string {
  const fits = (low: string, high: string, type: string) =>
    `WHEN min(${name}) >= ${low} AND max(${name}) <= ${high} THEN '${type}'`
  return `CASE WHEN count(${name}) = 0 THEN 'BIGINT'
    ${fits('-9223372036854775808', '9223372036854775807', 'BIGINT')}
    ${fits('0', '18446744073709551615', 'UBIGINT')}
    ${fits(`-${'9'.repeat(38)}`, '9'.repeat(38), 'DECIMAL(38,0)')}
    ELSE 'DOUBLE' END AS type${at}`
}
