import type { PreviewCell, PreviewColumn } from '@millrace/contracts/previews'

/** The messages between the server and the child process that reads tables, all plain JSON. */
export type PreviewTask = BuildTask | RowsTask

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
  /** Reads only this many bytes and estimates how many rows follow. */
  headBytes?: number
}

export interface RowsTask {
  kind: 'rows'
  /** The Parquet file. */
  path: string
  scratch: string
  facts: TableFacts
  page: TablePage
  /** How many rows match the search, if they were counted before. */
  matches?: number
}

export interface TablePage {
  offset: number
  limit: number
  sort?: { column: string; descending: boolean }
  /** Only rows in which a cell contains this text, case-insensitive. */
  find?: string
  /** Of a workbook: the name of the sheet. */
  sheet?: string
}

/** What reading a table revealed about it. */
export interface TableFacts {
  columns: PreviewColumn[]
  /** SQL expressions for each column: its cells as text and as sortable values. */
  fields: { text: string; value: string }[]
  totalRows: number
  /** Ranges and distributions cover this many rows from the start. */
  profiledRows: number
  totalColumns: number
  /** Rows are read from the copy rather than from the file itself. */
  isCopied: boolean
  isEstimate: boolean
  dialect: string | null
  notes: string[]
  /** Of a workbook: the names of its visible sheets, and of the one that was read. */
  sheets?: string[]
  sheet?: string
}

export interface TableRows {
  rows: PreviewCell[][]
  /** The position of each row in the file, from 0. */
  numbers: number[]
  /** The number of rows that match. */
  total: number
}

export interface TaskMessage {
  id: number
  task: PreviewTask
}

/** `fault` is a sentence for users; `unexpected` is for the log. */
export type TaskReply =
  | { id: number; result: TableFacts | TableRows }
  | { id: number; fault: string }
  | { id: number; unexpected: string }
