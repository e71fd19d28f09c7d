import { open } from 'node:fs/promises'
import { gunzipped } from '@millrace/tables/gunzipped'
import { TableFault } from '@millrace/tables/table-fault'

export interface ContentPart {
  bytes: Buffer
  /**
   * The size of the content. If only part of the content was decompressed, this is the size declared at the end of the
   * file or the number of decompressed bytes, whichever is larger.
   */
  size: number
}

/** Reads part of the content of a gzip file. Everything that precedes the part is decompressed as well. */
export async function gzipPart(
  { path, name }: { path: string; name: string },
  { offset, most }: { offset: number; most: number },
): Promise<ContentPart> {
  const chunks: Buffer[] = []
  let read = 0
  try {
    for await (const chunk of gunzipped(path)) {
      const from = offset - read
      read += chunk.length
      if (from < chunk.length) chunks.push(from > 0 ? chunk.subarray(from) : chunk)
      if (read > offset + most) break
    }
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (!code.startsWith('Z_')) throw cause
    throw new TableFault(`${name} is a corrupt or truncated gzip file. Compress it again.`)
  }
  const bytes = Buffer.concat(chunks).subarray(0, most)
  return { bytes, size: read > offset + most ? Math.max(read, await declaredSize(path)) : read }
}

/** Reads the size at the end of a gzip file: modulo 4 GiB, and of the last member only. */
async function declaredSize(path: string): Promise<number> {
  await using file = await open(path)
  const { size } = await file.stat()
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, size - 4)
  return buffer.readUInt32LE()
}
