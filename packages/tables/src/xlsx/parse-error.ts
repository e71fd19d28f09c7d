/** A workbook that is damaged, or another kind of file. */
export class ParseError extends Error {
  override name = 'ParseError'
}

/** A workbook, or a part of it, that decompresses to more than can be read. */
export class TooLargeError extends Error {
  readonly bytes: number
  readonly most: number

  constructor(bytes: number, most: number) {
    super(`${bytes} bytes are more than ${most}.`)
    this.bytes = bytes
    this.most = most
  }
}
