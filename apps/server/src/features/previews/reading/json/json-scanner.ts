/*
 * Reads JSON byte by byte, in chunks of any size, and reports where keys and values start and end. Strings are not
 * decoded, so the speed does not depend on the content, and the memory depends only on the depth of nesting. The
 * scanner accepts exactly what `JSON.parse` accepts.
 *
 * Between two bytes, the scanner is in one of the states below. After a value, it returns to the enclosing object,
 * where keys and values alternate, or to the enclosing array.
 */

const VALUE = 0
const ITEM_OR_END = 1
const KEY = 2
const KEY_OR_END = 3
const COLON = 4
const AFTER = 5
const TEXT = 6
const NUMBER = 7
const WORD = 8

/** States in which a scan can continue within an object or array. */
export const RESUME = {
  firstValue: ITEM_OR_END,
  firstKey: KEY_OR_END,
  value: VALUE,
  key: KEY,
  afterKey: COLON,
  afterValue: AFTER,
} as const

/**
 * Parts of a number. A number may end in `ZERO` or a later part. `WHOLE` and later parts may have any number of digits.
 * The first byte after a number is scanned like any byte after a value.
 */
const MINUS = 0
const POINT = 1
const E = 2
const E_SIGN = 3
const ZERO = 4
const WHOLE = 5
const FRACTION = 6
const EXPONENT = 7

const QUOTE = 0x22
const BACKSLASH = 0x5c
export const OPEN_LIST = 0x5b
export const OPEN_OBJECT = 0x7b
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word))
const ESCAPABLE = new Set(Buffer.from('"\\/bfnrt'))
const DEPTH_MAX = 10_000_000
/** Returned instead of the index of the next byte when the scan ends. */
const STOP = -1

/** Receives each key and value. During a call, the scanner's `depth` is that of the enclosing object or array. */
export interface JsonSink {
  /** Called with the first byte of a key or value. Returning true stops the scan before that byte. */
  begin(at: number, byte: number, isKey: boolean): boolean
  /** Called with the position after the last byte of a key or value. */
  end(at: number, isKey: boolean): void
}

/** Finds keys and values in a stream of JSON without building them, up to the first byte that is not valid JSON. */
export class JsonScanner {
  /** The position of the next byte in the file. */
  at: number
  /** The number of open objects and arrays. */
  depth = 0
  hasFault = false
  /** The number of line breaks (LF, CR or CRLF) between values so far, and the position after the last one. */
  linesBefore = 0
  lineStart: number
  #state: number = VALUE
  #isKey = false
  #part = MINUS
  /** Within a string: 1 after a backslash, or 1 plus the number of hexadecimal digits still expected. Otherwise 0. */
  #escape = 0
  #word: Buffer = Buffer.alloc(0)
  #wordAt = 0
  #afterReturn = -1
  /** For each depth: 1 for an object, 0 for an array. */
  #objects = new Uint8Array(64)
  readonly #sink: JsonSink

  constructor(sink: JsonSink, at = 0) {
    this.#sink = sink
    this.at = at
    this.lineStart = at
  }

  /** Continues within an object or array, at a position other than its start. */
  resume(isObject: boolean, state: (typeof RESUME)[keyof typeof RESUME]): void {
    this.depth = 1
    this.#objects[1] = isObject ? 1 : 0
    this.#state = state
  }

  /** True if the bytes so far form exactly one complete value. */
  get isComplete(): boolean {
    return this.#state === AFTER && this.depth === 0 && !this.hasFault
  }

  get isInObject(): boolean {
    return this.#objects[this.depth] === 1
  }

  /** True if a key still lacks its value, or a string, number or word is incomplete. */
  get isIncomplete(): boolean {
    return this.#state >= TEXT || this.#state === COLON || (this.#state === VALUE && this.isInObject)
  }

  /** Scans the next chunk. Returns false if the scan ended in the chunk, at the position `at`. */
  feed(chunk: Uint8Array): boolean {
    const base = this.at
    let index = 0
    while (index < chunk.length) {
      const next = this.#step(chunk, index, base)
      if (next === STOP) return false
      index = next
    }
    this.at = base + chunk.length
    return true
  }

  /** Ends the scan. Completes a number that is the whole file, because no byte follows that would complete it. */
  finish(): void {
    if (this.depth === 0 && this.#state === NUMBER && this.#part >= ZERO) this.#ended(this.at)
  }

  #step(chunk: Uint8Array, index: number, base: number): number {
    if (this.#state === TEXT) return this.#text(chunk, index, base)
    if (this.#state === NUMBER) return this.#number(chunk, index, base)
    if (this.#state === WORD) return this.#letters(chunk, index, base)
    const found = this.#afterSpace(chunk, index, base)
    return found === chunk.length ? found : this.#structure(chunk[found] ?? 0, found, base)
  }

  #stop(at: number): number {
    this.at = at
    return STOP
  }

  #fault(at: number): number {
    this.hasFault = true
    return this.#stop(at)
  }

  #ended(at: number): void {
    this.#state = this.#isKey ? COLON : AFTER
    this.#sink.end(at, this.#isKey)
  }

