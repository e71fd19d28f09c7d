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

/** The messages between the server and the child process that reads tables, all plain JSON. */
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
  /** The file name. */
  name: string
  out: string
  /** An empty folder for this task. */
  scratch: string
  /** Of a workbook: the name of the sheet. */
  sheet?: string
  /** How much the engine may spill to disk. By default, the usual limit. */
  scratchBytes?: number
  /** From this many rows on, numbers and times are stored as values beside their text. By default, the usual limit. */
  valuedRows?: number
  /** Reads only this many bytes and estimates how many rows follow. */
  headBytes?: number
  /** The first column of the block to read. Without it, the first block is read. */
  firstColumn?: number
}

/** Reads a page of rows. */
export interface RowsTask extends ReadBlocks {
  kind: 'rows'
  scratch: string
  page: TablePage
  /** How many rows match the search, if they were counted before. */
  matches?: number
}

/** Which rows of a table are shown. */
export interface RowFilter {
  /** Only rows that meet all these conditions. */
  where?: RowCondition[]
  /** Conditions compare texts ignoring case. */
  ignoreCase?: boolean
  /** Only rows in which a cell contains this text, case-insensitive. */
  find?: string
  /** Of a workbook: the name of the sheet. */
  sheet?: string
}

/** Which rows a page shows, and in which order. */
export interface TablePage extends RowFilter {
  offset: number
  limit: number
  /** A column of the block to read. Without it, the first block is read. */
  columnOffset?: number
  sort?: { column: string; descending: boolean }
}

/** Whether the start of a table is not enough for a page. */
export function needsAllRows({ sort, find, where, offset }: TablePage): boolean {
  return sort !== undefined || Boolean(find) || where !== undefined || offset > 0
}

/** What to describe: a column in the rows that meet a filter. */
export interface ColumnRequest {
  column: string
  filter: RowFilter
  /** Lists only values that contain this text. */
  valuesWith?: string
}

/** Describes one column. */
export interface ColumnTask extends ColumnRequest, ReadBlocks {
  kind: 'column'
  scratch: string
}

/** What to draw of the rows that meet a filter. */
export interface ChartRequest {
  chart: 'Line' | 'Points' | 'Bars'
  x?: string
  y?: string
  /** Undefined: chosen automatically. Empty: none. */
  color?: string
  measure: 'Count' | 'Sum' | 'Mean'
  filter: RowFilter
  sort?: TablePage['sort']
}

/** Computes the points or bars of a chart. */
export interface ChartTask extends ChartRequest, ReadBlocks {
  kind: 'chart'
  scratch: string
}

/** What reading a table, or a block of its columns, revealed about it. */
export interface TableFacts {
  columns: PreviewColumn[]
  /** Of a table that is read in blocks: the names of all columns that can be shown, and where this block starts. */
  block?: { names: string[]; firstColumn: number }
  fields: TableField[]
  totalRows: number
  /** Ranges and distributions cover this many rows from the start. */
  profiledRows: number
  totalColumns: number
  /** Rows are read from the copy rather than from the file itself. */
  isCopied: boolean
  isEstimate: boolean
  dialect: string | null
  delimited?: Delimited
  notes: string[]
  /** Of a workbook: the names of its visible sheets, and of the one that was read. */
  sheets?: string[]
  sheet?: string
}

/** SQL expressions for a column: its cells as text and as sortable values. */
export interface TableField {
  text: string
  value: string
  /** The text of a number or time before it is tidied, which is faster to search. */
  cast?: string
  /** The file writes its numbers with decimal commas. */
  decimal?: ','
}

/** A page of rows, with their cells as they are shown. */
export interface TableRows {
  rows: PreviewCell[][]
  /** The position of each row in the file, from 0. */
  numbers: number[]
  /** The number of rows that match. */
  total: number
}

/** A table, or a block of its columns, that was prepared for paging: the Parquet file with its rows, and its facts. */
export interface ReadyTable {
  path: string
  facts: TableFacts
}

