import { describe, expect, it } from 'vitest'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import type { ColumnProfile } from './profile/column-profile.ts'
import { profileTable } from './profile-table.ts'

interface Profile {
  rows: number
  columns: ColumnProfile[]
  hints: string[]
}

describe('profile_table', () => {
  it('describes the file of a German logger and its faults', async () => {
    const outcome = await runOn(profileTable, { 'köln.csv': messyCsv() })

    const { rows, columns, hints } = await outcome.json<Profile>('profile')
    expect(rows).toBe(296)
    expect(columns.map(({ name, kind, missing }) => [name, kind, missing])).toEqual([
      ['Zeit', 'time', 0],
      ['Station', 'text', 0],
      ['Höhe', 'number', 1],
      ['Höhe (2)', 'number', 1],
      ['Abfluß', 'text', 1],
    ])
    expect(columns[2]).toMatchObject({ smallest: 280, largest: 990, estimates: [] })
    expect(columns[2]?.histogram?.reduce((sum, n) => sum + n)).toBe(295)
    expect(columns[4]?.strays).toEqual({ wanted: 'number', count: 8, firstRow: 8, firstValue: 'k. A.' })
    expect(hints).toContain('The table has 1 duplicate row. Use “Clean table” to drop it.')
    expect(hints).toContain('Column `Station` has only one distinct value: “Köln”.')
  })

  it('writes a readable summary', async () => {
    const outcome = await runOn(profileTable, { 'small.csv': SMALL })

    expect(outcome.outputs.map((output) => output.name)).toEqual(['small_profile.txt', 'small_profile.json'])
    expect(await outcome.text('summary')).toBe(
      [
        'small.csv: 3 rows, 3 columns',
        'Format: UTF-8, comma-separated',
        '',
        'column     type    missing  distinct  values',
        'timestamp  time    none     2         2024-03-01 00:00:00 – 2024-03-01 00:15:00',
        'station    text    none     2         Köln 67%',
        'level_cm   number  none     3         250 – 302.5, mean 284.67, median 301.5',
        '',
      ].join('\n'),
    )
  })

  it('points out numbers that often mean “missing”', async () => {
    const outcome = await runOn(profileTable, { 'a.csv': 'v\n1\n-999\n3\n-999\n' })

    const { hints } = await outcome.json<Profile>('profile')
    expect(hints).toContain('Column `v` has -999 in 2 rows, which often means “missing”.')
    expect(outcome.log).toContain('Column `v` has -999 in 2 rows, which often means “missing”.')
  })

  it('finds the shortest and longest duration in a column of text', async () => {
    const outcome = await runOn(profileTable, { 'a.csv': 'took,late\n10:00,9:00\n9:05,10:00\n100:15:00,no\n' })

    const { columns } = await outcome.json<{ columns: { smallest: string; largest: string }[] }>('profile')
    expect(columns[0]).toMatchObject({ smallest: '9:05', largest: '100:15:00' })
    expect(columns[1]).toMatchObject({ smallest: '10:00', largest: 'no' })
  })

  it('describes a table without rows, and skips overlong rows', async () => {
    const empty = await runOn(profileTable, { 'a.csv': 'a,b\n' })
    const ragged = await runOn(profileTable, { 'a.csv': 'a,b\n1,2\n1,2,3\n' })

    expect(empty.result).toEqual({ rows: 0, columns: 2, duplicateRows: 0 })
    expect(ragged.result).toEqual({ rows: 1, columns: 2, duplicateRows: 0 })
  })

  it.each([
    ['an empty file', '', {}, 'a.csv is empty. Choose a file with a header and at least one row.'],
    [
      'an unknown column',
      SMALL,
      { columns: ['level'] },
      'Column `level` not found. Available in a.csv: timestamp, station, level_cm.',
    ],
  ])('refuses %s and says what to do', async (_, text, parameters, sentence) => {
    await expect(runOn(profileTable, { 'a.csv': text }, parameters)).rejects.toThrow(sentence)
  })

  it('computes histograms of doubles with many digits', async () => {
    const outcome = await runOn(profileTable, { 'a.csv': 'v\n0.0123456789012345\n999999.89\n500000.5\n' })

    const { columns } = await outcome.json<{ columns: { histogram: number[] }[] }>('profile')
    expect(columns[0]?.histogram.filter((n) => n > 0)).toEqual([1, 1, 1])
  })

  it('describes numbers too large for a standard deviation', async () => {
    const outcome = await runOn(profileTable, { 'a.csv': 'v\n1e300\n1.5e-10\n2E5\n' })

    const { columns } = await outcome.json<{ columns: { largest: number; deviation: number | null }[] }>('profile')
    expect(columns[0]).toMatchObject({ largest: 1e300, deviation: null })
  })
})
