import { open } from 'node:fs/promises'
import { gunzipped } from '@millrace/tables/gunzipped'
import { count } from '@millrace/tables/sentences'

/** The bytes of a TAR archive, read sequentially. */
export interface TarSource {
  /** Returns this many bytes, or fewer at the end of the archive. */
  read(most: number): Promise<Buffer>
  /** Like `read`, but the bytes don't count toward the limit of decompressed bytes. */
  content(most: number): Promise<Buffer>
  skip(bytes: number): Promise<void>
  close(): Promise<void>
}

/**
 * Maximum number of bytes to decompress in search of an entry. Everything that precedes the entry must be decompressed.
 */
const DECOMPRESSED_MAX = 500_000_000
const GZIP = 0x1f8b

/** Thrown if the archive continues beyond a limit, such as the limit of decompressed bytes. */
export class BeyondLimit extends Error {
  /** What precedes the limit, such as `100,000 entries`. */
  readonly read: string

  constructor(read: string) {
    super(`The archive continues after the first ${read}.`)
    this.read = read
  }
}

/** Thrown if the archive ends early, or contains something else where a header is expected. */
export class Damaged extends Error {}

/** Opens a TAR archive, decompressing up to `decompressedMost` bytes if it has the gzip signature. */
export async function tarSource(path: string, decompressedMost = DECOMPRESSED_MAX): Promise<TarSource> {
  const handle = await open(path, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  if (bytesRead === 2 && buffer.readUInt16BE() === GZIP) {
    await handle.close()
    return gzipSource(path, decompressedMost)
  }
  const { size } = await handle.stat()
  let at = 0
  async function read(most: number): Promise<Buffer> {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, at)
    at += bytesRead
    return buffer.subarray(0, bytesRead)
  }
  return {
    read,
    content: read,
    async skip(bytes) {
      at += bytes
      if (at > size) throw new Damaged()
    },
    close: () => handle.close(),
  }
}

function gzipSource(path: string, most: number): TarSource {
  const chunks = gunzipped(path)
  const { some, content, taken } = bytesOf(chunks)

  function requireLimit(): void {
    if (taken() > most) throw new BeyondLimit(`${count(most / 1e6)} MB of the decompressed archive`)
  }

  return {
    content,
    async read(wanted) {
      requireLimit()
      return content(wanted)
    },
    async skip(bytes) {
      for (let left = bytes; left > 0; ) {
        requireLimit()
        const part = await some(left)
        if (part.length === 0) throw new Damaged()
        left -= part.length
      }
    },
    async close() {
      await chunks.return(undefined)
    },
  }
}

function bytesOf(chunks: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0)
  let taken = 0

  async function some(wanted: number): Promise<Buffer> {
    if (rest.length === 0) {
      const next = await chunks.next()
      if (next.done) return rest
      rest = next.value
      taken += rest.length
    }
    const part = rest.subarray(0, wanted)
    rest = rest.subarray(part.length)
    return part
  }

  async function content(wanted: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = wanted; left > 0; ) {
      const part = await some(left)
      if (part.length === 0) break
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  return { some, content, taken: () => taken }
}
