import type { Dialect } from './dialect.ts'
import type { ColumnKind, Decimal } from './kinds.ts'

/** A text as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A number as an SQL literal of type DOUBLE. A plain literal such as 0.25 is a DECIMAL, in which sums overflow. */
export function sqlDouble(value: number): string {
  return `'${value}'::DOUBLE`
}

export interface CsvReading {
  dialect: Dialect
  /** Names of the columns in SQL, one per column of the file. */
  columns: readonly string[]
  /** Reads on over bad rows and keeps them in DuckDB's table `reject_errors`. */
  keepRejects?: boolean
  /** False where a value goes over several lines in a file with short rows; slower. */
  parallel?: boolean
  strict?: boolean
}

/**
 * The DuckDB expression that reads a delimited file (UTF-8) with nothing left to guess: every column as text, short
 * rows filled with null. Numbers keep the digits they were written with.
 */
export function readCsv(path: string, { dialect, columns, keepRejects, parallel, strict }: CsvReading): string {
  const types = columns.map((name) => `${sqlText(name)}: 'VARCHAR'`).join(', ')
  const options = [
    'auto_detect = false',
    `columns = {${types}}`,
    'header = false',
    `skip = ${dialect.skipLines}`,
    `delim = ${sqlText(dialect.delimiter)}`,
    `quote = ${sqlText(dialect.quote)}`,
    `escape = ${sqlText(dialect.escapedBy)}`,
    'null_padding = true',
    `strict_mode = ${strict ?? true}`,
    `parallel = ${parallel ?? true}`,
    ...(keepRejects ? ['store_rejects = true'] : []),
  ]
  return `read_csv(${sqlText(path)}, ${options.join(', ')})`
}

/** A text column as the value it stands for, null where it stands for none: for sorting, ranges and counts. */
export function valueSql(column: string, { kind, timeFormats, isGrouped }: ColumnKind, decimal: Decimal): string {
  if (isGrouped) return valueSql(ungroupedSql(column), { kind }, decimal)
  if (kind === 'number') return `TRY_CAST(${plainNumber(column, decimal)} AS DOUBLE)`
  if (kind === 'boolean') return `lower(${column}) IN ('true', 't', 'yes', 'y', 'ja')`
  if (kind === 'text') return column
  if (!timeFormats) return `TRY_CAST(replace(${column}, ',', '.') AS TIMESTAMPTZ)`
  return `try_strptime(${column}, [${timeFormats.map(sqlText).join(', ')}])`
}

function ungroupedSql(column: string): string {
  return `replace(regexp_replace(trim(${column}), '[ \u00a0\u202f''\u2019]', '', 'g'), '\u2212', '-')`
}

/** `1.234,5` and `1,234.5` as `1234.5`. */
function plainNumber(column: string, decimal: Decimal): string {
  return decimal === ','
    ? `replace(replace(${column}, '.', ''), ',', '.')`
    : `CASE WHEN contains(${column}, ',') THEN replace(${column}, ',', '') ELSE ${column} END`
}
