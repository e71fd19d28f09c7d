/*
 * Geometries of GeoPackages consist of a header with the magic number `GP`, an optional bounding box, and well-known
 * binary. They are converted to well-known text, such as `POINT (8.5 47.4)`.
 */

const MAGIC = 0x4750
const HEADER_BYTES = 8
/** Size of the bounding box, by the kind in the header’s flags. */
const BOX_BYTES = [0, 32, 48, 48, 64]
const NAMES = [
  undefined,
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
]
/** Additional axes, by the thousands digit of the geometry type. */
const AXES = ['', 'Z', 'M', 'ZM']
const DEPTH_MAX = 16

/** Converts a geometry of a GeoPackage to well-known text. Undefined for other or damaged bytes. */
export function geometryText(bytes: Buffer): string | undefined {
  if (bytes.length < HEADER_BYTES || bytes.readUInt16BE(0) !== MAGIC || bytes[2] !== 0) return undefined
  const box = BOX_BYTES[((bytes[3] ?? 0) >> 1) & 7]
  if (box === undefined) return undefined
  try {
    const reader = new GeometryReader(bytes, HEADER_BYTES + box)
    const text = reader.geometry(0)
    return reader.at === bytes.length ? text : undefined
  } catch (error) {
    // The bytes end too early, or contain a kind of geometry that is not supported.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const EMPTY = 'EMPTY'

function inBrackets(inner: string | undefined): string {
  return inner === undefined ? EMPTY : `(${inner})`
}

class GeometryReader {
  readonly #bytes: Buffer
  #isLittle = true
  at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  geometry(depth: number): string {
    this.#isLittle = this.#bytes.readUInt8(this.at) === 1
    this.at += 1
    const code = this.#count()
    const [name, axes] = [NAMES[code % 1000], AXES[Math.floor(code / 1000)]]
    if (name === undefined || axes === undefined || depth > DEPTH_MAX) throw new RangeError('not a known geometry')
    const title = axes ? `${name} ${axes}` : name
    return `${title} ${inBrackets(this.#inner(name, 2 + axes.length, depth))}`
  }

  #inner(name: string, axes: number, depth: number): string | undefined {
    if (name === 'POINT') return this.#point(axes)
    if (name === 'LINESTRING') return this.#list(() => this.#point(axes))
    if (name === 'POLYGON') return this.#list(() => inBrackets(this.#list(() => this.#point(axes))))
    const isCollection = name === 'GEOMETRYCOLLECTION'
    return this.#list(() => {
      const part = this.geometry(depth + 1)
      return isCollection ? part : (/\(.*$/s.exec(part)?.[0] ?? EMPTY)
    })
  }

  #list(item: () => string | undefined): string | undefined {
    const length = this.#count()
    if (length > this.#bytes.length) throw new RangeError('more parts than bytes')
    const items = Array.from({ length }, item)
    return length === 0 ? undefined : items.join(', ')
  }

  /** Undefined for an empty point, whose coordinates are NaN. */
  #point(axes: number): string | undefined {
    const numbers = Array.from({ length: axes }, () => {
      const number = this.#isLittle ? this.#bytes.readDoubleLE(this.at) : this.#bytes.readDoubleBE(this.at)
      this.at += 8
      return number
    })
    return numbers.every(Number.isNaN) ? undefined : numbers.join(' ')
  }

  #count(): number {
    const count = this.#isLittle ? this.#bytes.readUInt32LE(this.at) : this.#bytes.readUInt32BE(this.at)
    this.at += 4
    return count
  }
}
