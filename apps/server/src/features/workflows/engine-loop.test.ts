import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Listener } from '#events/hub.ts'
import { engineLoop } from './engine-loop.ts'

it('lets executions that wait go first after each step of a long one', async () => {
  const left = new Map([...['a', 'b', 'c'].map((id) => [id, 5] as const), ['small', 1]])
  const order: string[] = []
  const done = Promise.withResolvers<void>()
  let hear: Listener = () => {}
  const advance = async (id: string) => {
    order.push(id)
    const steps = (left.get(id) ?? 0) - 1
    left.set(id, steps)
    if ([...left.values()].every((value) => value === 0)) done.resolve()
    return steps > 0 ? ('more' as const) : ('done' as const)
  }
  const hub = {
    subscribe(listener: Listener) {
      hear = listener
      return () => true
    },
    close: async () => {},
  }
  const loop = engineLoop({ advance, due: async () => [] }, { hub, log: pino({ level: 'silent' }) })

  hear({ c: [], q: [], e: ['a', 'b', 'c', 'small'] })
  await done.promise
  await loop.close()

  expect(order.indexOf('small')).toBeLessThanOrEqual(4)
})