/** The block with the columns to read, and the others that are needed to sort and filter the rows. */
export interface ReadBlocks {
  block: ReadyTable
  others: ReadyTable[]
}

/** Compares two tables and writes the rows that differ to `out`. */
export interface CompareTask {
  kind: 'compare'
  before: ReadyTable
  after: ReadyTable
  /** How to pair rows. Without it, the columns that identify a row are detected. */
  matching?: Matching
  out: string
  /** An empty folder for this task. */
  scratch: string
}

/** Reads a page of the rows that differ. */
export interface DifferencesTask {
  kind: 'differences'
  /** The Parquet file with the numbers of the rows that differ. */
  path: string
  before: ReadyTable
  after: ReadyTable
  page: DifferencesPage
  scratch: string
}

/** Which of the differing rows a page shows: all, or those of one kind. */
export interface DifferencesPage {
  offset: number
  limit: number
  only?: 'added' | 'removed' | 'changed'
}

export interface Differences {
  rows: DifferentRow[]
}

/** A row that only one table has, or that differs between them. */
export interface DifferentRow {
  /** Its position and cells in the first table, and in the second. Null if the row is not there. */
  before: NumberedCells | null
  after: NumberedCells | null
  /** The positions of the columns that differ, among those that both tables have. */
  changed: number[]
}

/** The position of a row in its file, from 0, and its cells. */
export interface NumberedCells {
  number: number
  cells: PreviewCell[]
}

/** A ZIP or TAR archive. Of a gzip-compressed one, the type of its content. */
export interface ArchiveFile {
  path: string
  name: string
  mediaType: string
  sizeInBytes: number
}

/** Lists the entries of an archive. Of a ZIP archive, nothing is decompressed. */
export interface ArchiveTask extends ArchiveFile {
  kind: 'archive'
}

/** The first entries of an archive, and how many it has. */
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
  /** In Base64. */
  head: string
}

/** Reads a part of the content of a gzip file. */
export interface TextPartTask {
  kind: 'text-part'
  path: string
  name: string
  offset: number
  most: number
}

/** Decompressed text from the middle of a file. */
export interface TextPart {
  /** In Base64. */
  part: string
  /** The size of the content. */
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
  /** Width and height in pixels at most. */
  sideMost: number
}

/** A page of an image in a format that browsers show. */
export interface DrawnPicture {
  /** In Base64. */
  webp: string
}

/** Lists the groups and datasets of an HDF5 file. No values are read. */
export interface HierarchyTask {
  kind: 'hierarchy'
  path: string
  name: string
}

export type HierarchyListing = Omit<HierarchyPreviewProperties, 'Kind'>

/** Reads the attributes and first values of one of them. */
export interface NodeTask extends Omit<HierarchyTask, 'kind'> {
  kind: 'node'
  node: string
}

/** Runs a user's query over the first rows of tables. */
export interface QueryTask {
  kind: 'query'
  sql: string
  /** The tables in the order of the step's input, with the names of their files. */
  tables: (ReadyTable & { name: string })[]
  /** A folder for this task alone, because the query may read what is in it. */
  scratch: string
}

/** The first rows and columns of a query's result. */
export interface QueryRows {
  columns: { name: string; kind: ColumnKind }[]
  rows: PreviewCell[][]
  /** The result has more rows or columns. */
  hasMore: boolean
  /** How many rows of each table the query saw, unless it saw all. */
  rowsRead: number | null
}

/** What the server sends to a preview process. The reply carries the same id. */
export interface TaskMessage {
  id: number
  task: PreviewTask
}

/** How far a task is, from 0 to 1. */
export interface TaskProgress {
  id: number
  progress: number
}

/** `fault` is a sentence for users; `unexpected` is for the log. */
export type TaskReply =
  | { id: number; result: TaskResults[PreviewTask['kind']] }
  | { id: number; fault: string }
  | { id: number; unexpected: string }
