import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { batchWriter } from './batch-writer.ts'
import { CHECK_BYTES } from './disk-reserve.ts'
import { idOfBoot, sizesText } from './part-sizes.ts'
import { readHash, runningHashes } from './running-hashes.ts'
import type { AppendOptions, PartialUploads } from './storage.ts'
import { syncDirectory } from './sync-directory.ts'
import { UnsyncedParts } from './unsynced-parts.ts'

/**
 * Keeps partial uploads as files `partial/<id>.part`, with a description in `<id>.json` and the sizes in `<id>.size`.
 */
export async function partialUploads(
  root: string,
  requireRoom: () => Promise<void>,
  options: { bootId?: string | undefined } = {},
): Promise<PartialUploads> {
  const folder = path.join(root, 'partial')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncDirectory(root)
  const fileOf = (id: string, ending: 'part' | 'json' | 'size') => path.join(folder, `${named(id)}.${ending}`)

  async function writeSynced(file: string, text: string): Promise<string> {
    await using handle = await open(file, 'wx', 0o600)
    await handle.writeFile(text)
    await handle.sync()
    return file
  }

  const writeTemporary = (text: string) => writeSynced(path.join(folder, `${randomUUID()}.tmp`), text)

  const hashes = runningHashes()
  const bootId = options.bootId ?? (await idOfBoot())
  const unsynced = new UnsyncedParts((file) => file.replace(/part$/, 'size'), bootId)

  return {
    async create(id, description) {
      // A sync may take seconds on a busy disk, so the three files are written in parallel.
      const [, size, json] = await Promise.all([
        writeSynced(fileOf(id, 'part'), ''),
        writeTemporary(sizesText({ durable: 0, received: 0 })),
        writeTemporary(description),
      ])
      await rename(size, fileOf(id, 'size'))
      await rename(json, fileOf(id, 'json'))
      await syncDirectory(folder)
    },
    async describe(id, description) {
      await rename(await writeTemporary(description), fileOf(id, 'json'))
      await syncDirectory(folder)
    },
    async find(id) {
      const description = await readFile(fileOf(id, 'json'), 'utf8').catch(missing)
      if (description === undefined) return undefined
      const { received, failure } = await unsynced.find(fileOf(id, 'part'))
      // Another server on the same storage may have truncated the file to the size that it knew to be durable, so the
      // received size may be too large.
      const part = await stat(fileOf(id, 'part')).catch(missing)
      const changedAt = part?.mtime ?? new Date(0)
      return { description, sizeInBytes: Math.min(part?.size ?? 0, received), changedAt, failure }
    },
    append: (id, source, options) => append(fileOf(id, 'part'), source, { ...options, requireRoom, hashes, unsynced }),
    async hash(id) {
      const file = fileOf(id, 'part')
      await unsynced.settled(file)
      const known = await hashes.take(file)
      return (known ?? (await readHash(file))).digest('hex')
    },
    async hashOfFirst(id, bytes) {
      const file = fileOf(id, 'part')
      const { size } = await stat(file)
      const known = size === bytes ? await hashes.take(file) : undefined
      return (known ?? (await readHash(file, bytes))).digest('hex')
    },
    path: (id) => fileOf(id, 'part'),
    async remove(id) {
      await unsynced.settled(fileOf(id, 'part')).catch(() => {})
      await rm(fileOf(id, 'json'), { force: true })
      await rm(fileOf(id, 'size'), { force: true })
      await rm(fileOf(id, 'part'), { force: true })
      hashes.forget(fileOf(id, 'part'))
      unsynced.forget(fileOf(id, 'part'))
    },
    async removeUnchangedSince(time) {
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name)
        const part = file.replace(/\.(json|size)$/, '.part')
        const found = (await stat(part).catch(missing)) ?? (await stat(file).catch(missing))
        if (!found || found.mtime >= time) continue
        await rm(file, { force: true })
        hashes.forget(file)
        unsynced.forget(file)
      }
    },
  }
}

/** Returns the id if it is a UUID, otherwise throws. So a URL cannot name a file outside the folder. */
function named(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('Expected a UUID as the name of a partial upload.')
  return id
}

interface ReceiveContext {
  requireRoom: () => Promise<void>
  hashes: ReturnType<typeof runningHashes>
  unsynced: UnsyncedParts
}

/**
 * Writes the content at the offset and returns the new size of the file. If the request is interrupted, the bytes
 * received until then are kept.
 */
async function append(file: string, source: Readable, options: AppendOptions & ReceiveContext): Promise<number> {
  const { offset, hashes, unsynced, written } = options
  // Without a listener, an error before the first read would crash the process. The loop in `receive` throws that
  // error.
  source.on('error', () => {})
  const { size: present } = await stat(file)
  // Truncating to more than the current size would fill the file with zeros.
  if (present < offset) throw new Error(`Expected a partial upload of ${offset} bytes. It has ${present}.`)
  await unsynced.begin(file, offset)
  const hash = (present === offset && (await hashes.take(file))) || (offset === 0 ? createHash('sha256') : undefined)
  // A crash or a failed sync may have left bytes beyond the offset. These bytes do not count, and the client sends them
  // again.
  if (present > offset) await truncate(file, offset)
  await using handle = await open(file, 'a')
  const grown = (size: number) => unsynced.grown(file, size)
  const writer = batchWriter(handle, { start: offset, isEager: true, grown, written })
  try {
    await receive(source, options, async (bytes) => {
      hash?.update(bytes)
      await writer.write(bytes)
    })
  } finally {
    await writer.end().finally(() => unsynced.ended(file, writer.size()))
    if (hash) await hashes.keep(file, hash)
  }
  return writer.size()
}

async function receive(
  source: Readable,
  { offset, maxBytes, take, requireRoom }: AppendOptions & ReceiveContext,
  write: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  let size = offset
  let checkAt = offset
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const bytes = chunk.subarray(0, maxBytes - size)
    if (bytes.length === 0) break
    if (size >= checkAt) {
      await requireRoom()
      checkAt = size + CHECK_BYTES
    }
    const taking = take?.(bytes.length)
    if (taking) await taking
    size += bytes.length
    await write(bytes)
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
