import { LIMITS } from '@millrace/contracts/limits'
import type { PreviewTask } from './preview-task.ts'

/** Limits for previews of users' files. Times are in milliseconds, sizes in bytes. */
export const PREVIEW_LIMITS = {
  /**
   * Tables up to this size are read completely before the first page is shown. For larger CSV files and XLSX workbooks,
   * the first rows are shown immediately.
   */
  wholeTableBytes: LIMITS.previewWholeBytes,
  headBytes: 4_000_000,
  columnsShown: 2_000,
  /** Maximum number of columns in a block. The engine holds a row group of all these columns in memory. */
  blockColumns: LIMITS.previewBlockColumns,
  valuedRows: 10_000_000,
  /**
   * Matching rows are stored only if the whole table has up to this many rows. Those of a larger table could fill the
   * scratch space.
   */
  storedRows: 20_000_000,
  cellsPerPage: 100_000,
  cellCharacters: LIMITS.previewCellCharacters,
  profileCells: 50_000_000,
  /**
   * The limit for Parquet and other typed formats. Parquet files are shown immediately whatever their size, so fewer of
   * their cells are profiled.
   */
  profileTypedCells: 10_000_000,
  /**
   * Maximum number of rows for an exact median, which needs all values in memory. For more rows, the median is
   * approximate.
   */
  exactMedianRows: 10_000_000,
  /**
   * Two tables that together have more cells than this are compared in the lane for large tables, so that they don’t
   * delay other users' pages.
   */
  comparedQuicklyCells: 4_000_000,
  quickMs: 15_000,
  /** Time limit for sorting, filtering, describing or charting very many rows, as long as the task makes progress. */
  quickBusyMs: 60_000,
  /** Limits for trying a query while a user edits it: rows and cells read per table, time, rows and columns shown. */
  queriedRows: 10_000,
  queriedCells: 1_000_000,
  queryMs: 5_000,
  queryRowsShown: 20,
  queryColumnsShown: 50,
  /** Images with more pixels per page than this are not converted. */
  pictureSourcePixels: 250_000_000,
  pictureSide: 4096,
  thumbnailSide: 640,
  /** If a JSON file is larger than this, its start is shown first. */
  jsonHeadBytes: 8_000_000,
  /** Time limits for reading a large file: `wholeMs`, or up to `wholeBusyMs` as long as the reading makes progress. */
  wholeMs: LIMITS.previewReadMs,
  wholeBusyMs: 3_600_000,
  /** Number of bytes that must be read or written within a time limit to count as progress. */
  busyBytes: 20_000_000,
  /** Interval between replies to a client that polls the progress of a reading. */
  readingReplyMs: 1000,
  /** How long the server continues to read a large file after the last request for the file. */
  abandonedMs: 600_000,
  /** Tables larger than this are read completely only on request, not as soon as their first rows are shown. */
  wholeUnaskedBytes: 1_000_000_000,
  engineMemory: '384MB',
  engineScratchBytes: 4_000_000_000,
  childBytes: 1_000_000_000,
  cacheBytes: 2_000_000_000,
  /** Copies of tables may take `cacheBytes`, or this share of the free disk space if the share is larger. */
  cacheShare: 0.15,
} as const

/** The typical compression ratio of text in gzip files, workbooks and Arrow files. */
export const COMPRESSION_RATIO = 8
export const TOO_MUCH_MEMORY = 'Reading this file needs more memory than a preview may use. Download it to view it.'
const AS_PARQUET = 'Run “Convert table” to get a Parquet file, which can be sorted and filtered immediately.'
/** Returns a message that says that reading the whole table needs too much memory and what to do instead. */
export const tooLargeToRead = (isParquet: boolean) =>
  `This table is too large to be read completely here. ${isParquet ? 'Download it to view it.' : AS_PARQUET}`
/** Returns a message that says that reading a table exceeds the time limit and what to do instead. */
export const tooSlowToRead = (limitMs: number) =>
  `Reading all of this table takes longer than ${timeText(limitMs)}. ${AS_PARQUET}`

function timeText(ms: number): string {
  return ms >= 600_000 ? `${ms / 60_000} minutes` : `${ms / 1000} s`
}

/** Returns a message that says that the task exceeded its time limit and what to do instead. */
export function slowTask(task: PreviewTask, limitMs: number): string {
  const limit = timeText(limitMs)
  if (task.kind === 'compare')
    return `Comparing these tables takes longer than ${limit}. Run “Compare tables” as a job, which has more time.`
  if (task.kind === 'rows' && (task.page.sort || task.page.where || task.page.find))
    return `Sorting or filtering this table takes longer than ${limit}. Keep this view as a job, which has more time.`
  return `Reading this file took longer than ${limit}. Download it to view it.`
}
