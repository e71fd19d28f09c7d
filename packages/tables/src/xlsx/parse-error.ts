/** A workbook that is damaged, or another kind of file. */
export class ParseError extends Error {
  override name = 'ParseError'
}
