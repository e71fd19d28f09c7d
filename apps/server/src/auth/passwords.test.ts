import { describe, expect, it } from 'vitest'
import { hashingQueue } from './hashing-queue.ts'
import { createPasswords } from './passwords.ts'

describe('createPasswords', () => {
  it('sec/A1 writes argon2id hashes with at least the parameters that ASVS requires', async () => {
    const passwords = createPasswords()

    const hash = await passwords.hash('still water runs deep')

    const [, memory, passes, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(hash) ?? []
    expect(Number(memory)).toBeGreaterThanOrEqual(47_104)
    expect(Number(passes)).toBeGreaterThanOrEqual(1)
    expect(lanes).toBe('1')
    expect(await passwords.verify(hash, 'still water runs deep')).toBe(true)
    expect(await passwords.verify(hash, 'still water runs deeper')).toBe(false)
    expect(await passwords.verify(hash, 'still water runs dee')).toBe(false)
  })

  it('recognizes a hash with other parameters as outdated', async () => {
    const old = await createPasswords({ memoryKiB: 1024, passes: 1, lanes: 1 }).hash('still water runs deep')

    expect(createPasswords().isCurrent(old)).toBe(false)
    expect(await createPasswords().verify(old, 'still water runs deep')).toBe(true)
  })
})

describe('hashingQueue', () => {
  it('sec/A8 runs four hashes at a time, queues a hundred and refuses the rest', async () => {
    const inTurn = hashingQueue({ atOnce: 4, waiting: 100 })
    const gate = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await gate.promise
      running -= 1
    }

    const all = Array.from({ length: 120 }, () =>
      inTurn(work).then(
        () => 'done',
        (error) => error.code as string,
      ),
    )
    gate.resolve()
    const ends = await Promise.all(all)

    expect(ends.filter((end) => end === 'done')).toHaveLength(104)
    expect(ends.filter((end) => end === 'too-many-requests')).toHaveLength(16)
    expect(most).toBe(4)
    await expect(inTurn(async () => 'again')).resolves.toBe('again')
  })
})
