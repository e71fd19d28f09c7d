import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import type { Listener } from '#events/hub.ts'
import { engineLoop } from './engine-loop.ts'

/** Creates a loop, and a function that announces executions to it. */
function loopOf(engine: Partial<Parameters<typeof engineLoop>[0]>, now = () => new Date()) {
  let call: (ids: string[]) => void = () => {}
  const hub = {
    subscribe(listener: Listener) {
      call = (e) => listener({ c: [], q: [], e })
      return () => true
    },
    mark: async () => {},
    close: async () => {},
  }
  const idle = { advance: async () => 'done' as const, due: async () => [], giveUp: async () => {} }
  const loop = engineLoop({ ...idle, ...engine }, { hub, log: pino({ level: 'silent' }), now })
  return { loop, call: (...ids: string[]) => call(ids) }
}

it('lets executions that wait go first after each step of a long one', async () => {
  const left = new Map([...['a', 'b', 'c'].map((id) => [id, 5] as const), ['small', 1]])
  const order: string[] = []
  const done = Promise.withResolvers<void>()
  const advance = async (id: string) => {
    order.push(id)
    const steps = (left.get(id) ?? 0) - 1
    left.set(id, steps)
    if ([...left.values()].every((value) => value === 0)) done.resolve()
    return steps > 0 ? ('more' as const) : ('done' as const)
  }
  const { loop, call } = loopOf({ advance })

  call('a', 'b', 'c', 'small')
  await done.promise
  await loop.close()

  expect(order.indexOf('small')).toBeLessThanOrEqual(4)
})

it('ends an execution that a server bug stops repeatedly, but not one that only waits for storage', async () => {
  const tries = new Map<string, number>()
  const givenUp: string[] = []
  let rounds = 0
  const now = () => new Date(rounds * 15_000)
  const { loop, call } = loopOf(
    {
      async advance(id) {
        tries.set(id, (tries.get(id) ?? 0) + 1)
        throw id === 'broken' ? new TypeError('x is undefined') : Object.assign(new Error('busy'), { code: 'EBUSY' })
      },
      giveUp: async (id) => void givenUp.push(id),
    },
    now,
  )
  const fail = async () => {
    call('broken', 'waiting')
    const before = rounds++
    await vi.waitUntil(() => tries.get('broken') === before + 1 && tries.get('waiting') === before + 1)
  }

  for (let round = 0; round < 9; round++) await fail()
  expect(givenUp).toEqual([])
  for (let round = 0; round < 2; round++) await fail()
  await loop.close()

  expect(givenUp).toEqual(['broken'])
})
