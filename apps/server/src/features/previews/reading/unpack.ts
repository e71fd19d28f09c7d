import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { BuildTask } from '../preview-task.ts'
import { Unreadable } from './unreadable.ts'

/** The same task for what is in a file packed with gzip, as far as there is room for it. */
export async function unpack(task: BuildTask): Promise<BuildTask> {
  const copy = path.join(task.scratch, 'unpacked')
  let size = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > PREVIEW_LIMITS.unpackedBytes ? tooLarge() : null, chunk)
    },
  })
  try {
    await pipeline(createReadStream(task.path), createGunzip(), bounded, createWriteStream(copy))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!code.startsWith('Z_')) throw error
    throw new Unreadable('The file is packed with gzip, but damaged or not written to its end.')
  }
  return { ...task, path: copy, isPacked: false }
}

function tooLarge(): Unreadable {
  const limit = PREVIEW_LIMITS.unpackedBytes / 1e9
  return new Unreadable(`The file unpacks to more than ${limit} GB, which is too much for a preview. Download it.`)
}
