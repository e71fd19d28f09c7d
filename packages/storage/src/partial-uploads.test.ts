import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { directoryStorage } from './directory.ts'
import { idOfBoot, readSizes } from './part-sizes.ts'

const root = await mkdtemp(path.join(tmpdir(), 'millrace-partial-'))
afterAll(() => rm(root, { recursive: true }))

const ID = '01a2054d-a9eb-79ac-a7af-e9b79b8c4915'
const bytes = (content: string) => Readable.from([Buffer.from(content)])
const begun = async (name: string) => {
  const storage = await directoryStorage(path.join(root, name))
  await storage.partial.create(ID, 'levels.csv')
  return storage
}

describe('a partial upload', () => {
  it('becomes an object with all its bytes, and remains until it is removed', async () => {
    const storage = await begun('whole')
    await storage.partial.append(ID, bytes('level;'), { offset: 0, maxBytes: 11 })
    await storage.partial.append(ID, bytes('flow\n and more'), { offset: 6, maxBytes: 11 })

    const { sha256, sizeInBytes } = await storage.adopt(ID)

    expect(sizeInBytes).toBe(11)
    expect(await text(await storage.get(sha256))).toBe('level;flow\n')
    expect((await storage.partial.find(ID))?.sizeInBytes).toBe(11)
    expect(await storage.adopt(ID)).toEqual({ sha256, sizeInBytes })
    await storage.partial.remove(ID)
    expect(await storage.partial.find(ID)).toBeUndefined()
    expect(await text(await storage.get(sha256))).toBe('level;flow\n')
  })

  it('keeps what arrived before its source failed, even after a restart', async () => {
    const storage = await begun('cut')
    async function* failing() {
      yield Buffer.from('level')
      throw new Error('The request was aborted.')
    }

    await expect(storage.partial.append(ID, Readable.from(failing()), { offset: 0, maxBytes: 100 })).rejects.toThrow(
      'aborted',
    )

    const restarted = await directoryStorage(path.join(root, 'cut'))
    expect(await restarted.partial.find(ID)).toMatchObject({ description: 'levels.csv', sizeInBytes: 5 })
  })

  it('has a hash of the bytes that count, even after a restart or when other bytes follow them', async () => {
    const storage = await begun('hashed')
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    const expected = createHash('sha256').update('level').digest('hex')

    const known = await storage.partial.hashOfFirst(ID, 5)
    await appendFile(storage.partial.path(ID), 'lost in a crash')
    const restarted = await directoryStorage(path.join(root, 'hashed'))

    expect(known).toBe(expected)
    expect(await restarted.partial.hashOfFirst(ID, 5)).toBe(expected)
    expect(await restarted.partial.hashOfFirst(ID, 0)).toBe(createHash('sha256').digest('hex'))
  })

  it('counts only durable bytes, and overwrites the others', async () => {
    const storage = await begun('crash')
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    await appendFile(storage.partial.path(ID), 'lost in a crash')

    expect((await storage.partial.find(ID))?.sizeInBytes).toBe(5)
    await storage.partial.append(ID, bytes(';flow'), { offset: 5, maxBytes: 100 })

    const { sha256 } = await storage.adopt(ID)
    expect(await text(await storage.get(sha256))).toBe('level;flow')
  })

  it('counts received bytes while they are synced, but has their hash only afterwards', async () => {
    const storage = await begun('syncing')
    const disk = await nextSync()

    expect(await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })).toBe(5)
    expect((await storage.partial.find(ID))?.sizeInBytes).toBe(5)
    const hashed = storage.partial.hash(ID)
    expect(await Promise.race([hashed, Promise.resolve('waits')])).toBe('waits')
    disk.succeed()

    expect(await hashed).toBe(createHash('sha256').update('level').digest('hex'))
  })

  it('FLT1 counts received bytes after the process was killed, and durable bytes after a power failure', async () => {
    const storage = await begun('killed')
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    await storage.partial.hash(ID)
    const disk = await nextSync()
    await storage.partial.append(ID, bytes(';flow'), { offset: 5, maxBytes: 100 })

    const rebooted = await directoryStorage(path.join(root, 'killed'), { bootId: 'another' })
    expect((await rebooted.partial.find(ID))?.sizeInBytes).toBe(5)
    const restarted = await directoryStorage(path.join(root, 'killed'))
    expect((await restarted.partial.find(ID))?.sizeInBytes).toBe(10)
    expect((await rebooted.partial.find(ID))?.sizeInBytes).toBe(10)
    disk.succeed()
  })

  it('FLT1 loses less than a batch of a slow request when the process is killed', async () => {
    const storage = await begun('trickling')
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    onTestFinished(() => clock.mockRestore())
    const end = Promise.withResolvers<void>()
    async function* slow() {
      for (let nth = 0; nth < 3; nth += 1) yield Buffer.alloc(1_100_000)
      await end.promise
    }
    const request = storage.partial.append(ID, Readable.from(slow()), { offset: 0, maxBytes: 5_000_000 })

    // Reads the saved sizes, because a process that has recovered an upload saves the sizes itself.
    const saved = async () => readSizes(storage.partial.path(ID).replace(/part$/, 'size'), await idOfBoot())
    await expect.poll(saved).toMatchObject({ received: 3_300_000 })
    const restarted = await directoryStorage(path.join(root, 'trickling'))
    expect((await restarted.partial.find(ID))?.sizeInBytes).toBe(3_300_000)

    end.resolve()
    await request
  })

  it('FLT12 counts only durable bytes if those that a killed process received cannot be synced', async () => {
    const storage = await begun('restarted')
    const disk = await nextSync()
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    const restarted = await directoryStorage(path.join(root, 'restarted'))
    const failing = await nextSync()
    failing.fail(new Error('EIO'))

    expect((await restarted.partial.find(ID))?.sizeInBytes).toBe(0)
    disk.succeed()
  })

  it('FLT12 reports the same size to all concurrent requests after a restart', async () => {
    const storage = await begun('asked')
    const disk = await nextSync()
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    const restarted = await directoryStorage(path.join(root, 'asked'))
    const failing = await nextSync()
    failing.fail(new Error('EIO'))

    const found = await Promise.all([restarted.partial.find(ID), restarted.partial.find(ID)])

    expect(found.map((one) => one?.sizeInBytes)).toEqual([0, 0])
    disk.succeed()
  })

  it('is synced while it grows, and waits for a disk that is too slow', async () => {
    const storage = await begun('slow')
    const disk = await nextSync()
    const piece = Buffer.alloc(1_000_000)
    let taken = 0
    const appended = storage.partial.append(ID, Readable.from(Array.from({ length: 200 }, () => piece)), {
      offset: 0,
      maxBytes: 1_000_000_000,
      take: async (size) => {
        taken += size
      },
    })

    let before = 0
    const stalls = () => {
      const isSame = taken === before
      before = taken
      return isSame
    }
    await expect.poll(() => taken > 120_000_000 && stalls(), { timeout: 20_000 }).toBe(true)
    expect(await Promise.race([appended, Promise.resolve('waits')])).toBe('waits')
    expect(taken).toBeLessThan(140_000_000)
    disk.succeed()

    expect(await appended).toBe(200_000_000)
    await storage.partial.remove(ID)
  })

  it('counts only existing bytes, and never pads a file that another server truncated', async () => {
    const storage = await begun('shared')
    const disk = await nextSync()
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    await truncate(storage.partial.path(ID), 2)

    expect((await storage.partial.find(ID))?.sizeInBytes).toBe(2)
    await expect(storage.partial.append(ID, bytes('x'), { offset: 5, maxBytes: 100 })).rejects.toThrow('It has 2.')
    disk.succeed()
  })

  it('FLT12 continues after its durable bytes when a sync failed, and has no hash until then', async () => {
    const storage = await begun('failed')
    const disk = await nextSync()
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    disk.fail(new Error('EIO'))

    await expect(storage.partial.hash(ID)).rejects.toThrow('EIO')
    const next = storage.partial.append(ID, bytes(';flow'), { offset: 5, maxBytes: 100 })
    await expect(next).rejects.toThrow('EIO')
    expect(await storage.partial.find(ID)).toMatchObject({ sizeInBytes: 0, failure: new Error('EIO') })
    await storage.partial.append(ID, bytes('LEVEL'), { offset: 0, maxBytes: 100 })

    expect((await storage.partial.find(ID))?.failure).toBeUndefined()
    const { sha256 } = await storage.adopt(ID)
    expect(await text(await storage.get(sha256))).toBe('LEVEL')
  })

  it('is removed when nothing was added for a while', async () => {
    const storage = await begun('old')

    await storage.partial.removeUnchangedSince(new Date(Date.now() - 60_000))
    expect(await storage.partial.find(ID)).toBeDefined()
    await storage.partial.removeUnchangedSince(new Date(Date.now() + 60_000))

    expect(await storage.partial.find(ID)).toBeUndefined()
  })

  it('FLT12 leaves no failure behind when it is removed for its age', async () => {
    const storage = await begun('forgotten')
    const disk = await nextSync()
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    disk.fail(new Error('EIO'))
    await expect(storage.partial.hash(ID)).rejects.toThrow('EIO')

    await storage.partial.removeUnchangedSince(new Date(Date.now() + 60_000))
    await storage.partial.create(ID, 'levels.csv')

    expect(await storage.partial.find(ID)).toMatchObject({ description: 'levels.csv', sizeInBytes: 0 })
  })

  it('sec/J4 cannot name a file outside its folder', async () => {
    const storage = await begun('names')

    await expect(storage.partial.find('../../../../etc/passwd/aaaaaaaaaaaaaaa')).rejects.toThrow('Expected a UUID')
  })
})

