import { describe, expect, it, onTestFinished } from 'vitest'
import { Problem } from '#problem.ts'
import { fairLane, type LaneRule } from './fair-lane.ts'

const RULE: LaneRule = { what: 'queries', perOwner: 2, total: 3, waiting: 5, waitMs: 60_000 }

/** Starts tasks that run until they are ended, and records the order in which they start. */
function tasksIn(rule: Partial<LaneRule> = {}, isShared?: (ownerId: string) => boolean) {
  const lane = fairLane({ ...RULE, ...rule }, isShared)
  const started: string[] = []
  const running = new Map<string, () => void>()
  // Ends all tasks, because waiting ones would otherwise time out during a later test.
  onTestFinished(async () => {
    for (let names = [...running.keys()]; names.length > 0; names = [...running.keys()]) {
      for (const name of names) {
        running.get(name)?.()
        running.delete(name)
      }
      await settled()
    }
  })
  return {
    started,
    start(name: string) {
      const [owner = ''] = name.split(' ')
      return lane.run(owner, () => {
        started.push(name)
        return new Promise<void>((resolve) => running.set(name, resolve))
      })
    },
    async end(name: string) {
      running.get(name)?.()
      await settled()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('sec/J9 a lane', () => {
  it('lets other owners start while one owner uses its whole share', async () => {
    const { started, start } = tasksIn()
    for (const name of ['ada 1', 'ada 2', 'ada 3', 'bob 1']) void start(name)
    await settled()

    expect(started).toEqual(['ada 1', 'ada 2', 'bob 1'])
  })

  it('starts tasks of the waiting owners in rotation', async () => {
    const { started, start, end } = tasksIn({ perOwner: 1, total: 1 })
    for (const name of ['ada 1', 'ada 2', 'ada 3', 'bob 1', 'bob 2', 'eve 1']) void start(name)
    await settled()

    for (const name of ['ada 1', 'bob 1', 'eve 1', 'ada 2', 'bob 2']) await end(name)

    expect(started).toEqual(['ada 1', 'bob 1', 'eve 1', 'ada 2', 'bob 2', 'ada 3'])
  })

  it('refuses an owner whose share and queue are full, and no one else', async () => {
    const { started, start } = tasksIn({ waiting: 1 })
    for (const name of ['ada 1', 'ada 2', 'ada 3']) void start(name)

    const refused = await start('ada 4').catch((error: unknown) => error)
    void start('bob 1')
    await settled()

    expect(refused).toBeInstanceOf(Problem)
    expect(refused).toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 2 })
    expect(String(refused)).toContain('The limit for queries is 2 at a time')
    expect(started).toEqual(['ada 1', 'ada 2', 'bob 1'])
  })

  it('refuses a task that has waited too long, and says whose tasks it waited for', async () => {
    const { started, start, end } = tasksIn({ waitMs: 1 })
    for (const name of ['ada 1', 'ada 2', 'bob 1']) void start(name)

    const [own, others] = await Promise.allSettled([start('ada 3'), start('eve 1')])
    await end('ada 1')

    expect(own).toMatchObject({ reason: { code: 'too-many-requests' } })
    expect(others).toMatchObject({ reason: { code: 'busy' } })
    expect(started).toEqual(['ada 1', 'ada 2', 'bob 1'])
  })

  it('lets an owner rest after a task while others use the server, and starts theirs', async () => {
    const { started, start, end } = tasksIn({ perOwner: 1, total: 1, rest: 1e9 }, (ownerId) => ownerId === 'ada')
    for (const name of ['ada 1', 'ada 2', 'bob 1', 'bob 2']) void start(name)
    await settled()

    for (const name of ['ada 1', 'bob 1', 'bob 2']) await end(name)

    expect(started).toEqual(['ada 1', 'bob 1', 'bob 2'])
    await expect.poll(() => started, { timeout: 10_000 }).toContain('ada 2')
  })

  it('frees the place of a task that fails', async () => {
    const lane = fairLane({ ...RULE, perOwner: 1, waiting: 0 })

    await expect(lane.run('ada', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

    expect(await lane.run('ada', async () => 'done')).toBe('done')
  })

  it('frees a place only once if a task leaves twice', async () => {
    const lane = fairLane({ ...RULE, perOwner: 1, waiting: 0 })
    const leave = await lane.enter('ada')
    leave()
    leave()

    await lane.enter('ada')

    await expect(lane.enter('ada')).rejects.toBeInstanceOf(Problem)
  })
})
