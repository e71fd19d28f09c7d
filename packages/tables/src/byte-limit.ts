import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import type { TableFault } from './table-fault.ts'

/** Share of the free disk space that a copy may use. A table’s content is written to disk several times. */
const DISK_SHARE = 0.2

/** Returns how many bytes a copy may take up. */
export async function copyBytesMax(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path))
  return bavail * bsize * DISK_SHARE
}

/** Creates a stream that passes on at most this many bytes, and fails with the given fault if there are more. */
export function byteLimit(most: number, tooLarge: () => TableFault): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > most ? tooLarge() : null, chunk)
    },
  })
}
