import type { PreviewCell, PreviewColumn } from '@millrace/contracts/previews'

/** What the server asks of the child process that reads tables, and what it answers. All of it is plain JSON. */
export type PreviewTask = BuildTask | RowsTask

/** Make a table readable by pages: recognize its columns and, where it is not Parquet, write a copy to `out`. */
export interface BuildTask {
  kind: 'build'
  path: string
  /** The name people see. */
  name: string
  out: string
  /** An empty folder of this task's own. */
  scratch: string
  /** Look at so many bytes only; the rows beyond are estimated. */
  headBytes?: number
}

export interface RowsTask {
  kind: 'rows'
  /** The Parquet file. */
  path: string
  scratch: string
  facts: TableFacts
  page: TablePage
  /** How many rows match the search, where it was counted before. */
  matches?: number
}

export interface TablePage {
  offset: number
  limit: number
  sort?: { column: string; descending: boolean }
  /** Only rows with a cell that contains this text, in any case. */
  find?: string
}

/** What is known of a table once it was looked at. */
export interface TableFacts {
  columns: PreviewColumn[]
  /** For each column, in SQL: its cells as text, and its cells as values that sort. */
  fields: { text: string; value: string }[]
  totalRows: number
  /** Ranges and distributions are those of so many rows from the start. */
  profiledRows: number
  totalColumns: number
  /** Rows are read from the copy, not from the file itself. */
  isCopied: boolean
  isEstimate: boolean
  dialect: string | null
  notes: string[]
}

export interface TableRows {
  rows: PreviewCell[][]
  /** The place of each row in the file, from 0. */
  numbers: number[]
  /** All rows that match. */
  total: number
}

export interface TaskMessage {
  id: number
  task: PreviewTask
}

/** `fault` is a sentence for people; `unexpected` is for the log. */
export type TaskReply =
  | { id: number; result: TableFacts | TableRows }
  | { id: number; fault: string }
  | { id: number; unexpected: string }