  #afterSpace(chunk: Uint8Array, from: number, base: number): number {
    let index = from
    for (; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0
      if (byte > 0x20 || (byte !== 0x20 && byte !== 9 && byte !== 10 && byte !== 13)) break
      if (byte === 10 || byte === 13) this.#newLine(base + index, byte)
    }
    return index
  }

  #newLine(at: number, byte: number): void {
    if (byte === 13 || this.#afterReturn !== at) this.linesBefore += 1
    if (byte === 13) this.#afterReturn = at + 1
    this.lineStart = at + 1
  }

  #structure(byte: number, index: number, base: number): number {
    const at = base + index
    switch (this.#state) {
      case ITEM_OR_END:
        if (byte === 0x5d) return this.#close(index, base)
        return this.#value(byte, index, base)
      case VALUE:
        return this.#value(byte, index, base)
      case KEY_OR_END:
        if (byte === 0x7d) return this.#close(index, base)
        return this.#key(byte, index, base)
      case KEY:
        return this.#key(byte, index, base)
      case COLON:
        if (byte !== 0x3a) return this.#fault(at)
        this.#state = VALUE
        return index + 1
      default:
        return this.#after(byte, index, base)
    }
  }

  #after(byte: number, index: number, base: number): number {
    if (this.depth === 0) return this.#fault(base + index)
    const isObject = this.isInObject
    if (byte === (isObject ? 0x7d : 0x5d)) return this.#close(index, base)
    if (byte !== 0x2c) return this.#fault(base + index)
    this.#state = isObject ? KEY : VALUE
    return index + 1
  }

  #key(byte: number, index: number, base: number): number {
    if (byte !== QUOTE) return this.#fault(base + index)
    if (this.#sink.begin(base + index, byte, true)) return this.#stop(base + index)
    this.#isKey = true
    this.#state = TEXT
    return index + 1
  }

  #value(byte: number, index: number, base: number): number {
    const state = stateOf(byte)
    if (state === undefined) return this.#fault(base + index)
    if (this.#sink.begin(base + index, byte, false)) return this.#stop(base + index)
    this.#isKey = false
    if (state === ITEM_OR_END || state === KEY_OR_END) return this.#open(state, index, base)
    this.#state = state
    if (state === NUMBER) this.#part = byte === 0x2d ? MINUS : byte === 0x30 ? ZERO : WHOLE
    if (state === WORD) {
      this.#word = WORDS.find((word) => word[0] === byte) ?? Buffer.alloc(0)
      this.#wordAt = 1
    }
    return index + 1
  }

  #open(state: number, index: number, base: number): number {
    if (this.depth >= DEPTH_MAX) return this.#fault(base + index)
    this.depth += 1
    if (this.depth >= this.#objects.length) {
      const more = new Uint8Array(this.#objects.length * 2)
      more.set(this.#objects)
      this.#objects = more
    }
    this.#objects[this.depth] = state === KEY_OR_END ? 1 : 0
    this.#state = state
    return index + 1
  }

  #close(index: number, base: number): number {
    this.depth -= 1
    this.#isKey = false
    this.#ended(base + index + 1)
    return index + 1
  }

  #text(chunk: Uint8Array, from: number, base: number): number {
    let index = from
    while (index < chunk.length) {
      if (this.#escape > 0) {
        if (!this.#escaped(chunk[index] ?? 0)) return this.#fault(base + index)
        index += 1
        continue
      }
      let byte = 0
      for (; index < chunk.length; index += 1) {
        byte = chunk[index] ?? 0
        if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break
      }
      if (index === chunk.length) break
      if (byte < 0x20) return this.#fault(base + index)
      index += 1
      if (byte === BACKSLASH) this.#escape = 1
      else {
        this.#ended(base + index)
        return index
      }
    }
    return index
  }

  #escaped(byte: number): boolean {
    if (this.#escape === 1) {
      this.#escape = byte === 0x75 ? 5 : 0
      return byte === 0x75 || ESCAPABLE.has(byte)
    }
    this.#escape = this.#escape === 2 ? 0 : this.#escape - 1
    return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
  }

  #number(chunk: Uint8Array, from: number, base: number): number {
    let part = this.#part
    for (let index = from; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0
      if (part >= WHOLE && isDigit(byte)) continue
      const next = partAfter(part, byte)
      if (next === undefined) {
        if (part < ZERO) return this.#fault(base + index)
        this.#ended(base + index)
        return index
      }
      part = next
    }
    this.#part = part
    return chunk.length
  }

  #letters(chunk: Uint8Array, from: number, base: number): number {
    for (let index = from; index < chunk.length; index += 1) {
      if (chunk[index] !== this.#word[this.#wordAt]) return this.#fault(base + index)
      this.#wordAt += 1
      if (this.#wordAt === this.#word.length) {
        this.#ended(base + index + 1)
        return index + 1
      }
    }
    return chunk.length
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function stateOf(byte: number): number | undefined {
  if (byte === QUOTE) return TEXT
  if (byte === OPEN_OBJECT) return KEY_OR_END
  if (byte === OPEN_LIST) return ITEM_OR_END
  if (byte === 0x2d || isDigit(byte)) return NUMBER
  return byte === 0x74 || byte === 0x66 || byte === 0x6e ? WORD : undefined
}

/** Returns the part of the number that starts with this byte after `part`. Undefined if no part can start with it. */
function partAfter(part: number, byte: number): number | undefined {
  const isExponent = byte === 0x65 || byte === 0x45
  if (part === MINUS) return isDigit(byte) ? (byte === 0x30 ? ZERO : WHOLE) : undefined
  if (part === POINT) return isDigit(byte) ? FRACTION : undefined
  if (part === E && (byte === 0x2b || byte === 0x2d)) return E_SIGN
  if (part === E || part === E_SIGN) return isDigit(byte) ? EXPONENT : undefined
  if (part === EXPONENT) return undefined
  if (isExponent) return E
  return byte === 0x2e && part !== FRACTION ? POINT : undefined
}
