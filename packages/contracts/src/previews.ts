import { z } from 'zod'
import { LIMITS } from './limits.ts'

/**
 * Previews of work data. A WorkData document links to `Preview` when its media type has a viewer. The preview is of
 * class `TablePreview`, or of class `TextPreview` for text and for a table that cannot be read as one. The action
 * `ReadRows` of a table gives the address of other rows. Where another preview comes first, `TextPreview` links to the
 * text of the file.
 */
export const ReadRowsParameters = z.object({
  Offset: z.int().min(0).nullish(),
  Limit: z.int().min(1).max(LIMITS.previewRowsMax).nullish(),
  /** Name of the column to sort by; the order of the file without it. */
  Sort: z.string().max(1000).nullish(),
  Order: z.enum(['Ascending', 'Descending']).nullish(),
  /** Only rows that contain this text. */
  Find: z.string().max(200).nullish(),
})
export type ReadRowsParameters = z.infer<typeof ReadRowsParameters>

export type ColumnKind = 'number' | 'text' | 'time' | 'boolean' | 'other'

export interface PreviewColumn {
  Name: string
  /** Type in the words of the table engine, such as `DOUBLE`. */
  Type: string
  Kind: ColumnKind
  /** What the column would be without a few cells; null when no cell keeps it from being that. */
  AlmostKind: 'number' | 'time' | null
  /** Up to 20 counts from low to high over the rows looked at; null when the column has no order. */
  Histogram: number[] | null
  Min: string | null
  Max: string | null
  NullCount: number | null
  DistinctCount: number | null
  DistinctIsEstimated: boolean
}

/** A cell: text of the value, or null. Numbers keep all digits. */
export type PreviewCell = string | null

/** Properties of class `TablePreview`: a page of rows of a CSV, TSV, Parquet or JSON file. */
export interface TablePreviewProperties {
  Kind: 'table'
  Columns: PreviewColumn[]
  /** Rows from `Offset`, each as long as Columns. */
  Rows: PreviewCell[][]
  /** The place of each row in the file, from 0; differs from `Offset` on when the rows are sorted or searched. */
  RowNumbers: number[]
  Offset: number
  /** All rows, or all that match the search. */
  TotalRows: number
  /** A large file is shown by its head until it is read whole; the link `Whole` waits for that. */
  TotalIsEstimated: boolean
  /** What the columns say of ranges, missing and different values holds for so many rows from the start. */
  ProfiledRows: number
  /** All columns of the file; `Columns` holds the first of them. */
  TotalColumns: number
  /** What was recognised, for the foot of the table, such as "Latin-1, semicolon, decimal comma". */
  Dialect: string | null
  /** Sentences about what was cut or repaired. */
  Notes: string[]
}

/** Properties of class `TextPreview`: the first part of a text or JSON file. */
export interface TextPreviewProperties {
  Kind: 'text' | 'json'
  Text: string
  /** Bytes of the file not shown. */
  BytesLeftOut: number
  /** What was recognised, such as "UTF-8". */
  Encoding: string
  /**
   * Why the file is shown as text: where it stops being JSON, or which line is no row of the table. Null when nothing is
   * wrong with what was looked at.
   */
  Fault: string | null
  /** The line that `Fault` is about, from 1. */
  FaultLine: number | null
}
