import type { DetectedEncoding } from '@millrace/tables/encoding'

/** Writes the text of a file to `out` if it is gzip-compressed or in UTF-16. */
export interface PlainTextTask {
  kind: 'plain-text'
  path: string
  name: string
  out: string
  scratch: string
  /** A longer text is refused. */
  mostBytes: number
  /** Only about this much of the start is written. */
  headBytes?: number
}

/** Whether a copy was written, because the file itself is not plain UTF-8 text. */
export interface PlainTextFacts {
  isCopied: boolean
  /** If only the start was written: about how large the whole text is. */
  wholeBytes?: number
}

/** Scans JSON and writes to `out` where its large values are. */
export interface IndexTask {
  kind: 'index-json'
  path: string
  name: string
  out: string
  /** Scans only this many bytes. */
  headBytes?: number
  /** The file is the start of a text that is about this large. */
  wholeBytes?: number | undefined
}

/** What scanning a JSON file, or its start, revealed. */
export interface JsonFacts {
  /** The index is a file. */
  isCopied: true
  /** The outermost value. Its end is -1 if it continues after what was scanned. */
  root: { at: number; end: number; children: number }
  sizeInBytes: number
  /** Values end before this position. */
  readTo: number
  /** The file was scanned to its end, or to where it stops being JSON. */
  isWhole: boolean
  /** Why what follows is not shown: "Line 12, column 5 is not JSON." */
  fault: string | null
  encoding: DetectedEncoding
}

/** Reads values that are directly in an object or list of a JSON file. */
export interface JsonNodeTask {
  kind: 'json-node'
  path: string
  name: string
  /** The file with the index. */
  index: string
  facts: JsonFacts
  /** Where the object or list starts, and which of its values. Without it, the outermost value is read. */
  node?: JsonNodeRange
}

/** Which children to read: the position of the object or list in the file, the first child, and how many at most. */
export interface JsonNodeRange {
  at: number
  from: number
  most: number
}
