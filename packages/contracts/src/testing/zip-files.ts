import { constants, crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP archive, which may be malformed on purpose. */
export interface ZipEntry {
  name: string
  content?: string | Buffer | Repeated
  /** A Unix mode, such as 0o120777 for a symbolic link. */
  mode?: number
  flags?: number
  method?: number
  /** The size that the archive declares. Default: the actual size. */
  declares?: number
  /** Index of the entry whose content this entry refers to instead of having its own. */
  sharesWith?: number
}

/** Content of several gigabytes that is never held in memory: `start`, many copies of `block`, then `end`. */
export interface Repeated {
  start: string
  block: string
  times: number
  end: string
}

interface Packed {
  packed: Buffer
  size: number
  checksum: number
}

/** Empty content, compressed. It is shared because an archive may have a million empty entries. */
const NOTHING: Packed = { packed: deflateRawSync(''), size: 0, checksum: 0 }

function pack({ content = '', method }: ZipEntry): Packed {
  if (content === '' && method !== 0) return NOTHING
  if (typeof content === 'string' || Buffer.isBuffer(content)) {
    const bytes = Buffer.from(content)
    return { packed: method === 0 ? bytes : deflateRawSync(bytes), size: bytes.length, checksum: crc32(bytes) }
  }
  const { start, block, times, end } = content
  // A full flush ends the compressed piece at a byte boundary, and the next piece does not refer back to it. So the
  // pieces can be concatenated.
  const piece = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  const repeated = piece(block)
  const packed = Buffer.concat([piece(start), ...Array.from({ length: times }, () => repeated), deflateRawSync(end)])
  const size = Buffer.byteLength(start) + Buffer.byteLength(block) * times + Buffer.byteLength(end)
  // No checksum is needed, because readers must stop long before the end.
  return { packed, size, checksum: 0 }
}

/** Builds a ZIP archive. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  for (const entry of entries) {
    const { packed, size, checksum } = pack(entry)
    const name = Buffer.from(entry.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE((entry.flags ?? 0) | 0x800, 2)
    fields.writeUInt16LE(entry.method ?? 8, 4)
    fields.writeUInt16LE(0x5a21, 8)
    fields.writeUInt32LE(checksum, 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.declares ?? size, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    rest.writeUInt32LE(entry.sharesWith === undefined ? offset : (offsets[entry.sharesWith] ?? 0), 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), fields, rest, name]))
    offsets.push(offset)
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  return Buffer.concat([...parts, central, endOf({ entries: entries.length, bytes: central.length, offset })])
}

const SHORT_MAX = 0xffff

interface Directory {
  entries: number
  bytes: number
  offset: number
}

/** Builds the end of an archive. Adds a ZIP64 record if the number of entries does not fit into 16 bits. */
function endOf({ entries, bytes, offset }: Directory): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(entries, SHORT_MAX), 8)
  end.writeUInt16LE(Math.min(entries, SHORT_MAX), 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  if (entries < SHORT_MAX) return end
  const [long, place] = [Buffer.alloc(56), Buffer.alloc(20)]
  long.write('PK\x06\x06', 'latin1')
  long.writeBigUInt64LE(44n, 4)
  long.writeUInt16LE(45, 12)
  long.writeUInt16LE(45, 14)
  long.writeBigUInt64LE(BigInt(entries), 24)
  long.writeBigUInt64LE(BigInt(entries), 32)
  long.writeBigUInt64LE(BigInt(bytes), 40)
  long.writeBigUInt64LE(BigInt(offset), 48)
  place.write('PK\x06\x07', 'latin1')
  place.writeBigUInt64LE(BigInt(offset + bytes), 8)
  place.writeUInt32LE(1, 16)
  return Buffer.concat([long, place, end])
}
