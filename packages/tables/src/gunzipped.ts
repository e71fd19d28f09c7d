import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/** A gigabyte in chunks of the usual 16 kB keeps the event loop busy. */
const CHUNK_BYTES = 1 << 18

/**
 * The content of a gzip file while it is read. Reading a damaged file fails with a code such as `Z_BUF_ERROR`; with Node's
 * `compose`, some of these failures end the process instead.
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
