import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { directoryStorage } from './directory.ts'
import { StorageFull, TooLarge } from './storage.ts'

const root = await mkdtemp(path.join(tmpdir(), 'millrace-storage-'))
afterAll(() => rm(root, { recursive: true }))

describe('directory storage', () => {
  it('names an object by its hash and returns its bytes', async () => {
    const storage = await directoryStorage(root)
    const bytes = Buffer.from('level;discharge\n211;1842\n')

    const object = await storage.put(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]))

    expect(object).toEqual({ sha256: createHash('sha256').update(bytes).digest('hex'), sizeInBytes: bytes.length })
    expect(await buffer(await storage.get(object.sha256))).toEqual(bytes)
    expect(await buffer(await storage.get(object.sha256, { start: 6, end: 14 }))).toEqual(bytes.subarray(6, 15))
  })

  it('preserves the order of bytes for any chunk size', async () => {
    const storage = await directoryStorage(root)
    const bytes = randomBytes(7_000_003)
    const cuts = [0, 1, 3, 70_000, 70_000, 1_118_576, 3_500_000, 6_999_999, bytes.length]
    const pieces = cuts.slice(1).map((end, at) => bytes.subarray(cuts[at], end))

    const object = await storage.put(Readable.from(pieces))

    expect(object.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect((await buffer(await storage.get(object.sha256))).equals(bytes)).toBe(true)
  })

  it('sec/J6 stores nothing when an upload is aborted', async () => {
    const storage = await directoryStorage(path.join(root, 'broken'))
    const source = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('cut')
      })(),
    )

    await expect(storage.put(source)).rejects.toThrow('cut')

    expect(await readdir(path.join(root, 'broken'))).toEqual(['partial', 'tmp'])
    expect(await readdir(path.join(root, 'broken', 'tmp'))).toEqual([])
  })

  it('sec/J6 keeps no file, descriptor or memory of 10,000 aborted uploads', async () => {
    const folder = path.join(root, 'often')
    const storage = await directoryStorage(folder)
    const descriptors = async () => (await readdir('/proc/self/fd')).length
    const aborted = () => {
      const source = Readable.from([Buffer.alloc(10_000), Buffer.alloc(10_000)])
      return expect(storage.put(source, { maxBytes: 15_000 })).rejects.toThrow(TooLarge)
    }
    const abortMany = async (count: number) => {
      for (let done = 0; done < count; done += 20) await Promise.all(Array.from({ length: 20 }, aborted))
    }
    await abortMany(1_000)
    const before = { descriptors: await descriptors(), bytes: process.memoryUsage().rss }

    await abortMany(9_000)

    expect(await descriptors()).toBeLessThanOrEqual(before.descriptors + 5)
    expect(process.memoryUsage().rss).toBeLessThan(before.bytes + 200_000_000)
    expect(await readdir(path.join(folder, 'tmp'))).toEqual([])
  }, 120_000)

  it('sec/J2 stores nothing when the content exceeds the limit', async () => {
    const storage = await directoryStorage(path.join(root, 'limit'))

    await expect(storage.put(Readable.from([Buffer.alloc(11)]), { maxBytes: 10 })).rejects.toThrow(TooLarge)

    expect(await readdir(path.join(root, 'limit', 'tmp'))).toEqual([])
  })

  it('FLT11 stores nothing when only the reserve is left, even if it is reached while bytes arrive', async () => {
    const folder = path.join(root, 'reserve')
    const { bavail, bsize } = await statfs(root)
    const full = await directoryStorage(folder, { reserveBytes: Number.MAX_SAFE_INTEGER })
    const nearlyFull = await directoryStorage(folder, { reserveBytes: bavail * bsize - 30_000_000 })
    const bytes = () => Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(1_000_000)))

    await expect(full.put(Readable.from([Buffer.from('a')]))).rejects.toThrow(StorageFull)
    await expect(nearlyFull.put(bytes())).rejects.toThrow(StorageFull)

    expect(await readdir(path.join(folder, 'tmp'))).toEqual([])
  })

  it.each([
    ['sync', 'at the end', 1],
    ['datasync', 'while bytes arrive', 20],
  ] as const)('FLT12 fails and stores nothing after a failed %s %s, without trying again', async (method, _, count) => {
    const folder = path.join(root, method)
    const storage = await directoryStorage(folder)
    const fails = await failsOnce(method)

    const chunks = Array.from({ length: count }, () => randomBytes(1_000_000))
    await expect(storage.put(Readable.from(chunks))).rejects.toThrow('EIO')

    expect(fails).toHaveBeenCalledTimes(1)
    expect(await readdir(folder)).toEqual(['partial', 'tmp'])
    expect(await readdir(path.join(folder, 'tmp'))).toEqual([])
  })

  it('sec/J4 refuses names that are not hashes', async () => {
    const storage = await directoryStorage(root)

    await expect(storage.stat('../../etc/passwd')).rejects.toThrow('SHA-256')
    expect(await storage.stat('0'.repeat(64))).toBeUndefined()
  })
})

/** Makes the disk report one failure and then success, as Linux does. */
async function failsOnce(method: 'sync' | 'datasync') {
  await using handle = await open(root, 'r')
  const fails = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, method)
  onTestFinished(() => fails.mockRestore())
  return fails.mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }))
}
