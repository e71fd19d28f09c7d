import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ParseError, TooLargeError } from './parse-error.ts'

const PARTS_MAX = 10_000
/** Maximum size of a part that is read as a whole, such as the list of sheets or formats. */
const TEXT_BYTES_MAX = 64e6
/** Maximum size of any part. A full sheet needs less, but a small hostile file may decompress to more. */
const PART_BYTES_MAX = 4e9

/** The parts of an Office file by case-insensitive path. A part is read when it is requested. */
export interface PackageParts {
  has(path: string): boolean
  /** Whether there are too many parts, so some were left out. */
  isCut: boolean
  /** Returns all paths, in lowercase. */
  paths(): string[]
  /** Returns the decompressed size of a part in bytes. */
  sizeOf(path: string): number
  /** Yields the decompressed part, but never more bytes than the directory declares. */
  stream(path: string): AsyncIterable<Buffer>
  text(path: string): Promise<string>
  close(): void
}

/** Opens an Office file. Throws ParseError if its directory is damaged. Callers must close the result. */
export async function openParts(file: string): Promise<PackageParts> {
  const zip = await opened(file)
  const parts = new Map<string, Entry>()
  let isCut = false
  try {
    for await (const entry of zip.eachEntry()) {
      isCut = parts.size === PARTS_MAX
      if (isCut) break
      const path = entry.fileName.toLowerCase()
      if (parts.has(path)) throw new ParseError(`The part ${path} occurs twice.`)
      parts.set(path, entry)
    }
  } catch (cause) {
    zip.close()
    throw new ParseError('The directory of the archive is damaged.', { cause })
  }
  const find = (path: string) => {
    const entry = parts.get(path.toLowerCase())
    if (!entry) throw new ParseError(`There is no part ${path}.`)
    return entry
  }
  const stream = (path: string) => contentOf(zip, find(path))
  return {
    isCut,
    paths: () => [...parts.keys()],
    has: (path) => parts.has(path.toLowerCase()),
    sizeOf: (path) => find(path).uncompressedSize,
    stream,
    async text(path) {
      if (find(path).uncompressedSize > TEXT_BYTES_MAX) throw new ParseError(`The part ${path} is too large.`)
      return new TextDecoder().decode(Buffer.concat(await Readable.from(stream(path)).toArray()))
    },
    close: () => zip.close(),
  }
}

async function opened(file: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(file, { lazyEntries: true, autoClose: false })
  } catch (cause) {
    throw new ParseError('The file is not a ZIP archive.', { cause })
  }
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.uncompressedSize > PART_BYTES_MAX) throw new TooLargeError(entry.uncompressedSize, PART_BYTES_MAX)
  let checksum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(chunk as Buffer, checksum)
      yield chunk as Buffer
    }
  } catch (cause) {
    throw new ParseError(`The part ${entry.fileName} is damaged.`, { cause })
  }
  if (checksum !== entry.crc32) throw new ParseError(`The part ${entry.fileName} does not match its checksum.`)
}
