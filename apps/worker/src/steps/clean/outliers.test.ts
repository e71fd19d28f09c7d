import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { cleanTable } from '../clean-table.ts'
import type { CleanReport } from './clean-report.ts'
import { sentences } from './testing-reports.ts'

describe('clean_table, with outliers', () => {
  it('finds outliers in a window, adds missing times and fills short gaps', async () => {
    const outcome = await runOn(
      cleanTable,
      { 'köln.csv': messyCsv() },
      { outliers: 'hampel', add_missing_times: true, fill_gaps: 'linear', longest_gap: 6, value_columns: ['Höhe'] },
    )

    const report = await outcome.json<CleanReport>('report')
    expect(sentences(report).slice(2)).toEqual([
      '6 rows were added for missing times (interval: 15 minutes).',
      'Column `Höhe`: 1 outlier was removed.',
      expect.stringContaining('missing values were interpolated (gaps of up to 6 rows).'),
    ])
    expect(report.changes[3]?.first).toEqual([{ time: '2024-03-01T12:30:00', series: null, from: 990, to: null }])
    const rows = await outcome.rows('cleaned')
    const at = (time: string) => rows.find((row) => row.Zeit === time)?.Höhe as number
    expect(at('2024-03-01 12:30:00')).toBeCloseTo(300 + 20 * Math.sin(50 / 30), 0)
    expect(at('2024-03-02 06:30:00')).toBeCloseTo(300 + 20 * Math.sin(122 / 30), 0)
  })

  it('warns if outlier removal empties more than 10% of the values of a column', async () => {
    const lines = Array.from({ length: 40 }, (_, day) => {
      const rain = day % 4 === 3 ? day : 0
      const level = day === 20 ? 990 : 300 + (day % 5)
      return `2024-03-01 00:${String(day).padStart(2, '0')},${rain},${level}`
    })
    const file = { 'rain.csv': `time,rain_mm,level_cm\n${lines.join('\n')}\n` }
    const warning =
      '25% of the values of `rain_mm` were removed as outliers (10 of 40). If they are correct, leave the column out under “Columns for outliers and gaps” or try a higher “Outlier threshold”.'

    const removed = await runOn(cleanTable, file, { outliers: 'hampel' })
    const flagged = await runOn(cleanTable, file, { outliers: 'hampel', outlier_action: 'flag' })

    expect((await removed.json<CleanReport>('report')).notes).toEqual([warning])
    expect(removed.log).toContain(warning)
    expect((await flagged.json<CleanReport>('report')).notes).toEqual([])
  })

  it.each([0, 300])('warns if all values except %d are removed as outliers', async (usual) => {
    const lines = Array.from({ length: 62 }, (_, at) => {
      const day = new Date(Date.UTC(2024, 2, 1 + at)).toISOString().slice(0, 10)
      return `${day},${at % 10 === 5 ? usual + at : usual},${at === 30 ? 990 : 7}`
    })
    const file = { 'rain.csv': `time,rain_mm,level_cm\n${lines.join('\n')}\n` }
    const warning = `All values of \`rain_mm\` except ${usual} were removed as outliers (6 of 62). If they are correct, leave the column out under “Columns for outliers and gaps”.`

    const removed = await runOn(cleanTable, file, { outliers: 'hampel', outlier_threshold: 100 })
    const flagged = await runOn(cleanTable, file, { outliers: 'hampel', outlier_action: 'flag' })

    expect((await removed.json<CleanReport>('report')).notes).toEqual([warning])
    expect(removed.log).toContain(warning)
    expect((await flagged.json<CleanReport>('report')).notes).toEqual([])
  })

  it('flags outliers in an added column', async () => {
    const values = Array.from({ length: 100 }, (_, at) => (at === 70 ? 999 : at % 10))

    const outcome = await runOn(
      cleanTable,
      { 'v.csv': `v\n${values.join('\n')}\n` },
      { outliers: 'iqr', outlier_action: 'flag', drop_duplicates: false },
    )

    const rows = await outcome.rows('cleaned')
    expect(rows.filter((row) => row.v_outlier)).toEqual([{ v: 999, v_outlier: true }])
    expect(rows).toHaveLength(100)
  })

  it('compares a few values with their exact quartiles', async () => {
    const text = 'v\n2.5734\n\n1.0624\n-7.1757\n-1.2175\n-0.3457\n-0.1753\n'

    const outcome = await runOn(cleanTable, { 'v.csv': text }, { outliers: 'iqr', outlier_threshold: 3 })

    const rows = await outcome.rows('cleaned')
    expect(rows.map((row) => row.v)).toEqual([2.5734, 1.0624, null, -1.2175, -0.3457, -0.1753])
  })

  it('flags outliers even if the table already has a column of that name', async () => {
    const values = Array.from({ length: 100 }, (_, at) => `${at === 70 ? 999 : at % 10},x`)
    const table = { 'v.csv': `v,v_outlier\n${values.join('\n')}\n` }

    const outcome = await runOn(cleanTable, table, {
      outliers: 'iqr',
      outlier_action: 'flag',
      drop_duplicates: false,
      value_columns: ['v', 'V'],
    })

    expect((await outcome.rows('cleaned'))[70]).toEqual({ v: 999, v_outlier: 'x', 'v_outlier (2)': true })
  })
})
