import { JsonScanner, type JsonSink, OPEN_LIST, OPEN_OBJECT } from './json-scanner.ts'

/**
 * The positions of the large values in a JSON file, so that any value can be read without reading what precedes it. Per
 * level of nesting, each array has at most one entry for each `grain` bytes, however many values there are.
 */
export interface JsonIndex {
  /** Start, end and number of children of each key or value of at least `grain` bytes, ordered by start. */
  large: Float64Array
  /**
   * Where reading can start in large objects and arrays. An entry has the start of the object or array, the index of a
   * child, and the start of the child.
   */
  marks: Float64Array
}

/** How many numbers each entry has, in both arrays. */
export const ENTRY = 3
/** The end of a value that continues past the part that was read. */
export const OPEN_END = -1

const GRAIN_BYTES = 65_536
const GRAINS = 16_384
/** Maximum depth of indexed values. With this limit, the index never exceeds 16 MB. */
const DEPTH_INDEXED = 20

/** The outermost value: its start and end in the file, and its number of children. */
export interface JsonRoot {
  at: number
  end: number
  children: number
}

/** Collects an index while a file is scanned. */
export class JsonIndexer implements JsonSink {
  readonly scanner: JsonScanner
  root: JsonRoot | undefined
  readonly #grain: number
  readonly #large: number[][] = []
  readonly #marks: number[][] = []
  /** For each open object or array, by depth: its start, number of children, and start of its last marked child. */
  readonly #starts = new Float64Array(DEPTH_INDEXED + 2)
  readonly #counts = new Float64Array(DEPTH_INDEXED + 2)
  readonly #marked = new Float64Array(DEPTH_INDEXED + 2)
  /** The start of the current string, number or word. */
  #plainAt = OPEN_END

  constructor({ sizeInBytes, at }: { sizeInBytes: number; at: number }) {
    this.#grain = Math.max(GRAIN_BYTES, Math.ceil(sizeInBytes / GRAINS))
    this.scanner = new JsonScanner(this, at)
  }

  begin(at: number, byte: number, isKey: boolean): boolean {
    const { depth, isInObject } = this.scanner
    const isContainer = byte === OPEN_OBJECT || byte === OPEN_LIST
    this.#plainAt = isContainer ? OPEN_END : at
    if (depth === 0) this.root = { at, end: OPEN_END, children: 0 }
    if (depth > DEPTH_INDEXED) return false
    if (depth > 0 && isKey === isInObject) this.#child(depth, at)
    if (isContainer) {
      this.#starts[depth + 1] = at
      this.#counts[depth + 1] = 0
      this.#marked[depth + 1] = at
    }
    return false
  }

  end(at: number): void {
    const { depth } = this.scanner
    const isContainer = this.#plainAt === OPEN_END
    if (depth <= DEPTH_INDEXED) {
      const start = isContainer ? (this.#starts[depth + 1] ?? 0) : this.#plainAt
      const children = isContainer ? (this.#counts[depth + 1] ?? 0) : 0
      if (at - start >= this.#grain) this.#large.push([start, at, children])
      if (depth === 0 && this.root) this.root = { ...this.root, end: at, children }
    }
    this.#plainAt = OPEN_END
  }

  #child(depth: number, at: number): void {
    const number = this.#counts[depth] ?? 0
    this.#counts[depth] = number + 1
    if (at - (this.#marked[depth] ?? 0) < this.#grain) return
    this.#marked[depth] = at
    this.#marks.push([this.#starts[depth] ?? 0, number, at])
  }

  /** Returns the index so far. It includes values that are still open, but not their incomplete children. */
  index(): JsonIndex {
    const { depth, isIncomplete } = this.scanner
    const open = Math.min(depth, DEPTH_INDEXED + 1)
    if (isIncomplete && depth <= DEPTH_INDEXED) this.#counts[depth] = (this.#counts[depth] ?? 0) - 1
    for (let level = 1; level <= open; level += 1)
      this.#large.push([this.#starts[level] ?? 0, OPEN_END, this.#counts[level] ?? 0])
    if (open > 0 && this.root) this.root = { ...this.root, children: this.#counts[1] ?? 0 }
    const sorted = (entries: number[][]) =>
      Float64Array.from(entries.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d).flat())
    return { large: sorted(this.#large), marks: sorted(this.#marks) }
  }
}

/** Returns the position of the last entry that is less than or equal to a pair of numbers, or -1. */
export function lastEntry(entries: Float64Array, first: number, second: number): number {
  let [low, high] = [0, entries.length / ENTRY]
  while (low < high) {
    const middle = (low + high) >> 1
    const [one = 0, two = 0] = [entries[middle * ENTRY], entries[middle * ENTRY + 1]]
    if (one < first || (one === first && two <= second)) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns where the large value that starts at this byte ends, and how many children it has. */
export function largeAt({ large }: JsonIndex, at: number): { end: number; children: number } | undefined {
  const found = lastEntry(large, at, Number.POSITIVE_INFINITY) * ENTRY
  if (found < 0 || large[found] !== at) return undefined
  return { end: large[found + 1] ?? 0, children: large[found + 2] ?? 0 }
}
