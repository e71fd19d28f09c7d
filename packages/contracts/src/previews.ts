import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { Href } from './queries.ts'

const CONDITIONS_MAX = 50
const VALUES_MAX = 200
/** All conditions, encoded for a URL. */
const ENCODED_CHARACTERS = 8000

/** How the cells of a column are compared. */
export const RowComparison = z.enum([
  'Equals',
  'Differs',
  'MoreThan',
  'AtLeast',
  'LessThan',
  'AtMost',
  'Between',
  'OneOf',
  'Contains',
  'StartsWith',
  'EndsWith',
  'IsEmpty',
  'IsNotEmpty',
])
export type RowComparison = z.infer<typeof RowComparison>

/**
 * A condition on the rows of a table. A date without a time of day means the whole day. Empty cells meet only `IsEmpty` and
 * `Differs`. The step *Filter rows and columns* has the same conditions.
 */
export const RowCondition = z.object({
  /** Name of the column. */
  Column: z.string().max(1000),
  Is: RowComparison,
  /** None for `IsEmpty` and `IsNotEmpty`, two for `Between`, any number for `OneOf`, otherwise one. */
  Values: z.array(z.string().max(1000)).max(VALUES_MAX).nullish(),
})
export type RowCondition = z.infer<typeof RowCondition>

/** Conditions that rows must meet, short enough for a URL. */
export const RowConditions = z
  .array(RowCondition)
  .max(CONDITIONS_MAX)
  .refine((where) => encodeURIComponent(JSON.stringify(where)).length <= ENCODED_CHARACTERS, {
    error: 'The conditions are too long. Use fewer values, or a range.',
  })

export const RowFilter = {
  /** Returns only rows that meet all these conditions. */
  Where: RowConditions.nullish(),
  /** Texts are compared ignoring case. */
  IgnoreCase: z.boolean().nullish(),
  /** Returns only rows that contain this text. */
  Find: z.string().max(200).nullish(),
  /** Of a spreadsheet: the name of the sheet. Absent: the first sheet with data. */
  Sheet: z.string().max(200).nullish(),
}

/**
 * Previews of work data. A WorkData document links to `Preview` if its media type has a viewer. The preview has class
 * `TablePreview`, or class `TextPreview` for text and for files that cannot be read as a table. A table's action
 * `ReadRows` returns the URL of other rows. If the preview is not the text itself, the link `TextPreview` leads to the
 * text of the file.
 */
export const ReadRowsParameters = z.object({
  Offset: z.int().min(0).nullish(),
  Limit: z.int().min(1).max(LIMITS.previewRowsMax).nullish(),
  /** Returns the block of columns that contains the column at this position, from 0. Absent: the first block. */
  ColumnOffset: z.int().min(0).nullish(),
  /** Name of the column to sort by. Absent: the order of the file. */
  Sort: z.string().max(1000).nullish(),
  Order: z.enum(['Ascending', 'Descending']).nullish(),
  ...RowFilter,
})
export type ReadRowsParameters = z.infer<typeof ReadRowsParameters>

/**
 * Describes the values of a column in the rows that meet a filter. The action `DescribeColumn` of a table replies with a
 * document of class `ColumnPreview` and changes nothing.
 */
export const DescribeColumnParameters = z.object({
  Column: z.string().max(1000),
  ...RowFilter,
  /** Lists only values that contain this text, ignoring case. */
  ValuesWith: z.string().max(200).nullish(),
})
export type DescribeColumnParameters = z.infer<typeof DescribeColumnParameters>

/** Properties of class `ColumnPreview`. Counts and statistics are of the rows that meet the filter. */
export interface ColumnPreviewProperties {
  Name: string
  Kind: ColumnKind
  Rows: number
  /** Rows without a value: those that `IsEmpty` finds. */
  MissingRows: number
  DistinctCount: number
  DistinctIsEstimated: boolean
  /** As in the file. Null if the values have no order, or if there are none. */
  Min: string | null
  Max: string | null
  /** A number, or an ISO 8601 time. Null if the values are neither. */
  Median: string | null
  /** Of numbers. The standard deviation is that of a sample; null for values that are too large for it. */
  Mean: number | null
  StandardDeviation: number | null
  /** Counts from the lowest to the highest value, as numbers or as seconds since 1970. */
  Histogram: { Counts: number[]; Low: number; High: number } | null
  /**
   * The most frequent values, in rows that meet the conditions on the other columns. Null if there are too many numbers
   * or times to list them.
   */
  Values: FrequentValue[] | null
  HasMoreValues: boolean
}

