import { decorationNote, type NumberDecoration } from './decorated-numbers.ts'
import type { NamedEncoding } from './legacy-encoding.ts'
import { count, plural, quoted } from './sentences.ts'
import { sqlName } from './sql.ts'

export type ValueKind = 'number' | 'time' | 'boolean' | 'text' | 'other'

/** Values that do not match the type of nearly all other values in the column. */
export interface Mismatches {
  wanted: 'number' | 'time'
  count: number
  /** The first such value: its row, from 1, and its text. */
  row: number
  value: string
  /** SQL that parses the value from the text and is null for a mismatch. */
  sql: string
}

/** A column as steps and previews see it: its name and type, and what reading the file revealed about its cells. */
export interface TableColumn {
  name: string
  /** The name in the file, if the column was renamed because another one has it, or differs from it just in case. */
  given?: string
  kind: ValueKind
  /** The type as DuckDB names it, such as `DOUBLE`. */
  type: string
  mismatches?: Mismatches
  /** The cells of a text are times, written in several formats. */
  mixedTimes?: true
  /** The cells of a text are numbers, but with something beside them. */
  decoration?: NumberDecoration
  /** Cells that mean "no value", such as "n/a". They are read as empty because the column contains numbers, times or booleans. */
  missing?: MissingTexts
  /** The unit from the file's units row or beside each number, never guessed from the name. */
  unit?: string
  /** How a workbook shows all numbers of the column, such as `0.0%`. */
  format?: string
  /** The file writes its numbers with decimal commas. */
  decimal?: ','
  /** Whether day or month is first in its dates, such as `day/month/year`. */
  order?: string
  /** Day and month could be swapped in every cell. */
  isAmbiguous?: boolean
  /** How many texts have an apostrophe before what a spreadsheet would run as a formula. They are read without it. */
  escaped?: number
  /** How many cells of a column of numbers are infinite. They are read as empty. */
  infinite?: number
}

/** How many cells of a column mean "no value", and the most frequent spellings. */
export interface MissingTexts {
  count: number
  texts: string[]
}

/** The lowest and the highest value of a column of numbers. */
export interface Range {
  low: number
  high: number
}

/** The name and type of a column in the file and in the engine. */
export interface SourceColumn extends TableColumn {
  /** The name in the file, which the engine may not accept. */
  own: string
  /** The value in SQL. */
  sql: string
  /** The minimum and maximum, as number or as seconds since 1970, where they were computed. */
  range?: Range
  /** The format of the cells, where it is not obvious. */
  spelling?: string
}

/** Adjacent columns of a file, read as text. */
export interface TextPanel {
  /** The SQL name of the row identifier. */
  texts: string
  names: string[]
  /** SQL for the row number, from 1. */
  rowSql: string
}

/** The cells of a file, and the types detected for them. */
export interface CellSource {
  /** The file name, such as `readings.csv`. */
  name: string
  /** Relations that contain the cells; more than one only for wide tables. */
  panels: TextPanel[]
  columns: SourceColumn[]
  /** The names of all columns in the file, including those left out. */
  names: string[]
  /** The file has its own types, so its values need not be stored again. */
  isTyped: boolean
  recognized: string
  /** The Parquet file that is read in place. */
  file?: string
  /** The Parquet file with the cells, if the file was copied into one. */
  copy?: string
  /** Of a workbook: the names of its visible sheets, and of the one that was read. Of a database: its tables. */
  sheets?: string[]
  sheet?: string
  /** Of a workbook: how much of the sheet was read, from 0 to 1. */
  share?: number
  delimited?: Delimited
  notes: string[]
  skippedRows: number
}

/** Of a delimited text file: its delimiter, and the numbers of rows with too few and with too many cells. */
export interface Delimited {
  delimiter: string
  short: number
  long: number
}

/** Adjacent columns of a file. */
export interface ColumnSpan {
  from: number
  most: number
}

/** The columns in a span. Without one, all of them. */
export function inSpan<T>(columns: readonly T[], span: ColumnSpan | undefined): T[] {
  return span ? columns.slice(span.from, span.from + span.most) : [...columns]
}

