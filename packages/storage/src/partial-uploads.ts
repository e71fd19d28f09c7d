import { createHash, randomUUID } from 'node:crypto'
import { constants, mkdir, open, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { batchWriter } from './batch-writer.ts'
import { CHECK_BYTES } from './disk-reserve.ts'
import { hashOf, runningHashes } from './running-hashes.ts'
import type { AppendOptions, PartialUploads } from './storage.ts'
import { syncDirectory } from './sync-directory.ts'
import { type UnsyncedParts, unsyncedParts } from './unsynced-parts.ts'

/** Keeps partial uploads as files `partial/<id>.part`, with a description in `<id>.json`. */
export async function partialUploads(root: string, requireRoom: () => Promise<void>): Promise<PartialUploads> {
  const folder = path.join(root, 'partial')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncDirectory(root)
  const fileOf = (id: string, ending: 'part' | 'json' | 'size') => path.join(folder, `${named(id)}.${ending}`)

  /** Replaces a small file as a whole. */
  async function save(target: string, text: string): Promise<void> {
    const temporary = path.join(folder, `${randomUUID()}.tmp`)
    await using handle = await open(temporary, 'wx', 0o600)
    await handle.writeFile(text)
    await handle.sync()
    await rename(temporary, target)
    await syncDirectory(folder)
  }

  /** Overwrites the few bytes in place. A new file and its name would have to be made durable each time. */
  async function saveSize(id: string, size: number): Promise<void> {
    await using handle = await open(fileOf(id, 'size'), constants.O_RDWR | constants.O_CREAT, 0o600)
    await handle.write(sizeText(size), 0)
    await handle.datasync()
  }

  const durableSize = async (id: string) => sizeOf((await readFile(fileOf(id, 'size'), 'utf8').catch(missing)) ?? '')
  const hashes = runningHashes()
  const unsynced = unsyncedParts()
  const describe = (id: string, description: string) => save(fileOf(id, 'json'), description)

  return {
    async create(id, description) {
      await using handle = await open(fileOf(id, 'part'), 'wx', 0o600)
      await handle.sync()
      await save(fileOf(id, 'size'), sizeText(0))
      await describe(id, description)
    },
    describe,
    async find(id) {
      const description = await readFile(fileOf(id, 'json'), 'utf8').catch(missing)
      if (description === undefined) return undefined
      const counted = unsynced.sizeOf(fileOf(id, 'part')) ?? (await durableSize(id))
      // Another server on the same storage may have cut the file to what it knows to be durable.
      const part = await stat(fileOf(id, 'part')).catch(missing)
      return { description, sizeInBytes: Math.min(part?.size ?? 0, counted) }
    },
    append: (id, source, options) =>
      append(fileOf(id, 'part'), source, {
        ...options,
        requireRoom,
        synced: (size) => saveSize(id, size),
        durable: () => durableSize(id),
        hashes,
        unsynced,
      }),
    async hash(id) {
      const file = fileOf(id, 'part')
      await unsynced.settled(file)
      const known = await hashes.take(file)
      return known ? known.digest('hex') : hashOf(file)
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
    async sweep(before) {
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name)
        const part = file.replace(/\.(json|size)$/, '.part')
        const found = (await stat(part).catch(missing)) ?? (await stat(file).catch(missing))
        if (!found || found.mtime >= before) continue
        await rm(file, { force: true })
        hashes.forget(file)
      }
    },
  }
}

/** Ids come from URLs. The check prevents them from naming a file outside the folder. */
function named(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('Expected a UUID as the name of a partial upload.')
  return id
}

const SIZE_DIGITS = 16

/** Written twice, so that a crash in the middle of the write does not leave another number. */
function sizeText(size: number): string {
  const digits = String(size).padStart(SIZE_DIGITS, '0')
  return `${digits} ${digits}`
}

function sizeOf(text: string): number {
  const [first, second] = text.split(' ')
  return first === second ? Number(first) : 0
}

interface Ground {
  requireRoom: () => Promise<void>
  /** Called with the size up to which the bytes are durable. */
  synced: (size: number) => Promise<void>
  /** The size up to which the bytes are durable. */
  durable: () => Promise<number>
  hashes: ReturnType<typeof runningHashes>
  unsynced: UnsyncedParts
}

/**
 * Adds bytes to the file. Those received with the whole of a request are synced while the next request is received, and
 * those of a broken request before it ends. At most one request is not synced yet.
 */
async function append(file: string, source: Readable, options: AppendOptions & Ground): Promise<number> {
  const { offset, hashes, unsynced, written } = options
  // A source may fail before it is first read. The loop below then throws its error.
  source.on('error', () => {})
  const { size: present } = await stat(file)
  // Cutting a shorter file would fill it with zeros.
  if (present < offset) throw new Error(`Expected a partial upload of ${offset} bytes. It has ${present}.`)
  const hash = (present === offset && (await hashes.take(file))) || (offset === 0 ? createHash('sha256') : undefined)
  // Bytes that a crash or a failed sync left beyond the durable ones are written again.
  await truncate(file, offset)
  const handle = await open(file, 'a')
  // A sync may succeed after an earlier one failed and lost bytes, so none counts until the one before has succeeded.
  const before = unsynced.before(file, async () => offset <= (await options.durable()))
  before.catch(() => {})
  const synced = (size: number) => before.then(() => options.synced(size))
  const writer = batchWriter(handle, { start: offset, isEager: true, synced, written })
  let isWhole = false
  try {
    await receive(source, options, async (bytes) => {
      hash?.update(bytes)
      await writer.write(bytes)
    })
    isWhole = true
  } finally {
    await writer.end().finally(async () => {
      const syncing = before
        .then(() => writer.sync())
        .then(synced)
        .finally(() => handle.close())
      unsynced.add(file, { size: writer.size(), syncing })
      await (isWhole ? before : syncing)
    })
    if (hash) await hashes.keep(file, hash)
  }
  return writer.size()
}

async function receive(
  source: Readable,
  { offset, maxBytes, take, requireRoom }: AppendOptions & Ground,
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