/** A frequent value of a column, and in how many rows it occurs. */
export interface FrequentValue {
  /** As a condition takes it. */
  Value: string
  /** As the file has it. */
  Text: string
  Rows: number
}

export type ColumnKind = 'number' | 'text' | 'time' | 'boolean' | 'other'

/** A column of a previewed table, with statistics about the rows that were read. */
export interface PreviewColumn {
  Name: string
  /** The type as DuckDB names it, such as `DOUBLE`. */
  Type: string
  Kind: ColumnKind
  /** The type that the column would have without a few cells that do not match it. Null if there are no such cells. */
  AlmostKind: 'number' | 'time' | null
  /** The file writes the numbers of this column with decimal commas. */
  DecimalComma?: true
  /** Histogram of the rows read: up to 20 counts from low to high. Null if the column's values have no order. */
  Histogram: number[] | null
  Min: string | null
  Max: string | null
  NullCount: number | null
  DistinctCount: number | null
  DistinctIsEstimated: boolean
  /** The most frequent values of a text column with few distinct ones, shortened, and in how many of the rows read. */
  Top?: TopValue[]
}

/** A frequent value as it is shown, and in how many rows it occurs. */
export interface TopValue {
  Value: string
  Rows: number
}

/** A cell: the value as text, or null. Numbers keep all their digits. */
export type PreviewCell = string | null

/** Properties of class `TablePreview`: a page of rows of a CSV, TSV, Parquet or JSON file. */
export interface TablePreviewProperties {
  Kind: 'table'
  Columns: PreviewColumn[]
  /** Rows from `Offset` on, each with one cell per column in `Columns`. */
  Rows: PreviewCell[][]
  /** The position of each row in the file, from 0. Not consecutive if the rows are sorted or searched. */
  RowNumbers: number[]
  Offset: number
  /** The number of rows in the file, or of rows that match the search. */
  TotalRows: number
  /**
   * True if only the start of a large file was read. The link `Whole` waits until the file is read completely, and the link
   * `Reading` reports how far that is.
   */
  TotalIsEstimated: boolean
  /** The number of rows from the start of the file from which the columns' ranges and counts were computed. */
  ProfiledRows: number
  /** The number of columns in the file. */
  TotalColumns: number
  /**
   * Wide tables are read in blocks of columns. The position of the first column in `Columns`, and the names of all columns
   * that can be read.
   */
  ColumnOffset?: number
  ColumnNames?: string[]
  /** What was detected, for the footer of the table, such as "Latin-1, semicolon-separated, decimal comma". */
  Dialect: string | null
  /** Sentences about omitted and corrected content. */
  Notes: string[]
  /** Of a spreadsheet: the names of its visible sheets, and of the one shown. Links `Sheet` lead to the others. */
  Sheets?: string[]
  Sheet?: string
}

/**
 * Compares the table with another one, which is taken as the later version. The action `CompareTables` returns the URL of
 * a document of class `TableComparison`, whose own action `CompareTables` reads other rows or pairs them differently.
 */
export const CompareTablesParameters = z.object({
  /** The work data to compare with. */
  WorkDataUrl: Href,
  /** How rows are paired. Absent: by the columns that identify them, if any do. */
  MatchBy: z.enum(['Keys', 'Position', 'Rows']).nullish(),
  /** With `Keys`: the columns whose cells are equal in rows that belong together. */
  KeyColumns: z.array(z.string().max(1000)).min(1).max(20).nullish(),
  /** Returns only these rows. Absent: all that differ. */
  Only: z.enum(['Added', 'Removed', 'Changed']).nullish(),
  Offset: z.int().min(0).nullish(),
  Limit: z.int().min(1).max(LIMITS.previewRowsMax).nullish(),
})
export type CompareTablesParameters = z.infer<typeof CompareTablesParameters>

/** A column of either table, with its type and statistics in both. */
export interface ComparedColumn {
  Name: string
  /** Null if the table lacks the column. */
  Before: PreviewColumn | null
  After: PreviewColumn | null
  /** In how many pairs of rows its cells differ. */
  ChangedCells: number
}

/** A row that differs. Cells are in the order of `Columns`. */
export interface ComparedRow {
  /** Its cells and position from 0 in the earlier table, and in the later one. Null if the row is not there. */
  Before: PreviewCell[] | null
  BeforeNumber: number | null
  After: PreviewCell[] | null
  AfterNumber: number | null
  /** The positions in `Columns` of the cells that differ. */
  ChangedColumns: number[]
}

