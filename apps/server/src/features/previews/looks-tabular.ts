import { mayBeDelimited } from '@millrace/contracts/media-types'
import type { PreviewFile } from './preview-file.ts'
import type { TableFacts } from './preview-task.ts'

/**
 * If the share of rows with too few cells, or with too many, is between these limits, the text counts as prose. In a
 * table, either few or nearly all rows lack their last cells.
 */
const UNEVEN_SHARE = { from: 0.2, to: 0.8 }
/** Delimiters that are rare in prose, unlike commas and spaces. */
const CLEAR_DELIMITERS = ['\t', ';', '|']

/** Returns whether a file that was read as a table is shown as a table. For text files, the content decides. */
export function isTableOrTabular({ mediaType, name }: PreviewFile, facts: TableFacts): boolean {
  return !mayBeDelimited(mediaType, name) || isTabular(facts)
}

function isTabular({ columns, totalColumns, totalRows, delimited }: TableFacts): boolean {
  const { delimiter, short, long } = delimited ?? { delimiter: '', short: 0, long: 0 }
  const isEven = [short, long].every(
    (rows) => rows <= totalRows * UNEVEN_SHARE.from || rows >= totalRows * UNEVEN_SHARE.to,
  )
  const isTyped = columns.some(({ Kind }) => Kind === 'number' || Kind === 'time')
  return totalRows > 1 && isEven && (isTyped || (totalColumns > 1 && CLEAR_DELIMITERS.includes(delimiter)))
}
