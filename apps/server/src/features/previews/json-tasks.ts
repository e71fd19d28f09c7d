import type { DetectedEncoding } from '@millrace/tables/encoding'

/** Writes the text of a file to `out`, if the file is gzip-compressed or in UTF-16. */
export interface PlainTextTask {
  kind: 'plain-text'
  path: string
  name: string
  out: string
  scratch: string
  /** Maximum size of the text. Longer texts are rejected. */
  mostBytes: number
  /** Approximate size of the start to write. By default, the whole text is written. */
  headBytes?: number
}

/** `isCopied` is true if a copy was written. Gzip-compressed and UTF-16 files need one. */
export interface PlainTextFacts {
  isCopied: boolean
  /** The approximate size of the whole text, if only its start was written. */
  wholeBytes?: number
}

/** Scans JSON and writes the positions of its large values to `out`. */
export interface IndexTask {
  kind: 'index-json'
  path: string
  name: string
  out: string
  /** Maximum number of bytes to scan. */
  headBytes?: number
  /** The approximate size of the whole text, if the file contains only the start of the text. */
  wholeBytes?: number | undefined
}

/** Facts found while scanning a JSON file or its start. */
export interface JsonFacts {
  /** Always true: the index is a separate file, and readers use that file instead of the original. */
  isCopied: true
  /** The outermost value. `end` is -1 if the value continues past the scanned part. */
  root: { at: number; end: number; children: number }
  sizeInBytes: number
  /** The end of the scanned part. Values that start after this position are not shown. */
  readTo: number
  /** True if the file was scanned completely, or up to its first syntax error. */
  isWhole: boolean
  /** Why the rest is not shown, such as "Line 12, column 5 is not JSON." */
  fault: string | null
  encoding: DetectedEncoding
}

/** Reads direct children of an object or array in a JSON file. */
export interface JsonNodeTask {
  kind: 'json-node'
  path: string
  name: string
  /** The path of the index file. */
  index: string
  facts: JsonFacts
  /** The children to read. By default, only the outermost value is read. */
  node?: JsonNodeRange
}

/**
 * Which children to read: the position of the object or array in the file, the index of the first child, and the
 * maximum number of children.
 */
export interface JsonNodeRange {
  at: number
  from: number
  most: number
}
