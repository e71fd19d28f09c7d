import { expect, it } from 'vitest'
import { groupByDay } from './group-by-day.ts'

it('entries are grouped by day, even if they span two months', () => {
  const at = (day: number, hour: number) => ({ createdAt: new Date(2026, 10, day, hour).toISOString() })
  const entries = [at(1, 12), at(1, 0), at(0, 23), at(-1, 23)]

  const days = groupByDay(entries, new Date(2026, 10, 1, 13))

  expect(days.map(({ label, items }) => [label, items.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Oct 30, 2026', 1],
  ])
})