describe('the hash of a partial upload', () => {
  const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

  it('is that of the file if something else changed it between two requests', async () => {
    const storage = await begun('changed')
    await storage.partial.append(ID, bytes('level'), { offset: 0, maxBytes: 100 })
    await writeFile(storage.partial.path(ID), 'LEVEL')
    await storage.partial.append(ID, bytes(';flow'), { offset: 5, maxBytes: 100 })

    expect((await storage.adopt(ID)).sha256).toBe(sha256('LEVEL;flow'))
  })

  it('is that of the file if a request failed and was continued', async () => {
    const storage = await begun('continued')
    async function* failing() {
      yield Buffer.from('level')
      throw new Error('The request was aborted.')
    }
    await expect(storage.partial.append(ID, Readable.from(failing()), { offset: 0, maxBytes: 100 })).rejects.toThrow()
    await storage.partial.append(ID, bytes(';flow'), { offset: 5, maxBytes: 100 })

    expect((await storage.adopt(ID)).sha256).toBe(sha256('level;flow'))
  })
})

/** Holds the next sync of a part until the test decides how it ends. */
async function nextSync() {
  await using handle = await open(root, 'r')
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  const original = prototype.datasync
  const held = Promise.withResolvers<void>()
  held.promise.catch(() => {})
  const sync = vi.spyOn(prototype, 'datasync').mockImplementationOnce(async function (this: typeof handle) {
    await held.promise
    await original.call(this)
  })
  onTestFinished(() => sync.mockRestore())
  return { succeed: held.resolve, fail: held.reject }
}
