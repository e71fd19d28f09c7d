import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inBatches } from './batches.ts'

describe('batched calls', () => {
  it('share a batch if they are made at the same time, and the next batch if they arrive while one runs', async () => {
    const batches: number[][] = []
    const begun = Promise.withResolvers<void>()
    const double = inBatches(3, async (items: number[]) => {
      batches.push(items)
      begun.resolve()
      await nextTick()
      return items.map((item) => item * 2)
    })

    const early = [1, 2, 3, 4].map(double)
    await begun.promise
    const results = await Promise.all([...early, double(5)])

    expect(results).toEqual([2, 4, 6, 8, 10])
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    await expect(double(6)).resolves.toBe(12)
  })

  it('share a batch if they are made in one turn of the event loop', async () => {
    const batches: number[][] = []
    const kept = inBatches(3, async (items: number[]) => {
      batches.push(items)
      return items
    })

    const first = kept(1)
    const second = new Promise((resolve) => process.nextTick(() => resolve(kept(2))))
    await Promise.all([first, second])

    expect(batches).toEqual([[1, 2]])
  })

  it('fail only with their own batch', async () => {
    const even = inBatches(2, async (items: number[]) => {
      await nextTick()
      if (items.includes(1)) throw new Error('Odd.')
      return items
    })

    const outcomes = await Promise.allSettled([0, 1, 2, 4].map(even))

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
  })
})
