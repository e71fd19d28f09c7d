import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { Href } from './queries.ts'

/*
 * Previews of work data. A WorkData document links to the previews that its file has: an API document (`Preview`), the
 * file as text (`TextPreview`), the tree of a JSON file (`TreePreview`), a sandboxed page (`PreviewDocument`), and
 * content that browsers show natively (`Inline`). The preview of a table is a document of class `TablePreview`. The
 * preview of text, or of a table that cannot be parsed, is a document of class `TextPreview`. The action `ReadRows` of
 * a table returns the URL of a page of rows.
 */

const CONDITIONS_MAX = 50
const VALUES_MAX = 200
/** Maximum number of characters of all conditions together, as URL-encoded JSON. */
const ENCODED_CHARACTERS = 8000

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
 * A condition on the rows of a table. A date without a time of day means the whole day. Empty cells match only
 * `IsEmpty` and `Differs`. The step *Filter rows and columns* has the same conditions.
 */
export const RowCondition = z.object({
  Column: z.string().max(1000),
  Is: RowComparison,
  /** No value for `IsEmpty` and `IsNotEmpty`, two for `Between`, one or more for `OneOf`, otherwise one. */
  Values: z.array(z.string().max(1000)).max(VALUES_MAX).nullish(),
})
export type RowCondition = z.infer<typeof RowCondition>

/** Conditions that rows must meet. Their total length is limited, because they are part of a URL. */
export const RowConditions = z
  .array(RowCondition)
  .max(CONDITIONS_MAX)
  .refine((where) => encodeURIComponent(JSON.stringify(where)).length <= ENCODED_CHARACTERS, {
    error: 'The conditions are too long. Use fewer values, or a range.',
  })

export const RowFilter = {
  Where: RowConditions.nullish(),
  IgnoreCase: z.boolean().nullish(),
  /** Returns only rows that contain this string. */
  Find: z.string().max(200).nullish(),
  /** The sheet of a spreadsheet, or the table of a database. By default, the first one with data. */
  Sheet: z.string().max(200).nullish(),
}

export const ReadRowsParameters = z.object({
  Offset: z.int().min(0).nullish(),
  Limit: z.int().min(1).max(LIMITS.previewRowsMax).nullish(),
  /** 0-based position of a column. Selects the block of columns that contains it. By default, the first block. */
  ColumnOffset: z.int().min(0).nullish(),
  /** By default, rows are in the order of the file. */
  Sort: z.string().max(1000).nullish(),
  Order: z.enum(['Ascending', 'Descending']).nullish(),
  ...RowFilter,
})
export type ReadRowsParameters = z.infer<typeof ReadRowsParameters>

/**
 * Describes the values of a column in the rows that match a filter. The action `DescribeColumn` of a table replies with
 * a document of class `ColumnPreview` and changes nothing.
 */
export const DescribeColumnParameters = z.object({
  Column: z.string().max(1000),
  ...RowFilter,
  /** Lists only values that contain this string, ignoring case. */
  ValuesWith: z.string().max(200).nullish(),
})
export type DescribeColumnParameters = z.infer<typeof DescribeColumnParameters>

/** Properties of class `ColumnPreview`. Counts and statistics cover only the rows that match the filter. */
export interface ColumnPreviewProperties {
  Name: string
  Kind: ColumnKind
  Rows: number
  /** Number of rows without a value. The comparison `IsEmpty` matches these rows. */
  MissingRows: number
  DistinctCount: number
  DistinctIsEstimated: boolean
  /** The lowest value, spelled as in the file. Null if there are no values or they have no order. */
  Min: string | null
  Max: string | null
  /** The median of numbers or times. Null for other kinds, and if there are no values. */
  Median: string | null
  /**
   * Null for values other than numbers, and if the numbers are too large to compute the mean or deviation. The
   * deviation is the sample standard deviation.
   */
  Mean: number | null
  StandardDeviation: number | null
  /**
   * Number of values in each of several equal ranges from `Low` to `High`. Both are numbers, or times in seconds since
   * 1970.
   */
  Histogram: { Counts: number[]; Low: number; High: number } | null
  /**
   * The most frequent values. Conditions on this column itself are ignored. Null for the kind `other`, and if there are
   * too many distinct numbers or times to list.
   */
  Values: FrequentValue[] | null
  HasMoreValues: boolean
}

