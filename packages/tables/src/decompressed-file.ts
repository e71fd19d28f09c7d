import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { byteLimit, copyBytesMax } from './byte-limit.ts'
import { readHead } from './file-format.ts'
import { TableFault } from './table-fault.ts'

/** Maximum size of the content in bytes. A small gzip file could otherwise expand until the disk is full. */
const DECOMPRESSED_MAX = 1e9
const CHUNK_BYTES = 1 << 20

interface NamedFile {
  path: string
  /** The file name that users see. */
  name: string
}

/** Maximum size of the content in bytes, and the fault to throw if the content is larger. */
interface Bounds {
  most: number
  tooLarge?: () => TableFault
}

/** Returns the file itself or, if it is gzip-compressed, a decompressed copy at `copyPath`. */
export async function decompressedFile(
  { path, name }: NamedFile,
  copyPath: string,
  bounds?: Bounds,
): Promise<NamedFile> {
  if (!(await isGzip(path))) return { path, name }
  await decompress(
    { path, name },
    copyPath,
    bounds ?? { most: Math.min(DECOMPRESSED_MAX, await copyBytesMax(copyPath)) },
  )
  return { path: copyPath, name: name.replace(/\.gz(ip)?$/i, '') }
}

export async function isGzip(path: string): Promise<boolean> {
  const [first, second] = await readHead(path, 2)
  return first === 0x1f && second === 0x8b
}

async function decompress(
  { path, name }: NamedFile,
  copyPath: string,
  { most, tooLarge = () => tooLargeTable(name, most) }: Bounds,
): Promise<void> {
  try {
    await pipeline(
      createReadStream(path),
      createGunzip({ chunkSize: CHUNK_BYTES }),
      byteLimit(most, tooLarge),
      createWriteStream(copyPath),
    )
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!code.startsWith('Z_')) throw error
    throw new TableFault(`${name} is a corrupt or truncated gzip file. Compress it again.`)
  }
}

function tooLargeTable(name: string, most: number): TableFault {
  const limit =
    most >= DECOMPRESSED_MAX
      ? '1 GB, the limit for compressed tables'
      : `${Math.floor(most / 1e6)} MB, which is all the disk space available`
  return new TableFault(`${name} decompresses to more than ${limit}. Use a part of it, or save it as Parquet.`)
}
