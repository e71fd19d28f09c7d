import { decorationNote, type NumberDecoration } from './decorated-numbers.ts'
import type { NamedEncoding } from './legacy-encoding.ts'
import { count, plural, quoted } from './sentences.ts'
import { sqlName } from './sql.ts'

export type ValueKind = 'number' | 'time' | 'boolean' | 'text' | 'other'

/** Values that do not match the type of most values in the column. */
export interface Mismatches {
  wanted: 'number' | 'time'
  count: number
  /** The first mismatch: its 1-based row and its text. */
  row: number
  value: string
  /** SQL that parses a cell and returns null for a mismatch. */
  sql: string
  /** Set if some cells have nanoseconds, which are cut off if the column is read as times. */
  losesNanoseconds?: true
}

/** A column as steps and previews see it. */
export interface TableColumn {
  name: string
  /**
   * The name in the file, if the column was renamed, for example because another column’s name differs only in case.
   */
  given?: string
  kind: ValueKind
  /** The name of the DuckDB type, such as `DOUBLE`. */
  type: string
  mismatches?: Mismatches
  /** Set if the cells are times in several formats. The column is then read as text. */
  mixedTimes?: true
  /** Set if the cells are numbers with a decoration such as a currency. The column is then read as text. */
  decoration?: NumberDecoration
  /** Cells that mean "no value", such as "n/a", in a column of numbers, times or booleans. They are read as empty. */
  missing?: MissingTexts
  /** The unit, read from a units row, a Sea-Bird header or the cells. Never guessed from the name. */
  unit?: string
  /** The number format of the whole column in the workbook, such as `0.0%`. */
  format?: string
  decimal?: ','
  /** The order of day, month and year in the column’s dates, such as `day/month/year`. */
  order?: string
  /** Whether day and month could be swapped in every cell. */
  isAmbiguous?: boolean
  /** Set if some times have nanoseconds, which are cut off. */
  losesNanoseconds?: true
  /** Number of cells from which an apostrophe before a formula, or a formula around the text, was removed. */
  escaped?: number
  /** Number of infinite values (in JSON, also NaN) in a column of numbers. They are read as empty. */
  infinite?: number
}

/** Number of cells in a column that mean "no value", and the most frequent spellings. */
export interface MissingTexts {
  count: number
  texts: string[]
}

export interface Range {
  low: number
  high: number
}

/** A column of a source: its name and type in the file and in the engine. */
export interface SourceColumn extends TableColumn {
  /** The name in the relation that contains the cells. */
  own: string
  sql: string
  /** The minimum and maximum, as numbers or as seconds since 1970, if they were computed. */
  range?: Range
  /** The format of the cells, if it is not obvious. */
  spelling?: string
}

/** Adjacent columns of a file in one relation. The cells are text, unless the file format has types. */
export interface TextPanel {
  /** SQL for the relation: its name, or a call that reads a file. */
  texts: string
  names: string[]
  /** SQL for the 1-based row number. */
  rowSql: string
}

/** The cells of a file, and the types detected for them. */
export interface CellSource {
  /** The file name, such as `readings.csv`. */
  name: string
  /** Relations that contain the cells. Only wide tables have more than one. */
  panels: TextPanel[]
  columns: SourceColumn[]
  /** The names of all columns in the file, including those that were not read. */
  names: string[]
  /**
   * Whether the file format has types. Values of such a file are converted in a view on demand. Values parsed from text
   * are stored.
   */
  isTyped: boolean
  recognized: string
  /** The Parquet file that is read in place. */
  file?: string
  /** The Parquet file with the cells, if the original file was copied into one. */
  copy?: string
  /** The visible sheets of a workbook, or the tables of a database. */
  sheets?: string[]
  sheet?: string
  /** The share of the workbook’s sheet that was read, from 0 to 1. */
  share?: number
  delimited?: Delimited
  notes: string[]
  skippedRows: number
}

/** The delimiter of a delimited text file, and how many rows have too few or too many cells. */
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

/** Returns the columns in a span. Without a span, returns all of them. */
export function inSpan<T>(columns: readonly T[], span: ColumnSpan | undefined): T[] {
  return span ? columns.slice(span.from, span.from + span.most) : [...columns]
}

