import { mayBeDelimited } from '@millrace/contracts/media-types'
import type { PreviewFile } from './preview-file.ts'
import type { TableFacts } from './preview-task.ts'

/** Some or nearly all rows may lack their last cells, such as comments. In prose, lines have any number of commas. */
const UNEVEN_SHARE = { from: 0.2, to: 0.8 }
/** Prose does not have these between words. */
const CLEAR_DELIMITERS = ['\t', ';', '|']

/** Whether a file that was read as a table is shown as one. For text files, the content decides. */
export function isTableOrTabular({ mediaType, name }: PreviewFile, facts: TableFacts): boolean {
  return !mayBeDelimited(mediaType, name) || isTabular(facts)
}

/** Whether text that was read as a table is one: rows are even, and a column has numbers or times, or delimiters are clear. */
function isTabular({ columns, totalColumns, totalRows, delimited }: TableFacts): boolean {
  const { delimiter, short, long } = delimited ?? { delimiter: '', short: 0, long: 0 }
  const isEven = [short, long].every(
    (rows) => rows <= totalRows * UNEVEN_SHARE.from || rows >= totalRows * UNEVEN_SHARE.to,
  )
  const isTyped = columns.some(({ Kind }) => Kind === 'number' || Kind === 'time')
  return totalRows > 1 && isEven && (isTyped || (totalColumns > 1 && CLEAR_DELIMITERS.includes(delimiter)))
}
