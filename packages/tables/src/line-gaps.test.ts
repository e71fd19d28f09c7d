import { describe, expect, it } from 'vitest'
import { joinsMissing, withGaps } from './line-gaps.ts'

const DAY = 86_400_000
const at = (xs: readonly number[], interval?: number) =>
  withGaps(
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

  it('of months breaks where a month is missing', () => {
    const year = months([2024, 0], [2024, 1], [2024, 2], [2024, 3], [2024, 6], [2024, 7], [2024, 8], [2024, 9])

    expect(breaksOf(year, 30.4 * DAY)).toHaveLength(1)
    expect(breaksOf(months([2024, 0], [2024, 1], [2024, 2], [2024, 3]), 30.4 * DAY)).toEqual([])
  })

  it('breaks at a missing value, unless most are missing', () => {
    const line = (...ys: (number | null)[]) => ys.map((y, x) => ({ x, y }))
    const shown = (...ys: (number | null)[]) => withGaps(line(...ys)).map(({ y }) => y)
    const hourly = Array.from({ length: 60 }, (_, at) => (at % 6 === 0 ? 1 : null))

    expect(shown(1, 2, null, 3, null, null, 4)).toEqual([1, 2, null, 3, null, 4])
    expect(shown(null, 1, null, 2, null)).toEqual([1, null, 2])
    expect(shown(...hourly)).toEqual(Array(10).fill(1))
    expect([joinsMissing(line(...hourly)), joinsMissing(line(1, 2, null, 3))]).toEqual([true, false])
  })

  it('continues where another row has the value', () => {
    const points = [
      { x: 1, y: 1 },
      { x: 1, y: null },
      { x: 2, y: null },
      { x: 2, y: 3 },
      { x: 3, y: 4 },
    ]

    expect(withGaps(points).map(({ y }) => y)).toEqual([1, 3, 4])
  })

  it('needs distinct points', () => {
    expect(at([])).toEqual([])
    expect(at([3, 3, 3])).toHaveLength(3)
  })
})
