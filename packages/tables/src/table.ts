import type { NamedEncoding } from './legacy-encoding.ts'
import { count, plural, quoted } from './sentences.ts'
import { sqlName } from './sql.ts'

export type ValueKind = 'number' | 'time' | 'boolean' | 'text' | 'other'

/** Values that keep a column from being what nearly all of it is. */
export interface Strays {
  wanted: 'number' | 'time'
  count: number
  /** The first of them: its row, counted from 1, and its text. */
  row: number
  value: string
  /** SQL that reads the value from the text and is null for a stray. */
  sql: string
}

export interface TableColumn {
  name: string
  kind: ValueKind
  /** Type in the engine's words, such as `DOUBLE`. */
  type: string
  strays?: Strays
  /** Cells that say "no value", such as "n/a", and are empty because the column holds numbers, times or booleans. */
  missing?: MissingTexts
  /** From the file's own row of units, never guessed from the name. */
  unit?: string
}

/** How many cells of a column say "no value", and the most frequent ways in which they say it. */
export interface MissingTexts {
  count: number
  texts: string[]
}

export interface Range {
  low: number
  high: number
}

/** A column as the file has it and as it is read. */
export interface SourceColumn extends TableColumn {
  /** Its name in the file, which the engine may not be able to use. */
  own: string
  /** Its value in SQL. */
  sql: string
  /** The least and the greatest number, or time in seconds since 1970, where they were looked for. */
  range?: Range
  /** How its cells are written, where that is worth saying. */
  spelling?: string
}

/** Neighbouring columns of a file, as the texts they are. */
export interface TextPanel {
  /** What the engine knows the rows by. */
  texts: string
  names: string[]
  /** SQL of the number of a row as people count. */
  rowSql: string
}

/** Cells as a file holds them, and what they were recognized as. */
export interface CellSource {
  /** The name people see, such as `readings.csv`. */
  name: string
  /** Relations with the cells; several only for wide tables. */
  panels: TextPanel[]
  columns: SourceColumn[]
  /** All columns of the file, those left out included. */
  width: number
  /** The file has types of its own, so that its values need not be kept. */
  isTyped: boolean
  recognised: string
  notes: string[]
  skippedRows: number
}

/** How a file is read. */
export interface ReadOptions {
  folder: string
  /** Number of the table within the job; its views are named after it. */
  index: number
  /**
   * What to do with rows that have more cells than the header has names. `show` leaves a few of them out, and forgives
   * what a person who only looks at the file need not mend.
   */
  badRows: 'stop' | 'skip' | 'show'
  encoding: NamedEncoding
  /** A gzip-compressed file may hold so many bytes; by default, as much as there is room for on the disk. */
  unpackedMost?: number
  /** Only the first columns are read. */
  columnsMost?: number
  /** The file was cut after a line, so its last record may be incomplete. */
  isCut?: boolean
}

/** A table that was read: a view in the engine and what is known of it. */
export interface Table {
  /** The name people see, such as `readings.csv`. */
  name: string
  /** View with exactly the columns of the table. */
  view: string
  /** The same with the column `ROW` in front, which counts from 1. */
  numbered: string
  columns: TableColumn[]
  /** Of a wide table: by the name of a column, a relation that holds it among few others and is sooner asked. */
  parts?: ReadonlyMap<string, string>
  rows: number
  /** What was recognised, such as "Latin-1, semicolon, decimal comma". */
  recognised: string
  /** Sentences on what was repaired or is worth knowing. */
  notes: string[]
  /** Rows left out because they have another number of cells than the header. */
  skippedRows: number
}

/** Name of the column that counts rows; no file has it by accident. */
export const ROW = '__millrace_row'

/** `"level", "flow"` for SQL. */
export function sqlNames(columns: readonly (TableColumn | string)[]): string {
  return columns.map((column) => sqlName(typeof column === 'string' ? column : column.name)).join(', ')
}

/** The relation to ask about these columns of a table. */
export function sourceOf({ parts, view }: Table, columns: readonly Pick<TableColumn, 'name'>[]): string {
  const sources = new Set(columns.map(({ name }) => parts?.get(name)))
  const [source] = sources
  return sources.size === 1 && source ? source : view
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*|BIGNUM)$/
const TIME = /^(DATE|TIMESTAMP.*)$/

/** What the values of an engine type are to a person. */
export function kindOfType(type: string): ValueKind {
  if (NUMBER.test(type)) return 'number'
  if (TIME.test(type)) return 'time'
  if (type === 'BOOLEAN') return 'boolean'
  return /^(VARCHAR|ENUM.*|UUID)$/.test(type) ? 'text' : 'other'
}

/** A value without NaN, which means "no value" wherever numbers come from; it would spoil every mean it goes into. */
export function finiteSql(value: string, type: string): string {
  return type === 'DOUBLE' || type === 'FLOAT' ? `CASE WHEN NOT isnan(${value}) THEN ${value} END` : value
}

/** What is said of a column that a few cells keep from being numbers or times. */
export function strayNote({ name, strays }: TableColumn): string | undefined {
  if (!strays) return undefined
  const others = strays.count === 1 ? '' : ` (and ${plural(strays.count - 1, 'more row')} like it)`
  return `Column \`${name}\` is not wholly ${strays.wanted}s: row ${count(strays.row)} holds ${quoted(strays.value)}${others}.`
}
