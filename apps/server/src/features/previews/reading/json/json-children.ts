import type { FileHandle } from 'node:fs/promises'
import { readAt } from './json-files.ts'
import { ENTRY, type JsonIndex, largeAt, lastEntry, OPEN_END } from './json-index.ts'
import { JsonScanner, type JsonSink, OPEN_OBJECT, RESUME } from './json-scanner.ts'

/** Where a child of an object or array is in the file. */
export interface JsonPlace {
  /** For a child of an object: where its key starts and ends. */
  key: { at: number; end: number } | undefined
  at: number
  /** `OPEN_END` if the value continues past the part that was read. */
  end: number
  children: number
}

interface Wanted {
  /** Where the object or array starts, and its first byte. */
  at: number
  byte: number
  from: number
  most: number
  /** The number of children of the object or array, if the index contains it. */
  total: number | undefined
}

interface Found {
  places: JsonPlace[]
  /** The number of children. A lower bound for a large object or array that is not in the index. */
  total: number
}

interface JsonSource {
  file: FileHandle
  index: JsonIndex
  /** Nothing after this position is read. */
  readTo: number
}

const CHUNK_BYTES = 1 << 17
/** Maximum number of bytes to scan for children. Deep values are not indexed, so their children may be far apart. */
const BYTES_MAX = 1 << 29
/**
 * Maximum number of bytes to scan after the wanted children are found, to count the remaining ones. In files of up to
 * 64 GB, values that are too short for the index are shorter than this, so all their children are counted.
 */
const COUNTED_BYTES = 1 << 22

/** Finds some of the direct children of an object or array. Returns undefined if they are too far apart. */
export async function jsonChildren(source: JsonSource, wanted: Wanted): Promise<Found | undefined> {
  const found = new FoundChildren(source.index, wanted)
  let left = BYTES_MAX
  while (!found.isDone && found.scanner.at < source.readTo) {
    const { scanner } = found
    const bytes = Math.min(CHUNK_BYTES, source.readTo - scanner.at)
    const chunk = await readAt(source.file, scanner.at, bytes)
    left -= chunk.length
    if (chunk.length === 0 || scanner.hasFault) break
    if (left < 0 && !found.isFull) return undefined
    if (left < 0) break
    if (!scanner.feed(chunk)) found.skip()
    if (found.isFull) left = Math.min(left, COUNTED_BYTES)
  }
  return { places: found.places, total: wanted.total ?? found.number }
}

/** Scans one object or array, and skips the values that are in the index. */
class FoundChildren implements JsonSink {
  readonly places: JsonPlace[] = []
  /** The index of the next child in the object or array. */
  number: number
  isDone = false
  scanner: JsonScanner
  readonly #index: JsonIndex
  readonly #wanted: Wanted
  readonly #isObject: boolean
  #key: { at: number; end: number } | undefined
  #at = 0
  #children = 0
  #skipped: { isKey: boolean; end: number } | undefined

  constructor(index: JsonIndex, wanted: Wanted) {
    this.#index = index
    this.#wanted = wanted
    this.#isObject = wanted.byte === OPEN_OBJECT
    const mark = lastEntry(index.marks, wanted.at, wanted.from) * ENTRY
    const isMarked = mark >= 0 && index.marks[mark] === wanted.at
    this.number = isMarked ? (index.marks[mark + 1] ?? 0) : 0
    const state = this.#isObject
      ? isMarked
        ? RESUME.key
        : RESUME.firstKey
      : isMarked
        ? RESUME.value
        : RESUME.firstValue
    this.scanner = this.#scanAt(isMarked ? (index.marks[mark + 2] ?? 0) : wanted.at + 1, state)
  }

  get isFull(): boolean {
    return this.places.length >= this.#wanted.most
  }

  #scanAt(at: number, state: (typeof RESUME)[keyof typeof RESUME]): JsonScanner {
    const scanner = new JsonScanner(this, at)
    scanner.resume(this.#isObject, state)
    return scanner
  }

  begin(at: number, _byte: number, isKey: boolean): boolean {
    const { depth, isInObject } = this.scanner
    if (depth > 1) {
      if (depth === 2 && isKey === isInObject) this.#children += 1
      return false
    }
    if (isKey) this.#key = { at, end: OPEN_END }
    else this.#at = at
    this.#children = 0
    const large = largeAt(this.#index, at)
    if (!large) return false
    this.#skipped = { isKey, end: large.end }
    this.#children = large.children
    return true
  }

  end(at: number, isKey: boolean): void {
    const { depth } = this.scanner
    if (depth === 1 && isKey && this.#key) this.#key.end = at
    else if (depth === 1) this.#add(at)
    else if (depth === 0) this.isDone = true
  }

  /** Continues after the indexed value at which the scanner stopped. Without such a value, the search is done. */
  skip(): void {
    const skipped = this.#skipped
    this.#skipped = undefined
    if (!skipped) this.isDone = true
    else if (skipped.isKey) {
      if (this.#key) this.#key.end = skipped.end
      this.scanner = this.#scanAt(skipped.end, RESUME.afterKey)
    } else {
      this.#add(skipped.end)
      if (skipped.end === OPEN_END) this.isDone = true
      else this.scanner = this.#scanAt(skipped.end, RESUME.afterValue)
    }
  }

  #add(end: number): void {
    if (this.isDone) return
    if (this.number >= this.#wanted.from && !this.isFull)
      this.places.push({ key: this.#key, at: this.#at, end, children: this.#children })
    this.number += 1
    this.#key = undefined
    this.isDone = this.isFull && this.#wanted.total !== undefined
  }
}