/** Properties of class `TableComparison`. */
export interface TableComparisonProperties {
  /** The columns of the later table, and then those that only the earlier one has. */
  Columns: ComparedColumn[]
  /** How rows were paired: by key columns, by their position, or only if they are equal. */
  MatchBy: 'Keys' | 'Position' | 'Rows'
  KeyColumns: string[]
  BeforeRows: number
  AfterRows: number
  Added: number
  Removed: number
  Changed: number
  Same: number
  /** Rows that differ, from `Offset` on. */
  Rows: ComparedRow[]
  Offset: number
  /** How many columns of each table are compared, from the first, if one has more. Null if all are. */
  ColumnsRead: number | null
}

/**
 * Tries a query on the first rows of tables. The action `QueryTables` of a table replies with a document of class
 * `QueryPreview` and changes nothing.
 */
export const QueryTablesParameters = z.object({
  /** One SELECT statement, as for the step *Query tables*. */
  Sql: z.string().min(1).max(20_000),
  /** The tables after this one, in their order. */
  OtherWorkDataUrls: z.array(Href).max(11).nullish(),
})
export type QueryTablesParameters = z.infer<typeof QueryTablesParameters>

/** Properties of class `QueryPreview`. */
export interface QueryPreviewProperties {
  Columns: { Name: string; Kind: ColumnKind }[]
  Rows: PreviewCell[][]
  /** The result has more rows or columns than are shown. */
  HasMore: boolean
  /** How many rows of each table were read, if a table has more. Null if the result is of all rows. */
  RowsRead: number | null
  /** Why the query has no result: what is wrong with it, or that it takes too long. A half-written query is not an error. */
  Fault: string | null
}

/** Properties of class `TextPreview`: a part of a text or JSON file. The link `next` leads to the part that follows. */
export interface TextPreviewProperties {
  Kind: 'text' | 'json'
  Text: string
  /** Number of bytes at the end of the file that are not shown. */
  BytesLeftOut: number
  /** The position of the part in the file, and the number of its first line. Absent: the start of the file. */
  Offset?: number
  FirstLine?: number
  /** What was detected, such as "UTF-8". */
  Encoding: string
  /**
   * Why the file is shown as text: where it stops being valid JSON, or which line does not match the table. Null if no
   * fault was found in the part that was read.
   */
  Fault: string | null
  /** The line number that `Fault` refers to, from 1. */
  FaultLine: number | null
}

/** Of an archive: shows the start of one entry. */
export const ReadEntryParameters = z.object({
  /** The position of the entry in the archive, from 0. */
  Index: z.int().min(0).nullish(),
})
export type ReadEntryParameters = z.infer<typeof ReadEntryParameters>

/** A file or folder in an archive. `Index` identifies it, because names can occur twice. */
export interface ArchiveEntry {
  Index: number
  /** The path as the archive spells it, with control characters replaced. */
  Name: string
  IsFolder: boolean
  SizeInBytes: number
  /** In TAR archives, which are compressed as a whole if at all, the same as `SizeInBytes`. */
  CompressedBytes: number
  ModifiedAt: string | null
  /** Why the entry can't be opened. Null if it can. */
  Fault: string | null
}

/** Properties of class `ArchivePreview`: the entries of a ZIP or TAR archive, in its order. */
export interface ArchivePreviewProperties {
  Kind: 'archive'
  Entries: ArchiveEntry[]
  /** The number of entries in the archive. `Entries` lists the first of them. */
  TotalEntries: number
  Notes: string[]
}

/**
 * Properties of class `EntryPreview`: the start of one entry of an archive, as text or as bytes. The link `Download`
 * leads to the whole entry.
 */
export interface EntryPreviewProperties {
  Kind: 'text' | 'bytes'
  Name: string
  SizeInBytes: number
  /** The text, or the bytes in Base64. */
  Content: string
  BytesLeftOut: number
  Encoding: string | null
}

/** Of a picture with several pages: shows another page. */
export const ReadPageParameters = z.object({
  /** The position of the page in the file, from 0. */
  Page: z.int().min(0).nullish(),
})
export type ReadPageParameters = z.infer<typeof ReadPageParameters>

/**
 * Properties of class `PicturePreview`: one page of an image that browsers can’t show. The link `Picture` leads to the
 * page as WebP.
 */
export interface PicturePreviewProperties {
  Kind: 'picture'
  Width: number
  Height: number
  Page: number
  TotalPages: number
  Channels: number
  BitsPerSample: number
  /** Such as "floating-point numbers". Null for whole numbers without a sign. */
  SampleKind: string | null
  /** Such as "LZW". Null if the file does not name a known one. */
  Compression: string | null
  /** The size of `Picture` in pixels, which is smaller than the page if the page is large. */
  ShownWidth: number
  ShownHeight: number
  Notes: string[]
}