/** How a file is read. */
export interface ReadOptions {
  folder: string
  /** Number of the table within the job. The names of its views contain it. */
  index: number
  /**
   * How rows with more cells than the header has names are handled. `show`, for previews, leaves a few of them out and
   * accepts other minor faults of the file.
   */
  badRows: 'stop' | 'skip' | 'show'
  encoding: NamedEncoding
  /** The delimiter, if it is known, as of a sheet. */
  delimiter?: '\t'
  /** Of a workbook: the name of the sheet to read. Without it, the first sheet with data. */
  sheet?: string | undefined
  /** Of a workbook: only about this many characters of the first rows are read, if its format allows it. */
  sheetCharacters?: number | undefined
  /** Of an Arrow file or a database: only this many rows are read. */
  rowsMost?: number | undefined
  /** Only these columns are read: from which on, counted from 0, and how many. */
  columns?: ColumnSpan
  /** Columns that stay text have mismatches even if these are up to half of the cells, instead of about a fifth. */
  isLenient?: boolean
  /** The file was cut at a line end, so its last record may be incomplete. */
  isCut?: boolean
}

/** A table that was read: a view in the engine and its metadata. */
export interface Table {
  /** The file name, such as `readings.csv`. */
  name: string
  /** View with exactly the columns of the table. */
  view: string
  /** The same with `ROW` as its first column, which counts from 1. */
  numbered: string
  columns: TableColumn[]
  /** For wide tables: for each column, a narrower relation that contains it and is faster to query. */
  parts?: ReadonlyMap<string, string>
  /** If the view has all rows of one Parquet file: its path, and SQL for the value of each column. */
  parquet?: { path: string; values: ReadonlyMap<string, string> } | undefined
  rows: number
  /** What was detected, such as "Latin-1, semicolon-separated, decimal comma". */
  recognized: string
  /** Sentences about repairs and other notable facts. */
  notes: string[]
  /** Rows left out because their number of cells differs from the header's. */
  skippedRows: number
}

/** Name of the row number column, chosen so that no file has it by accident. */
export const ROW = '__millrace_row'

/** `"level", "flow"` for SQL. */
export function sqlNames(columns: readonly (TableColumn | string)[]): string {
  return columns.map((column) => sqlName(typeof column === 'string' ? column : column.name)).join(', ')
}

/** The narrowest relation that contains these columns of a table. */
export function sourceOf({ parts, view }: Table, columns: readonly Pick<TableColumn, 'name'>[]): string {
  const sources = new Set(columns.map(({ name }) => parts?.get(name)))
  const [source] = sources
  return sources.size === 1 && source ? source : view
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*|BIGNUM)$/
const TIME = /^(DATE|TIMESTAMP.*)$/

/** The kind of values in an engine type, in terms that users know. */
export function kindOfType(type: string): ValueKind {
  if (NUMBER.test(type)) return 'number'
  if (TIME.test(type)) return 'time'
  if (type === 'BOOLEAN') return 'boolean'
  return /^(VARCHAR|ENUM.*|UUID)$/.test(type) ? 'text' : 'other'
}

/**
 * A value with NaN replaced by null, because NaN means "no value" in every source and would make every mean NaN. Not by a
 * comparison: most programs leave NaN out of the ranges in Parquet files, and beyond its range the engine compares nothing.
 */
export function finiteSql(value: string, type: string): string {
  return type === 'DOUBLE' || type === 'FLOAT' ? `CASE WHEN isnan(${value}) THEN NULL ELSE ${value} END` : value
}

/** The note about a column that a few cells, or their different formats, prevent from being numbers or times. */
export function mismatchNote({ name, mismatches, mixedTimes, decoration }: TableColumn): string | undefined {
  if (mixedTimes)
    return `Column \`${name}\` has times in several formats, so it is read as text. Write them in one, such as 2024-03-01 or 01.03.2024.`
  if (decoration) return decorationNote(name, decoration)
  if (!mismatches) return undefined
  const others = mismatches.count === 1 ? '' : ` (and ${plural(mismatches.count - 1, 'more row')} like it)`
  return `Column \`${name}\` has values that are not ${mismatches.wanted}s: row ${count(mismatches.row)} has ${quoted(mismatches.value)}${others}.`
}
