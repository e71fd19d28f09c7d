import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inBatches } from './batches.ts'

describe('batched calls', () => {
  it('share a batch if they are made at once, and the next one if they arrive while it runs', async () => {
    const batches: number[][] = []
    const double = inBatches(3, async (items: number[]) => {
      batches.push(items)
      await nextTick()
      return items.map((item) => item * 2)
    })

    const early = [1, 2, 3, 4].map(double)
    await expect.poll(() => batches.length).toBe(1)
    const results = await Promise.all([...early, double(5)])

    expect(results).toEqual([2, 4, 6, 8, 10])
    expect(batches.flat()).toEqual([1, 2, 3, 4, 5])
    expect(batches[0]).toEqual([1, 2, 3])
    await expect(double(6)).resolves.toBe(12)
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
