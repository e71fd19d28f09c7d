import { describe, expect, it } from 'vitest'
import { runOn, SMALL } from '#testing.ts'
import { computeColumns } from './compute-columns.ts'

const compute = (columns: { name: string; formula: string }[], more: Record<string, unknown> = {}, text = SMALL) =>
  runOn(computeColumns, { 'small.csv': text }, { columns, ...more })

describe('compute_columns', () => {
  it('adds columns, uses earlier ones, and replaces existing ones', async () => {
    const outcome = await compute([
      { name: 'level_m', formula: 'level_cm / 100' },
      { name: 'high', formula: 'level_m > 3 -- a comment' },
      { name: 'Station', formula: 'upper(station)' },
    ])

    expect((await outcome.rows('computed'))[0]).toEqual({
      timestamp: '2024-03-01 00:00:00',
      station: 'KÖLN',
      level_cm: 301.5,
      level_m: 3.015,
      high: true,
    })
    expect(outcome.log).toContain('level_m: 3 values, 0 empty cells.')
  })

  it('stops at a value that cannot be converted, or leaves its cell empty', async () => {
    const columns = [{ name: 'n', formula: 'station::INTEGER' }]

    await expect(compute(columns)).rejects.toThrow('A formula fails for some rows of small.csv, such as “Köln”')
    const outcome = await compute(columns, { errors: 'empty' })

    expect(outcome.log).toContain('n: 0 values, 3 empty cells.')
  })

  it('divides by zero into an empty cell', async () => {
    const outcome = await compute([{ name: 'q', formula: 'level_cm / 0' }])

    expect((await outcome.rows('computed')).map((row) => row.q)).toEqual([null, null, null])
  })

  it.each([
    ['levl + 1', 'The formula of `x` can’t be computed. Column `levl` not found.'],
    ['1) FROM table_0; DROP TABLE x; --', 'The formula of `x` can’t be computed.'],
    ['1, 2', 'The formula of `x` is not a single expression.'],
    ['1 AS a, (2', 'The formula of `x` can’t be computed.'],
    ["(SELECT content FROM read_text('/etc/passwd'))", 'The formula of `x` can’t be computed.'],
    ['level_cm +', 'The formula of `x` can’t be computed.'],
  ])('refuses the formula %s', async (formula, sentence) => {
    await expect(compute([{ name: 'x', formula }])).rejects.toThrow(sentence)
  })
})
