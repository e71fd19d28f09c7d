/** An entry of a TAR archive, which may be malformed on purpose. */
export interface TarEntry {
  name: string
  content?: string | Buffer
  /** The size that the header declares. Default: the actual size. */
  size?: number
  /** The type flag, a letter or digit. Default: `0`, a regular file. */
  type?: string
  link?: string
}

const BLOCK = 512
const END = Buffer.alloc(2 * BLOCK)
/** 2025-01-01, in seconds since 1970. */
const MODIFIED = 1_735_689_600

/** Builds a TAR archive from entries or raw bytes. */
export function tarOf(parts: readonly (TarEntry | Buffer)[]): Buffer {
  return Buffer.concat([...parts.map((part) => (Buffer.isBuffer(part) ? part : tarEntry(part))), END])
}

/** Encodes one entry, without the end marker of an archive. */
export function tarEntry({ name, content = '', size, type = '0', link = '' }: TarEntry): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0, 100)
  octal(0o644, 100, 8)
  octal(size ?? bytes.length, 124, 12)
  octal(MODIFIED, 136, 12)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write(link, 157, 100)
  header.write('ustar\u000000', 257)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return Buffer.concat([header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])
}

/** Encodes a PAX header with attributes for the entry that follows. */
export function paxEntry(attributes: Record<string, string | number>): TarEntry {
  const lines = Object.entries(attributes).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`)
    return `${rest + String(rest + 2).length} ${key}=${value}\n`
  })
  return { name: 'PaxHeader', type: 'x', content: lines.join('') }
}
