import { LIMITS } from '@millrace/contracts/limits'
import type { PreviewTask } from './preview-task.ts'

/** Limits for reading a user's table. Times in milliseconds, sizes in bytes. */
export const PREVIEW_LIMITS = {
  /** Tables up to this size are read completely before the first page is shown. Larger ones show their first rows at once. */
  wholeAtOnceBytes: LIMITS.previewWholeBytes,
  headBytes: 4_000_000,
  columnsShown: 2_000,
  /** The engine holds a group of rows of all columns of a block in memory. */
  blockColumns: LIMITS.previewBlockColumns,
  valuedRows: 10_000_000,
  /** The values of more matching rows would fill the scratch space. */
  storedRows: 20_000_000,
  cellsPerPage: 100_000,
  cellCharacters: LIMITS.previewCellCharacters,
  profileCells: 50_000_000,
  /** Parquet is shown at once, whatever its size, so fewer of its cells are profiled. */
  profileCellsAtOnce: 10_000_000,
  /** The median of more rows is an approximation, because an exact one keeps all values in memory. */
  exactMedianRows: 10_000_000,
  /** Tables with more cells are compared like large tables, so that they don’t delay the pages of others. */
  comparedQuicklyCells: 4_000_000,
  quickMs: 15_000,
  /** Sorting, filtering or describing hundreds of millions of rows may take this long. */
  quickBusyMs: 60_000,
  /** A query that is written in a form is tried on this many rows of each table, for this long. */
  queriedRows: 10_000,
  queriedCells: 1_000_000,
  queryMs: 5_000,
  queryRowsShown: 20,
  queryColumnsShown: 50,
  /** Images with more pixels per page are not converted. */
  pictureSourcePixels: 250_000_000,
  pictureSide: 4096,
  thumbnailSide: 640,
  /** Larger JSON files are shown with their start first. */
  jsonHeadBytes: 8_000_000,
  /** A large table may be read for longer than this while that makes progress. */
  wholeMs: LIMITS.previewReadMs,
  wholeBusyMs: 3_600_000,
  /** Less than this doesn’t count as progress. */
  busyBytes: 20_000_000,
  /** How often a client that polls the progress of a reading gets a reply. */
  readingReplyMs: 1000,
  /** Reading a large file continues for ten minutes without requests. */
  abandonedMs: 600_000,
  /** Larger tables are read completely only for those who view them, not for those who see their first rows somewhere. */
  wholeUnaskedBytes: 1_000_000_000,
  engineMemory: '384MB',
  engineScratchBytes: 4_000_000_000,
  childBytes: 1_000_000_000,
  cacheBytes: 2_000_000_000,
  /** On a large disk, copies of tables may take more: this share of the free space. */
  cacheShare: 0.15,
} as const

/** The usual compression ratio of text, in gzip files, workbooks and Arrow files. */
export const COMPRESSION_RATIO = 8
export const TOO_MUCH_MEMORY = 'Reading this file needs more memory than a preview may use. Download it to view it.'
/** What to do with a large table that can't be sorted and filtered, because all of it would have to be read. */
const AS_PARQUET = 'Run “Convert table” to get a Parquet file, which can be sorted and filtered at once.'
/** Tells the user that a table needs too much memory to be read completely, and what to do instead. */
export const tooLargeToRead = (isParquet: boolean) =>
  `This table is too large to be read completely here. ${isParquet ? 'Download it to view it.' : AS_PARQUET}`
/** Tells the user that reading a table exceeds the time limit, and what to do instead. */
export const tooSlowToRead = (limitMs: number) =>
  `Reading all of this table takes longer than ${timeText(limitMs)}. ${AS_PARQUET}`

function timeText(ms: number): string {
  return ms >= 600_000 ? `${ms / 60_000} minutes` : `${ms / 1000} s`
}

/** What to do instead of a task on a table that took too long. */
export function slowTask(task: PreviewTask, limitMs: number): string {
  const limit = timeText(limitMs)
  if (task.kind === 'compare')
    return `Comparing these tables takes longer than ${limit}. Run “Compare tables” as a job, which has more time.`
  if (task.kind === 'rows' && (task.page.sort || task.page.where || task.page.find))
    return `Sorting or filtering this table takes longer than ${limit}. Keep this view as a job, which has more time.`
  return `Reading this file took longer than ${limit}. Download it to view it.`
}
