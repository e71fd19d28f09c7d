import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, open, opendir, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { batchWriter } from './batch-writer.ts'
import { CHECK_BYTES, diskReserve } from './disk-reserve.ts'
import { FileContent } from './file-content.ts'
import { partialUploads } from './partial-uploads.ts'
import { type PutOptions, type Storage, StorageFull, type StoredObject, TooLarge } from './storage.ts'
import { syncDirectory } from './sync-directory.ts'

/**
 * Stores objects as files of a directory: `sha256/ab/cd/<hash>`. A put writes to `tmp/` while hashing, syncs the file,
 * renames it and syncs the directory. The final name appears only after the content is complete, and the put resolves
 * only when the content and the name are durable.
 */
export async function directoryStorage(
  folder: string,
  { reserveBytes, bootId }: { reserveBytes?: number | undefined; bootId?: string } = {},
): Promise<Storage> {
  const root = path.resolve(folder)
  const durable = new Set<string>()
  const temporary = path.join(root, 'tmp')
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  await syncDirectory(path.dirname(root))
  const reserve = diskReserve(root, reserveBytes)
  const partial = await partialUploads(root, reserve.require, { bootId })
  const fileOf = (sha256: string) => path.join(root, 'sha256', named(sha256).slice(0, 2), sha256.slice(2, 4), sha256)

  return {
    partial: {
      ...partial,
      create: (id, description) => partial.create(id, description).catch(refuseIfFull),
      describe: (id, description) => partial.describe(id, description).catch(refuseIfFull),
      async find(id) {
        const found = await partial.find(id)
        return found?.failure === undefined ? found : { ...found, failure: asStorageError(found.failure) }
      },
      append: (id, source, options) =>
        reserve
          .during(() => partial.append(id, source, options))
          .catch((error) => {
            source.destroy()
            throw asStorageError(error)
          }),
    },
    async adopt(id, options = {}) {
      const sha256 = await partial.hash(id).catch(refuseIfFull)
      options.named?.(sha256)
      const { size } = await stat(partial.path(id))
      await moveDurably(partial.path(id), fileOf(sha256), { root, durable, move: linkIfNew }).catch(refuseIfFull)
      return { sha256, sizeInBytes: size }
    },
    async put(source, options = {}) {
      const file = path.join(temporary, randomUUID())
      // Without a listener, an error before the first read would crash the process. The loop in `receive` throws that
      // error.
      source.on('error', () => {})
      try {
        const object = await reserve.during(() => receive(source, file, options, reserve.require))
        options.named?.(object.sha256)
        await moveDurably(file, fileOf(object.sha256), { root, durable })
        await options.at?.('after_rename')
        return object
      } catch (error) {
        source.destroy()
        await rm(file, { force: true })
        throw asStorageError(error)
      }
    },
    async get(sha256, range) {
      const handle = await open(fileOf(sha256), 'r')
      const end = range ? range.end + 1 : (await handle.stat()).size
      return new FileContent(handle, { start: range?.start ?? 0, end })
    },
    async stat(sha256) {
      const found = await stat(fileOf(sha256)).catch(missing)
      return found && { sizeInBytes: found.size, storedAt: found.mtime }
    },
    async localPath(sha256) {
      return fileOf(sha256)
    },
    async delete(sha256) {
      await unlink(fileOf(sha256)).catch(missing)
    },
    room: reserve.room,
    deleteUnfinished: (before) => deleteOlderThan(temporary, before),
    async *olderThan(time) {
      yield* filesOlderThan(path.join(root, 'sha256'), time)
    },
  }
}

/**
 * Returns the name if it is a SHA-256 hash, and throws otherwise. This prevents a corrupt row from naming a file
 * outside the directory.
 */
function named(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('Expected a SHA-256 hash as the object name.')
  return sha256
}

async function receive(
  source: Readable,
  file: string,
  options: PutOptions,
  requireRoom: () => Promise<void>,
): Promise<StoredObject> {
  const hash = createHash('sha256')
  let sizeInBytes = 0
  let checkAt = 0
  await using handle = await open(file, 'wx', 0o600)
  const writer = batchWriter(handle, { written: options.written })
  for await (const chunk of source as AsyncIterable<Buffer>) {
    if (sizeInBytes === 0) await options.at?.('first_byte')
    sizeInBytes += chunk.length
    if (options.maxBytes !== undefined && sizeInBytes > options.maxBytes) throw new TooLarge()
    if (sizeInBytes >= checkAt) {
      await requireRoom()
      checkAt = sizeInBytes + CHECK_BYTES
    }
    const taking = options.take?.(chunk.length)
    if (taking) await taking
    hash.update(chunk)
    await writer.write(chunk)
    await options.at?.('mid_stream')
  }
  await writer.end()
  await options.at?.('before_fsync')
  await writer.sync()
  await options.at?.('after_fsync')
  return { sha256: hash.digest('hex'), sizeInBytes }
}

async function moveDurably(file: string, target: string, { root, durable, move = rename }: Target): Promise<void> {
  const folder = path.dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await move(file, target)
  const made: string[] = []
  for (let at = folder; at !== root && !durable.has(at); at = path.dirname(at)) made.push(at)
  await Promise.all([folder, ...made.map((one) => path.dirname(one))].map(syncDirectory))
  for (const one of made) durable.add(one)
}

interface Target {
  root: string
  /**
   * Directories whose entry in their parent directory is known to be durable. An existing directory may be lost in a
   * crash if its parent was not synced. So a process syncs the parent when it first uses a directory, even one that
   * another process created. A directory is added only after that sync. Otherwise, another put could skip the sync and
   * resolve too early.
   */
  durable: Set<string>
  move?: (file: string, target: string) => Promise<void>
}

/**
 * Adds the final name as a hard link and keeps the temporary name, so a crash cannot lose the file. If a file with
 * equal content already has the final name, that file is kept.
 */
async function linkIfNew(file: string, target: string): Promise<void> {
  await link(file, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/**
 * Deletes old files of a crashed server. Nothing refers to these unfinished files, because their puts never resolved.
 */
async function deleteOlderThan(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await stat(path.join(folder, name)).catch(missing)
    if (found && found.mtime < before) await rm(path.join(folder, name), { force: true })
  }
}

async function* filesOlderThan(folder: string, time: Date): AsyncIterable<string> {
  const entries = await opendir(folder, { recursive: true }).catch(missing)
  if (!entries) return
  for await (const entry of entries) {
    if (!entry.isFile()) continue
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(missing)
    if (found && found.mtime < time) yield entry.name
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function refuseIfFull(error: unknown): never {
  throw asStorageError(error)
}

function asStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull('The disk is full.', { cause: error }) : error
}
