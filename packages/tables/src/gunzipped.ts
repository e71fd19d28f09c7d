import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/**
 * The content of a gzip file while it is read. Reading a damaged file fails with a code such as `Z_BUF_ERROR`; with Node's
 * `compose`, some of these failures end the process instead.
 */
export async function* gunzipped(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const content = createGunzip()
  file.once('error', (error) => content.destroy(error)).pipe(content)
  try {
    yield* content as AsyncIterable<Buffer>
  } finally {
    file.destroy()
  }
}
