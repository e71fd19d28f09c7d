import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Engine } from '@millrace/tables/engine'
import { hasZone } from '@millrace/tables/parquet-columns'
import { count, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { kindOfType } from '@millrace/tables/table'
import type { StepContext } from '@millrace/worker-sdk'
import { isNested, jsonTextSql } from './json-value.ts'

export interface Target {
  /** A view, a table or a parenthesized query. */
  from: string
  /** `format` is the number format of the column, such as `0.0%`. */
  columns: readonly { name: string; type: string; format?: string | undefined }[]
  path: string
}

type Cell = string | number | boolean | Date | null

/** Excel's maximum number of data rows per sheet and of characters per cell. */
const SHEET_ROWS = 1_048_575
const CELL_CHARACTERS = 32_767

/**
 * Writes a relation as an Excel workbook and returns the number of rows. Rows are streamed, so memory does not grow
 * with the number of rows. Rows that don't fit on a sheet continue on the next sheet. Text is never written as a
 * formula.
 */
export async function writeWorkbook(
  engine: Engine,
  { log }: Pick<StepContext<unknown>, 'log'>,
  { from, columns, path }: Target,
): Promise<number> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const times = columns.map(({ type }) => kindOfType(type) === 'time')
  const clocks = await clockColumns(engine, from, columns)
  let [rows, shortened] = [0, 0]
  const fitting = (cell: Cell): Cell => {
    if (typeof cell !== 'string' || cell.length <= CELL_CHARACTERS) return cell
    shortened += 1
    return cell.slice(0, CELL_CHARACTERS)
  }
  async function* cells(): AsyncGenerator<Cell[]> {
    yield columns.map(({ name }) => printable(name))
    for await (const batch of engine.batches(
      `SELECT ${columns.map((column) => valueSql(column, clocks)).join(', ')} FROM ${from}`,
    )) {
      rows += batch.length
      for (const row of batch) yield row.map((value, at) => fitting(cellOf(value, times[at] ?? false)))
    }
  }
  const formats = columns.map(({ name, type, format }) => {
    // Cells have no time zone, so the format shows that these times are in UTC.
    if (hasZone({ type })) return { numFmt: 'yyyy-mm-dd hh:mm:ss"Z"' }
    if (type.startsWith('TIMESTAMP')) return { numFmt: 'yyyy-mm-dd hh:mm:ss' }
    if (clocks.has(name)) return { numFmt: '[hh]:mm:ss' }
    return format && kindOfType(type) === 'number' ? { numFmt: format } : {}
  })
  const bytes = writeXlsxStream(cells(), { name: 'Table', columns: formats, freezePane: { rows: 1 } })
  await pipeline(Readable.fromWeb(bytes as ReadableStream), createWriteStream(path))
  if (rows > SHEET_ROWS)
    log.warn(`A sheet has up to ${count(SHEET_ROWS)} rows, so the table continues on further sheets.`)
  if (shortened > 0)
    log.warn(`${plural(shortened, 'cell')} had more than ${count(CELL_CHARACTERS)} characters and were shortened.`)
  return rows
}

const CLOCK = '\\d{1,4}:[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?'

/**
 * Returns the columns with times of day or durations, such as 01:30:00 and 30:00:00. Workbooks store such values as
 * numbers of days.
 */
async function clockColumns(engine: Engine, from: string, columns: Target['columns']): Promise<ReadonlySet<string>> {
  const found = new Set(columns.filter(({ type }) => type === 'TIME').map(({ name }) => name))
  const texts = columns.filter(({ type }) => type === 'VARCHAR').map(({ name }) => name)
  if (texts.length === 0) return found
  const tests = texts.map((name) => `bool_and(regexp_full_match(${sqlName(name)}, '${CLOCK}'))`)
  const { areClocks } = await engine.row<{ areClocks: (boolean | null)[] }>(
    `SELECT [${tests.join(', ')}] AS "areClocks" FROM ${from}`,
  )
  for (const [at, name] of texts.entries()) if (areClocks[at]) found.add(name)
  return found
}

function daysSql(clock: string): string {
  const part = (at: number) => `split_part(${clock}, ':', ${at})::DOUBLE`
  return `((${part(1)} * 60 + ${part(2)}) * 60 + ${part(3)}) / 86400`
}

/** Returns SQL for the value to write. Types that don’t exist in workbooks become text. */
function valueSql({ name, type }: { name: string; type: string }, clocks: ReadonlySet<string>): string {
  const value = sqlName(name)
  if (clocks.has(name)) return `${daysSql(`${value}::VARCHAR`)} AS ${value}`
  const kind = kindOfType(type)
  if (kind === 'time') return timeSql(value)
  if (kind === 'boolean') return value
  if (isNested(type)) return `${jsonTextSql({ name, type })} AS ${value}`
  if (kind !== 'number') return `${value}::VARCHAR AS ${value}`
  return /^(HUGEINT|UHUGEINT|BIGNUM|DECIMAL.*)$/.test(type) ? `${value}::DOUBLE AS ${value}` : value
}

/**
 * Returns SQL for a time as text: its milliseconds since 1970 if Excel shows it correctly (March 1900 to 9999),
 * otherwise its original form.
 */
function timeSql(value: string): string {
  // Without the cast, times in nanoseconds can't be compared with the year 9999, because nanoseconds end in 2262.
  const time = `TRY_CAST(${value} AS TIMESTAMP)`
  const fits = `${time} BETWEEN TIMESTAMP '1900-03-01' AND TIMESTAMP '9999-12-31 23:59:59'`
  return `CASE WHEN ${fits} THEN epoch_ms(${time})::VARCHAR ELSE ${value}::VARCHAR END`
}

function cellOf(value: unknown, isTime: boolean): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean') return value
  if (value === null || value === undefined) return null
  const text = String(value)
  return isTime && /^-?\d+$/.test(text) ? new Date(Number(text)) : printable(text)
}

/**
 * Removes characters that XML cannot contain, such as most control characters. In a workbook, `_x0041_` means “A”, so
 * text of this form is escaped.
 */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  const characters = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return characters.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}
