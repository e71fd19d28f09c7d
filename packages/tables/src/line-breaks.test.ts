import { describe, expect, it } from 'vitest'
import { withBreaks } from './line-breaks.ts'

const DAY = 86_400_000
const at = (xs: readonly number[], interval?: number) =>
  withBreaks(
    xs.map((x) => ({ x, y: 1 })),
    interval,
  )
const breaksOf = (xs: readonly number[], interval?: number) =>
  at(xs, interval).flatMap(({ x, y }) => (y === null ? [x] : []))
const months = (...places: [year: number, month: number][]) => places.map(([year, month]) => Date.UTC(year, month))

describe('a line', () => {
  it('breaks where two points are far apart', () => {
    expect(breaksOf([1, 2, 3, 4, 14, 15, 16, 17])).toEqual([9])
    expect(breaksOf([1, 2, 3, 4, 9, 10, 11, 12])).toEqual([])
    expect(breaksOf([1, 2, 3, 13])).toEqual([])
  })

  it('does not break where points are usually far apart', () => {
    const pairs = Array.from({ length: 40 }, (_, pair) => [pair * 100, pair * 100 + 1]).flat()

    expect(breaksOf(pairs)).toEqual([])
  })

  it('of months breaks where one is missing', () => {
    const year = months([2024, 0], [2024, 1], [2024, 2], [2024, 3], [2024, 6], [2024, 7], [2024, 8], [2024, 9])

    expect(breaksOf(year, 30.4 * DAY)).toHaveLength(1)
    expect(breaksOf(months([2024, 0], [2024, 1], [2024, 2], [2024, 3]), 30.4 * DAY)).toEqual([])
  })

  it('needs distances', () => {
    expect(at([])).toEqual([])
    expect(at([3, 3, 3])).toHaveLength(3)
  })
})
