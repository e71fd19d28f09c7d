/** Thrown if a file is a damaged workbook or another kind of file. */
export class ParseError extends Error {
  override name = 'ParseError'
}

/** Thrown if a workbook or a part of it decompresses to more bytes than can be read. */
export class TooLargeError extends Error {
  readonly bytes: number
  readonly most: number

  constructor(bytes: number, most: number) {
    super(`${bytes} bytes are more than ${most}.`)
    this.bytes = bytes
    this.most = most
  }
}
