import type { HierarchyPreviewProperties, NodePreviewProperties } from '@millrace/contracts/hierarchies'
import type { JsonNodeProperties } from '@millrace/contracts/json-trees'
import type {
  ArchiveEntry,
  ColumnKind,
  ColumnPreviewProperties,
  PicturePreviewProperties,
  PreviewCell,
  PreviewColumn,
  RowCondition,
} from '@millrace/contracts/previews'
import type { ChartPreviewProperties } from '@millrace/contracts/table-charts'
import type { Matching, TableComparison } from '@millrace/tables/compare-tables'
import type { Delimited } from '@millrace/tables/table'
import type { IndexTask, JsonFacts, JsonNodeTask, PlainTextFacts, PlainTextTask } from './json-tasks.ts'

/** The tasks that the server sends to a child process. All of them are plain JSON. */
export type PreviewTask =
  | BuildTask
  | RowsTask
  | ColumnTask
  | ChartTask
  | CompareTask
  | DifferencesTask
  | ArchiveTask
  | EntryTask
  | TextPartTask
  | PictureTask
  | DrawingTask
  | HierarchyTask
  | NodeTask
  | QueryTask
  | PlainTextTask
  | IndexTask
  | JsonNodeTask

/** What each kind of task returns. */
export interface TaskResults {
  build: TableFacts
  rows: TableRows
  column: ColumnPreviewProperties
  chart: ChartPreviewProperties
  compare: TableComparison
  differences: Differences
  archive: ArchiveListing
  entry: EntryHead
  'text-part': TextPart
  picture: PictureFacts
  drawing: DrawnPicture
  hierarchy: HierarchyListing
  node: NodePreviewProperties
  query: QueryRows
  'plain-text': PlainTextFacts
  'index-json': JsonFacts
  'json-node': JsonNodeProperties
}

export type ResultOf<T extends PreviewTask> = TaskResults[T['kind']]

/** Prepares a table for paging: detects its columns and, unless it is Parquet, writes a copy to `out`. */
export interface BuildTask {
  kind: 'build'
  path: string
  name: string
  out: string
  /** An empty folder for this task. */
  scratch: string
  sheet?: string
  /** Maximum number of bytes that the engine may spill to disk. Default: the usual limit. */
  scratchBytes?: number
  /**
   * If a table has at least this many rows, its copy also contains numbers and times as values. Default:
   * `PREVIEW_LIMITS.valuedRows`.
   */
  valuedRows?: number
  /**
   * Reads only this many bytes or, from a workbook, this many characters of the sheet. Estimates the number of further
   * rows.
   */
  headBytes?: number
  /** The position of the first column in the block to read. Default: the first block is read. */
  firstColumn?: number
}

export interface RowsTask extends ReadBlocks {
  kind: 'rows'
  scratch: string
  page: TablePage
  /** The number of rows that match the search, if it is already known. */
  matches?: number
}

/** Which rows of a table are shown. */
export interface RowFilter {
  /** Selects only rows that meet all these conditions. */
  where?: RowCondition[]
  /** True if conditions on text ignore case. */
  ignoreCase?: boolean
  /** Selects only rows in which a cell contains this string, case-insensitively. */
  find?: string
  sheet?: string
}

/** Which rows a page shows, and in what order. */
export interface TablePage extends RowFilter {
  offset: number
  limit: number
  /** The position of any column in the block to read. Default: the first block is read. */
  columnOffset?: number
  sort?: { column: string; descending: boolean }
}

/** Returns whether a page needs more than the start of a table. */
export function needsAllRows({ sort, find, where, offset }: TablePage): boolean {
  return sort !== undefined || Boolean(find) || where !== undefined || offset > 0
}

/** What to describe: a column in the rows that match a filter. */
export interface ColumnRequest {
  column: string
  filter: RowFilter
  /** Lists only values that contain this string. */
  valuesWith?: string
}

export interface ColumnTask extends ColumnRequest, ReadBlocks {
  kind: 'column'
  scratch: string
}

/** What to draw from the rows that match a filter. */
export interface ChartRequest {
  chart: 'Line' | 'Points' | 'Bars'
  x?: string
  y?: string
  /**
   * The column whose values get different colors. If omitted, a column is chosen automatically. If empty, there are no
   * colors.
   */
  color?: string
  measure: 'Count' | 'Sum' | 'Mean'
  filter: RowFilter
  sort?: TablePage['sort']
}

export interface ChartTask extends ChartRequest, ReadBlocks {
  kind: 'chart'
  scratch: string
}

/** Facts found while reading a table or a block of its columns. */
export interface TableFacts {
  columns: PreviewColumn[]
  /**
   * Set if the table is read in blocks: the names of all columns shown, and the position of the first column in this
   * block.
   */
  block?: { names: string[]; firstColumn: number }
  fields: TableField[]
  totalRows: number
  /** Number of leading rows from which ranges and distributions were computed. */
  profiledRows: number
  totalColumns: number
  /** True if rows are read from the copy instead of the original file. */
  isCopied: boolean
  isEstimate: boolean
  dialect: string | null
  delimited?: Delimited
  notes: string[]
  /**
   * Set for workbooks: the names of the visible sheets, and of the sheet that was read. In an SQLite database, tables
   * and views count as sheets.
   */
  sheets?: string[]
  sheet?: string
}