export interface FrequentValue {
  /** The value in the form that `RowCondition` expects. */
  Value: string
  /** The value, spelled as in the file. */
  Text: string
  Rows: number
}

export type ColumnKind = 'number' | 'text' | 'time' | 'boolean' | 'other'

/** A column of a previewed table. The statistics cover the rows that were read. */
export interface PreviewColumn {
  Name: string
  /** The type as DuckDB names it, such as `DOUBLE`. */
  Type: string
  Kind: ColumnKind
  /** The kind that all but a few of the column's cells match. Null if the column has that kind, or if there is none. */
  AlmostKind: 'number' | 'time' | null
  DecimalComma?: true
  /**
   * Number of rows in each of up to 20 equal ranges of values, lowest range first. Covers the rows that were read. Null
   * if the column's values have no order.
   */
  Histogram: number[] | null
  Min: string | null
  Max: string | null
  NullCount: number | null
  DistinctCount: number | null
  DistinctIsEstimated: boolean
  /**
   * The most frequent values, with their counts in the rows that were read. Long values are truncated. Only for text
   * columns with few distinct values.
   */
  Top?: TopValue[]
}

export interface TopValue {
  Value: string
  Rows: number
}

/** The value of a cell as a string, with all digits of a number. Null if the cell is empty. */
export type PreviewCell = string | null

/** Properties of class `TablePreview`: a page of rows of a table. */
export interface TablePreviewProperties {
  Kind: 'table'
  Columns: PreviewColumn[]
  /** Rows starting at `Offset`. Each row has one cell per column in `Columns`. */
  Rows: PreviewCell[][]
  /** The 0-based position of each row in the file. Not consecutive if the rows are sorted or filtered. */
  RowNumbers: number[]
  Offset: number
  /** The number of rows in the file, or with a filter, the number of matching rows. */
  TotalRows: number
  /**
   * True if only the start of a large file was read. A request for the link `Whole` waits until the whole file is read.
   * The link `Reading` reports the progress.
   */
  TotalIsEstimated: boolean
  /** Number of rows, from the start of the file, that the statistics of columns cover. */
  ProfiledRows: number
  TotalColumns: number
  /**
   * For a wide table, which is read in blocks of columns: the position of the first column in this block, and the names
   * of all columns that can be read.
   */
  ColumnOffset?: number
  ColumnNames?: string[]
  /** The detected format, shown below the table, such as "Latin-1, semicolon-separated, decimal comma". */
  Dialect: string | null
  /** Sentences about what was omitted or corrected. */
  Notes: string[]
  /**
   * For a spreadsheet or a database: the names of its visible sheets or tables, and the name of the one that is shown.
   * There is a link `Sheet` to each of them.
   */
  Sheets?: string[]
  Sheet?: string
}

/**
 * Compares the table with another table, which is treated as the later version. The action `CompareTables` returns the
 * URL of a document of class `TableComparison`. That document has the same action, to read other rows or to pair rows
 * differently.
 */
export const CompareTablesParameters = z.object({
  WorkDataUrl: Href,
  /**
   * How rows are paired. By default, by the columns that identify rows. If there are none, by position, or by equal
   * rows if the numbers of rows differ.
   */
  MatchBy: z.enum(['Keys', 'Position', 'Rows']).nullish(),
  /** With `Keys`: two rows form a pair if their cells in these columns are equal. */
  KeyColumns: z.array(z.string().max(1000)).min(1).max(20).nullish(),
  /** By default, all rows that differ are returned. */
  Only: z.enum(['Added', 'Removed', 'Changed']).nullish(),
  Offset: z.int().min(0).nullish(),
  Limit: z.int().min(1).max(LIMITS.previewRowsMax).nullish(),
})
export type CompareTablesParameters = z.infer<typeof CompareTablesParameters>

/** A column of one or both tables, with its type and statistics in each. */
export interface ComparedColumn {
  Name: string
  /** Null if the table lacks the column. */
  Before: PreviewColumn | null
  After: PreviewColumn | null
  ChangedCells: number
}

/** A row that differs between the tables. Cells are in the order of `Columns`. */
export interface ComparedRow {
  /**
   * The row's cells and its 0-based position: `Before` in the earlier table, `After` in the later one. Null if that
   * table does not have the row.
   */
  Before: PreviewCell[] | null
  BeforeNumber: number | null
  After: PreviewCell[] | null
  AfterNumber: number | null
  /** The indexes in `Columns` of the cells that differ. */
  ChangedColumns: number[]
}

