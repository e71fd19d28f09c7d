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

it('leaves out the year where space is limited and all times share it', () => {
  const shown = (cells: (string | null)[]) => cells.map(timeFormat(cells, true))

  expect(shown(['2024-05-01 10:00:00', null, '2024-05-02 10:00:00'])).toEqual(['05-01 10:00', undefined, '05-02 10:00'])
  expect(shown(['2024-05-01 10:00:30'])).toEqual(['05-01 10:00:30'])
  expect(shown(['2023-12-31 23:00:00', '2024-01-01 00:00:00'])).toEqual(['2023-12-31 23:00', '2024-01-01 00:00'])
  expect(shown(['2024-05-01', '2024-05-02'])).toEqual(['2024-05-01', '2024-05-02'])
})
