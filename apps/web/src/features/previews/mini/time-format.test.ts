import { expect, it } from 'vitest'
import { timeFormat } from './time-format.ts'

it('leaves out the seconds of a column only if none of its times has any', () => {
  const shown = (cells: (string | null)[]) => cells.map(timeFormat(cells))

  expect(shown(['2024-01-01 10:00:00', null, '2024-01-01T10:01:00'])).toEqual([
    '2024-01-01 10:00',
    undefined,
    '2024-01-01T10:01',
  ])
  expect(shown(['2024-01-01 10:00:00', '2024-01-01 10:00:30'])).toEqual(['2024-01-01 10:00:00', '2024-01-01 10:00:30'])
})
