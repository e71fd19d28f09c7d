import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/** Size of a chunk. With the default of 16 kB, the chunks of a gigabyte would keep the event loop busy. */
const CHUNK_BYTES = 1 << 18

/**
 * Yields the content of a gzip file while the file is read. If the file is damaged, throws an error with a code such as
 * `Z_BUF_ERROR`. Node's `compose` is not used, because some of these failures would then end the process.
 */
export async function* gunzipped(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const content = createGunzip({ chunkSize: CHUNK_BYTES })
  file.once('error', (error) => content.destroy(error)).pipe(content)
  try {
    yield* content as AsyncIterable<Buffer>
  } finally {
    file.destroy()
  }
}
