import { describe, expect, it } from 'vitest'
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

  it('sec/A8 runs four hashes at a time, queues a hundred and refuses the rest', async () => {
    const passwords = createPasswords({ memoryKiB: 1024, passes: 1, lanes: 1 })

    const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => passwords.hash('still water')))

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(16)
    expect(refused.every(({ reason }) => reason.code === 'too-many-requests')).toBe(true)
    await expect(passwords.hash('still water')).resolves.toContain('argon2id')
  })
})