export interface ReadOptions {
  folder: string
  /** Number of the table within the job or preview. The names of the table’s views contain it. */
  index: number
  /**
   * How to handle rows with more cells than the header has names. `show`, for previews, leaves out a few such rows and
   * accepts other minor faults in the file.
   */
  badRows: 'stop' | 'skip' | 'show'
  encoding: NamedEncoding
  /** The delimiter, if it is known, as for a converted sheet. */
  delimiter?: '\t'
  /** The sheet of a workbook, or the table of a database, to read. By default, the first one with data. */
  sheet?: string | undefined
  /** Reads only about this many characters from the start of a workbook’s sheet, if the format allows it. */
  sheetCharacters?: number | undefined
  /** Reads only this many rows of an Arrow file or a database. */
  rowsMost?: number | undefined
  /** Reads only these columns: the 0-based first column and the maximum number of columns. */
  columns?: ColumnSpan
  /**
   * Reports the cells that do not fit the likely type of their column, even if half of the column's cells do not fit.
   * By default, a column is simply text if more than about a fifth of its cells do not fit.
   */
  isLenient?: boolean
  /** Whether the file was cut at the end of a line, so its last record may be incomplete. */
  isCut?: boolean
}

/** A table that was read: a view in the engine, and metadata. */
export interface Table {
  /** The file name, such as `readings.csv`. */
  name: string
  /** A view with exactly the columns of the table. */
  view: string
  /** The same view with the 1-based row number `ROW` as its first column. */
  numbered: string
  columns: TableColumn[]
  /** For each column of a wide table, a narrower relation that contains the column and is faster to query. */
  parts?: ReadonlyMap<string, string>
  /** The path of the Parquet file whose rows are exactly those of the view, and SQL for the value of each column. */
  parquet?: { path: string; values: ReadonlyMap<string, string> } | undefined
  /**
   * Used to count the numeric cells that are read as empty, if the file format has types. `from` is the relation with
   * the original cells. For each numeric column, `cells` contains SQL for the original cell, which may be NaN, and SQL
   * for the value as read, with null instead of NaN.
   */
  numbers?: { from: string; cells: ReadonlyMap<string, { cell: string; value: string }> } | undefined
  rows: number
  /** The detected format, such as "Latin-1, semicolon-separated, decimal comma". */
  recognized: string
  notes: string[]
  /** Number of rows left out because they have too many cells, repeat the header or follow the table. */
  skippedRows: number
}

/** Name of the row number column, chosen so that no file contains it by accident. */
export const ROW = '__millrace_row'

/** Returns names as an SQL list, such as `"level", "flow"`. */
export function sqlNames(columns: readonly (TableColumn | string)[]): string {
  return columns.map((column) => sqlName(typeof column === 'string' ? column : column.name)).join(', ')
}

/** Returns the narrowest relation that contains the given columns of a table. */
export function sourceOf({ parts, view }: Table, columns: readonly Pick<TableColumn, 'name'>[]): string {
  const sources = new Set(columns.map(({ name }) => parts?.get(name)))
  const [source] = sources
  return sources.size === 1 && source ? source : view
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*|BIGNUM)$/
const TIME = /^(DATE|TIMESTAMP.*)$/

/** Returns the kind of values for a DuckDB type. */
export function kindOfType(type: string): ValueKind {
  if (NUMBER.test(type)) return 'number'
  if (TIME.test(type)) return 'time'
  if (type === 'BOOLEAN') return 'boolean'
  return /^(VARCHAR|ENUM.*|UUID)$/.test(type) ? 'text' : 'other'
}

/**
 * Returns SQL that replaces NaN with null, because NaN means "no value" in every format and would make every mean NaN.
 * A comparison with NaN would not work: most programs leave NaN out of the value ranges in Parquet files, so the engine
 * concludes from these ranges that no value is NaN.
 */
export function finiteSql(value: string, type: string): string {
  return type === 'DOUBLE' || type === 'FLOAT' ? `CASE WHEN isnan(${value}) THEN NULL ELSE ${value} END` : value
}

/**
 * Whether a typed column may contain numbers that are read as empty: NaN and, in JSON, infinite numbers. In JSON,
 * columns of long integers (HUGEINT) may contain them, too.
 */
export function mayBeEmptied({ type }: Pick<TableColumn, 'type'>): boolean {
  return /^(DOUBLE|FLOAT|HUGEINT)$/.test(type)
}

/**
 * Returns the note about a column of numbers or times that is read as text because of some of its cells. Undefined for
 * all other columns.
 */
export function mismatchNote({ name, mismatches, mixedTimes, decoration }: TableColumn): string | undefined {
  if (mixedTimes)
    return `Column \`${name}\` has times in several formats, so it is read as text. Write them in one, such as 2024-03-01 or 01.03.2024.`
  if (decoration) return decorationNote(name, decoration)
  if (!mismatches) return undefined
  const others = mismatches.count === 1 ? '' : ` (and ${plural(mismatches.count - 1, 'more row')} like it)`
  return `Column \`${name}\` has values that are not ${mismatches.wanted}s: row ${count(mismatches.row)} has ${quoted(mismatches.value)}${others}.`
}
