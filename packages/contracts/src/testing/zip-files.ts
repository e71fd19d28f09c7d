import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content?: string | Buffer
  /** A Unix mode, such as 0o120777 for a symbolic link. */
  mode?: number
  flags?: number
  method?: number
  /** The size that the archive declares, if it is wrong. */
  declares?: number
  /** Refers to the content of the entry at this position instead of its own. */
  sharesWith?: number
}

/** Builds a ZIP archive, also one that no program would write. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '')
    const packed = deflateRawSync(content)
    const name = Buffer.from(entry.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE((entry.flags ?? 0) | 0x800, 2)
    fields.writeUInt16LE(entry.method ?? 8, 4)
    fields.writeUInt16LE(0x5a21, 8)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.declares ?? content.length, 18)
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
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}
