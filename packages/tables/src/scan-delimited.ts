import { createReadStream } from 'node:fs'

const CHUNK_BYTES = 1 << 20

const LF = 10
const CR = 13
const BLANK = 32
/** Ends a file of old systems. */
const CTRL_Z = 26

export interface ScanOptions {
  delimiter: string
  quote: string
  escapedBy: string
  /** Lines before the first row. */
  skipLines: number
  /** How many fields a record should have. */
  width: number
}

/** What one look at every byte of a delimited file tells about its form. */
export interface Scan {
  /** Records, blank lines not. */
  records: number
  /** Records with another number of fields than they should have. */
  misfits: number
  blankLines: number
  /** Quotation marks where the format has none: within a bare field, behind blanks, or text behind a closing one. */
  oddQuotes: number
  /** Lines broken by a bare carriage return. */
  bareReturns: number
  zeroBytes: number
  /** Where a quotation mark opens that is never closed. */
  openQuoteLine?: number
  longestRecord: number
}

/*
 * The states of the reader. A quotation mark opens a quoted field only at the field's start, where blanks do not count.
 * In QUOTED everything is text up to a closing mark; AFTER_QUOTE decides whether that mark was the first half of an
 * escaped one.
 */
const START = 0
const BARE = 1
const QUOTED = 2
const AFTER_QUOTE = 3

/** Reads a delimited UTF-8 file once, byte by byte, and counts what does not fit; knows nothing of values. */
export async function scanDelimited(path: string, options: ScanOptions): Promise<Scan> {
  const scanner = createScanner(options)
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    scanner.read(chunk)
  }
  return scanner.end()
}

function createScanner({ delimiter, quote, escapedBy, skipLines, width }: ScanOptions) {
  const delimiterByte = delimiter.charCodeAt(0)
  const quoteByte = quote ? quote.charCodeAt(0) : -1
  const escapeByte = escapedBy === '\\' ? 92 : -1
  /** Within a bare field all other bytes only make it longer: the path nearly every byte takes. */
  const special = new Uint8Array(256)
  for (const byte of [LF, CR, 0, delimiterByte, quoteByte]) if (byte >= 0) special[byte] = 1
  const scan: Scan = {
    records: 0,
    misfits: 0,
    blankLines: 0,
    oddQuotes: 0,
    bareReturns: 0,
    zeroBytes: 0,
    longestRecord: 0,
  }
  let state = START
  let line = 1
  let fields = 1
  let blanks = 0
  let size = 0
  let skipping = skipLines
  let afterReturn = false
  let escaped = false
  let quoteLine = 0

  function endRecord() {
    if (fields === 1 && state === START) scan.blankLines += 1
    else {
      scan.records += 1
      if (fields !== width) scan.misfits += 1
      if (size > scan.longestRecord) scan.longestRecord = size
    }
    startRecord()
  }

  function startRecord() {
    state = START
    fields = 1
    size = 0
    blanks = 0
  }

  function endLine() {
    line += 1
    if (skipping > 0) {
      skipping -= 1
      startRecord()
    } else endRecord()
  }

  function inQuotes(byte: number) {
    size += 1
    if (byte === LF) line += 1
    if (escaped) escaped = false
    else if (byte === escapeByte) escaped = true
    else if (byte === quoteByte) state = AFTER_QUOTE
  }

  function readByte(byte: number) {
    if (afterReturn) {
      afterReturn = false
      if (byte !== LF) {
        scan.bareReturns += 1
        endLine()
      }
    }
    if (byte === LF) return endLine()
    if (byte === CR) {
      afterReturn = true
      return
    }
    size += 1
    if (byte === delimiterByte) {
      fields += 1
      blanks = 0
      state = START
    } else if (byte === quoteByte) atQuote()
    else if (state === START && (byte === BLANK || byte === CTRL_Z)) blanks += 1
    else {
      if (state === AFTER_QUOTE) scan.oddQuotes += 1
      if (byte === 0) scan.zeroBytes += 1
      state = BARE
    }
  }

  function atQuote() {
    if (skipping > 0) state = BARE
    else if (state === BARE) scan.oddQuotes += 1
    else {
      if (state === START) quoteLine = line
      if (state === START ? blanks > 0 : escapeByte >= 0) scan.oddQuotes += 1
      state = QUOTED
    }
  }

  return {
    read(chunk: Buffer) {
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at] as number
        if (state === BARE && special[byte] === 0) size += 1
        else if (state === QUOTED) inQuotes(byte)
        else readByte(byte)
      }
    },
    end(): Scan {
      if (state === QUOTED) scan.openQuoteLine = quoteLine
      else if (afterReturn) scan.bareReturns += 1
      if (skipping === 0 && (size > 0 || fields > 1)) endRecord()
      return scan
    },
  }
}