export interface TableComparisonProperties {
  /** The columns of the later table, followed by columns that only the earlier table has. */
  Columns: ComparedColumn[]
  /** How rows were paired: by key columns, by position, or only with completely equal rows. */
  MatchBy: 'Keys' | 'Position' | 'Rows'
  KeyColumns: string[]
  BeforeRows: number
  AfterRows: number
  Added: number
  Removed: number
  Changed: number
  Same: number
  Rows: ComparedRow[]
  Offset: number
  /**
   * The number of leading columns that were compared, if a table has too many columns to compare all of them. Otherwise
   * null.
   */
  ColumnsRead: number | null
}

/**
 * Runs a query on the first rows of tables. The action `QueryTables` of a table replies with a document of class
 * `QueryPreview` and changes nothing.
 */
export const QueryTablesParameters = z.object({
  /** One SELECT statement, as in the step *Query tables*. */
  Sql: z.string().min(1).max(20_000),
  /** The other tables of the query, in order. The table that has the action comes first. */
  OtherWorkDataUrls: z
    .array(Href)
    .max(LIMITS.queryTablesMax - 1)
    .nullish(),
})
export type QueryTablesParameters = z.infer<typeof QueryTablesParameters>

export interface QueryPreviewProperties {
  Columns: { Name: string; Kind: ColumnKind }[]
  Rows: PreviewCell[][]
  /** True if the result has more rows or columns than are shown. */
  HasMore: boolean
  /** How many rows of each table the query could read. Null if it read all rows of every table. */
  RowsRead: number | null
  /** Why there is no result: an error in the query, or a timeout. */
  Fault: string | null
}

/** Properties of class `TextPreview`. The link `next` leads to the following part of the file. */
export interface TextPreviewProperties {
  Kind: 'text' | 'json'
  Text: string
  /** Number of bytes at the end of the file that are not shown. */
  BytesLeftOut: number
  /** The offset of this part in the file, and its first line number. Absent for the beginning of the file. */
  Offset?: number
  FirstLine?: number
  Encoding: string
  /**
   * Why the file is shown as text: the position of a JSON error, or the line that does not fit the table. Null if the
   * part that was read has no fault.
   */
  Fault: string | null
  /** 1-based. */
  FaultLine: number | null
}

/** Selects an entry of an archive. The reply is the URL of a document of class `EntryPreview`. */
export const ReadEntryParameters = z.object({
  /** 0-based. */
  Index: z.int().min(0).nullish(),
})
export type ReadEntryParameters = z.infer<typeof ReadEntryParameters>

/** A file or folder in an archive, identified by `Index`, because names may occur twice. */
export interface ArchiveEntry {
  Index: number
  /** The path, spelled as in the archive, with control characters replaced. */
  Name: string
  IsFolder: boolean
  SizeInBytes: number
  /** Equal to `SizeInBytes` in TAR archives, which do not compress individual entries. */
  CompressedBytes: number
  ModifiedAt: string | null
  /** Why the entry can't be opened. Null if it can. */
  Fault: string | null
}

/** Properties of class `ArchivePreview`: the entries of a ZIP or TAR archive, in the order of the archive. */
export interface ArchivePreviewProperties {
  Kind: 'archive'
  Entries: ArchiveEntry[]
  /** Number of entries in the archive. If there are too many, `Entries` contains only the first ones. */
  TotalEntries: number
  Notes: string[]
}

/**
 * Properties of class `EntryPreview`: the beginning of an entry of an archive, as text or as bytes. The link `Download`
 * leads to the whole entry.
 */
export interface EntryPreviewProperties {
  Kind: 'text' | 'bytes'
  Name: string
  SizeInBytes: number
  /** The text, or the bytes as base64. */
  Content: string
  BytesLeftOut: number
  Encoding: string | null
}

/** Selects a page of an image file with several pages. */
export const ReadPageParameters = z.object({
  /** 0-based. */
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
  /** The type of the samples, such as "floating-point numbers". Null for unsigned integers. */
  SampleKind: string | null
  /** The compression method, such as "LZW". Null if it is unknown. */
  Compression: string | null
  /** The size of `Picture` in pixels. Large pages are scaled down. */
  ShownWidth: number
  ShownHeight: number
  Notes: string[]
}
