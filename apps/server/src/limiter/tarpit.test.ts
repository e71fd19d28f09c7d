import { expect, it } from 'vitest'
import { tarpit } from './tarpit.ts'

const LONG_MS = 60_000

it('sec/J9 a tarpit delays refusals for an address that has had many, and for no other', async () => {
  const slow = tarpit({ many: 2, eachMs: LONG_MS, mostMs: LONG_MS })
  const ended: string[] = []
  const refuse = (address: string) => void slow(address).then(() => ended.push(address))

  for (const address of ['mallory', 'mallory', 'mallory', 'bob']) refuse(address)
  await new Promise((turn) => setImmediate(turn))

  expect(ended).toEqual(['mallory', 'mallory', 'bob'])
})

it('sec/J9 a tarpit forgets refusals after a while', async () => {
  const slow = tarpit({ many: 1, eachMs: LONG_MS, mostMs: LONG_MS })
  await slow('mallory')
  await new Promise((later) => setTimeout(later, 1000))

  await expect(slow('mallory')).resolves.toBeUndefined()
})
