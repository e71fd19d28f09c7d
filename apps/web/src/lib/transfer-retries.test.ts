import { expect, it } from 'vitest'
import { noticeArrived, pauseAfterBreak } from './transfer-retries.ts'

const pausesAfter = (key: string, offsets: readonly number[]) =>
  offsets.map((offset) => {
    noticeArrived(key, offset)
    return pauseAfterBreak(key)
  })

it('a request that stores no further byte is given up, even if the server has lost bytes in the meantime', () => {
  expect(pausesAfter('stuck', [50, 20, 30, 20, 50, 40])).toEqual([1000, 2000, 4000, 8000, 16_000, undefined])
})

it('a request that stores further bytes is sent again as often as needed', () => {
  expect(pausesAfter('moving', [10, 20, 30, 40, 50, 60, 60])).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 2000])
})
