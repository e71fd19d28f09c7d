import { expect, it } from 'vitest'
import { reconnectMs } from './live-stream.ts'

it('FLT19 reconnects after growing delays with jitter', () => {
  const delays = (random: number) => [0, 1, 2, 3, 100].map((failures) => reconnectMs(failures, () => random))

  expect(delays(0)).toEqual([1000, 2000, 5000, 10_000, 10_000])
  expect(delays(0.5)).toEqual([750, 1500, 3750, 7500, 7500])
})