/** SQL expressions for a column: its cells as text and as sortable values. */
export interface TableField {
  text: string
  value: string
  /** The text of a number or time before it is formatted for display. This text is faster to search. */
  cast?: string
  /** Set if the numbers in the file have decimal commas. */
  decimal?: ','
}

/** A page of rows, with cells as they are displayed. */
export interface TableRows {
  rows: PreviewCell[][]
  /** The 0-based position of each row in the file. */
  numbers: number[]
  /** The number of rows that match. */
  total: number
}

/** A table or a block of its columns, prepared for paging: its facts and the Parquet file with its rows. */
export interface ReadyTable {
  path: string
  facts: TableFacts
}

/** The block with the columns to read, and further blocks needed to sort and filter the rows. */
export interface ReadBlocks {
  block: ReadyTable
  others: ReadyTable[]
}

/** Compares two tables and writes the row numbers of the rows that differ to `out`. */
export interface CompareTask {
  kind: 'compare'
  before: ReadyTable
  after: ReadyTable
  /** How rows are matched. Default: the columns that identify a row are detected. */
  matching?: Matching
  out: string
  /** An empty folder for this task. */
  scratch: string
}

/** Reads a page of the rows that differ. */
export interface DifferencesTask {
  kind: 'differences'
  /** The Parquet file with the row numbers of the rows that differ. */
  path: string
  before: ReadyTable
  after: ReadyTable
  page: DifferencesPage
  scratch: string
}

/** Which of the differing rows a page shows: all of them, or those of one kind. */
export interface DifferencesPage {
  offset: number
  limit: number
  only?: 'added' | 'removed' | 'changed'
}

export interface Differences {
  rows: DifferentRow[]
}

/** A row that differs between two tables, or that only one of them has. */
export interface DifferentRow {
  /** The position and cells of the row in the first and in the second table. Null if a table lacks the row. */
  before: NumberedCells | null
  after: NumberedCells | null
  /** Positions of the differing columns, in the array of columns that both tables have. */
  changed: number[]
}

/** The cells of a row, and its 0-based position in the file. */
export interface NumberedCells {
  number: number
  cells: PreviewCell[]
}

/** A ZIP or TAR archive. If the archive is gzip-compressed, `mediaType` is the type of the decompressed archive. */
export interface ArchiveFile {
  path: string
  name: string
  mediaType: string
  sizeInBytes: number
}

/** Lists the entries of an archive. For a ZIP archive, nothing is decompressed. */
export interface ArchiveTask extends ArchiveFile {
  kind: 'archive'
}

/** The first entries of an archive, and the number of all entries. Counts at most `ENTRIES_READ` entries of a TAR. */
export interface ArchiveListing {
  entries: ArchiveEntry[]
  total: number
  notes: string[]
}

/** Decompresses the start of one entry. */
export interface EntryTask extends ArchiveFile {
  kind: 'entry'
  index: number
}

/** The start of the decompressed content of one entry. */
export interface EntryHead {
  entry: ArchiveEntry
  /** Base64. */
  head: string
}

/** Reads part of the content of a gzip file. */
export interface TextPartTask {
  kind: 'text-part'
  path: string
  name: string
  offset: number
  most: number
}

/** A part of the decompressed content of a gzip file. */
export interface TextPart {
  /** Base64. */
  part: string
  /** The size of the whole content, in bytes. */
  size: number
}

/** Reads the header of a page of an image. Pixels are not decoded. */
export interface PictureTask {
  kind: 'picture'
  path: string
  name: string
  page: number
}

export type PictureFacts = Omit<PicturePreviewProperties, 'Kind'>

/** Converts a page of an image to WebP. */
export interface DrawingTask extends Omit<PictureTask, 'kind'> {
  kind: 'drawing'
  /** Maximum width and height, in pixels. */
  sideMost: number
}

/** A page of an image, converted to a format that browsers support. */
export interface DrawnPicture {
  /** Base64. */
  webp: string
}

/** Lists the groups and datasets of an HDF5 or NetCDF file. No values are read. */
export interface HierarchyTask {
  kind: 'hierarchy'
  path: string
  name: string
}

export type HierarchyListing = Omit<HierarchyPreviewProperties, 'Kind'>

/** Reads the attributes and first values of a group or dataset. */
export interface NodeTask extends Omit<HierarchyTask, 'kind'> {
  kind: 'node'
  node: string
}

/** Runs a user's query over the first rows of tables. */
export interface QueryTask {
  kind: 'query'
  sql: string
  /** The tables in the order of the step's input, with their file names. */
  tables: (ReadyTable & { name: string })[]
  /** A folder that only this task uses, because the query can read the files in the folder. */
  scratch: string
}

/** The first rows and columns of a query result. */
export interface QueryRows {
  columns: { name: string; kind: ColumnKind }[]
  rows: PreviewCell[][]
  /** True if the result has more rows or columns. */
  hasMore: boolean
  /** How many rows of each table the query read. Null if it read all of them. */
  rowsRead: number | null
}

/** What the server sends to a preview process. The reply carries the same id. */
export interface TaskMessage {
  id: number
  task: PreviewTask
}

/** The progress of a task, from 0 to 1. */
export interface TaskProgress {
  id: number
  progress: number
}

/** `fault` is a sentence for users; `unexpected` is for the log. */
export type TaskReply =
  | { id: number; result: TaskResults[PreviewTask['kind']] }
  | { id: number; fault: string }
  | { id: number; unexpected: string }
