import { describe, expect, it } from 'vitest'
import { riverGaugesCsv } from '#sample/river-gauges.ts'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import type { CleanReport } from './clean/clean-report.ts'
import { cleanTable } from './clean-table.ts'

const sentences = (report: CleanReport) => report.changes.map((change) => change.sentence)

describe('clean_table', () => {
  it('makes a tidy table of what a German logger writes and reports each change', async () => {
    const outcome = await runOn(cleanTable, { 'köln.csv': messyCsv() }, { output_format: 'csv' })

    const report = await outcome.json<CleanReport>('report')
    expect(outcome.outputs.map((output) => output.name)).toEqual(['köln_clean.csv', 'köln_clean_report.json'])
    expect(report).toMatchObject({ rowsBefore: 296, rowsAfter: 295 })
    expect(sentences(report)).toEqual([
      'Column `Abfluß` became numbers; 8 cells that are none became empty: row 8 held “k. A.”.',
      '1 row that repeats an earlier one was dropped, the first is row 196.',
    ])
    const [first] = await outcome.rows('cleaned')
    expect(first).toEqual({ Zeit: '2024-03-01 00:00:00', Station: 'Köln', Höhe: 300, 'Höhe (2)': 0, Abfluß: 2000.5 })
  })

  it('finds outliers by their neighbours, adds missing times and fills short gaps', async () => {
    const outcome = await runOn(
      cleanTable,
      { 'köln.csv': messyCsv() },
      { outliers: 'hampel', add_missing_times: true, fill_gaps: 'linear', longest_gap: 6, value_columns: ['Höhe'] },
    )

    const report = await outcome.json<CleanReport>('report')
    expect(sentences(report).slice(2)).toEqual([
      '6 rows were added for times that were left out, one every 15 minutes.',
      'Column `Höhe`: 1 outlier became empty.',
      expect.stringContaining('missing values were interpolated (gaps of up to 6 rows).'),
    ])
    expect(report.changes[3]?.first).toEqual([{ time: '2024-03-01T12:30:00', series: null, from: 990, to: null }])
    const rows = await outcome.rows('cleaned')
    const at = (time: string) => rows.find((row) => row.Zeit === time)?.Höhe as number
    expect(at('2024-03-01 12:30:00')).toBeCloseTo(300 + 20 * Math.sin(50 / 30), 0)
    expect(at('2024-03-02 06:30:00')).toBeCloseTo(300 + 20 * Math.sin(122 / 30), 0)
  })

  it('leaves gaps that are longer than wanted', async () => {
    const values = [1, 2, '', '', '', 6, 7, '', 9]
    const lines = values.map((value, at) => `2024-03-01 00:0${at},${value}`)

    const outcome = await runOn(
      cleanTable,
      { 'a.csv': `t,v\n${lines.join('\n')}\n` },
      { fill_gaps: 'linear', longest_gap: 2 },
    )

    const rows = await outcome.rows('cleaned')
    expect(rows.map((row) => row.v)).toEqual([1, 2, null, null, null, 6, 7, 8, 9])
  })

  it('keeps the series of one table apart', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => {
      const time = `2024-03-01 ${String(Math.floor(at / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`
      return [`${time},Köln,${at === 30 ? '' : 500 + at}`, `${time},Bonn,${100 + at}`]
    }).flat()

    const outcome = await runOn(
      cleanTable,
      { 'two.csv': `t,station,v\n${lines.join('\n')}\n` },
      { outliers: 'hampel', fill_gaps: 'linear' },
    )

    const report = await outcome.json<CleanReport>('report')
    expect(sentences(report)).toEqual(['Column `v`: 1 missing value was interpolated (gaps of up to 4 rows).'])
    const rows = await outcome.rows('cleaned')
    expect(rows.find((row) => row.t === '2024-03-01 07:30:00' && row.station === 'Köln')?.v).toBe(530)
  })

  it('marks outliers in a column of their own when it is asked to', async () => {
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

  it('drops what carries nothing: empty rows and columns, repeated headers, words for "no value"', async () => {
    const text = 'a, b ,c\nx, 1 ,\n,,\na,b,c\nn/a,2,\n y ,3,\n'

    const outcome = await runOn(cleanTable, { 'a.csv': text })

    const report = await outcome.json<CleanReport>('report')
    expect(report.columnsAfter).toEqual(['a', 'b'])
    expect(report.notes).toEqual(['1 row that only repeats the header was left out, the first is row 3.'])
    expect(await outcome.rows('cleaned')).toEqual([
      { a: 'x', b: 1 },
      { a: null, b: 2 },
      { a: 'y', b: 3 },
    ])
    expect(sentences(report)).toEqual([
      'Column `a`: blanks around 1 text were cut off.',
      'Column `a`: 1 cell that says “no value” became empty.',
      '1 row without any value was dropped, the first is row 2.',
      'Column `c` held no values and was dropped.',
    ])
  })

  it('takes numbers such as -999 for missing when told so', async () => {
    const outcome = await runOn(cleanTable, { 'a.csv': 'k,v\na,1\nb,-999\nc,3\n' }, { missing_values: ['-999'] })

    expect(await outcome.rows('cleaned')).toEqual([
      { k: 'a', v: 1 },
      { k: 'b', v: null },
      { k: 'c', v: 3 },
    ])
    expect(sentences(await outcome.json('report'))).toEqual(['Column `v`: 1 cell that says “no value” became empty.'])
  })

  it('gives columns names that need no quoting', async () => {
    const text = 'Water Level (cm);Größe;Größe;2024\n1;2;3;4\n'

    const outcome = await runOn(cleanTable, { 'a.csv': text }, { column_names: 'snake_case' })

    expect(Object.keys((await outcome.rows('cleaned'))[0] ?? {})).toEqual([
      'water_level_cm',
      'groesse',
      'groesse_2',
      'c_2024',
    ])
  })

  it('removes the faults of the sample', async () => {
    const outcome = await runOn(
      cleanTable,
      { 'river_gauges_sample.csv': riverGaugesCsv() },
      { outliers: 'hampel', add_missing_times: true, fill_gaps: 'linear', longest_gap: 24 },
    )

    const rows = await outcome.rows('cleaned')
    expect(rows).toHaveLength(3 * 31 * 96)
    expect(rows.filter((row) => row.level_cm === null || row.discharge_m3s === null)).toEqual([])
  })

  it('does nothing to a tidy table, and says so', async () => {
    const outcome = await runOn(cleanTable, { 'small.csv': SMALL }, { sort_by_time: false })

    expect(outcome.log.at(-1)).toBe('Nothing had to be changed: 3 rows.')
    expect(await outcome.rows('cleaned')).toHaveLength(3)
  })

  it('passes a table without rows on', async () => {
    const outcome = await runOn(cleanTable, { 'a.csv': 'a,b\n' }, { fill_gaps: 'none' })

    expect(await outcome.rows('cleaned')).toEqual([])
  })

  it.each([
    ['an empty file', '', {}, 'a.csv is empty. Choose a file with a header and at least one row.'],
    [
      'a time column that holds none',
      SMALL,
      { time_column: 'station' },
      'Column `station` of a.csv holds text, not times: row 1 has “Köln”. Choose one of these: timestamp.',
    ],
    [
      'a column that is not there',
      SMALL,
      { outliers: 'iqr', value_columns: ['discharge'] },
      'Column `discharge` is not in a.csv. It has: timestamp, station, level_cm. Choose one of these.',
    ],
    [
      'rows that are too long when they shall stop it',
      'a,b\n1,2\n1,2,3\n',
      { bad_rows: 'stop' },
      'Row 2 of a.csv (line 3) has 3 columns where the header names 2.',
    ],
  ])('refuses %s with what to do', async (_, text, parameters, sentence) => {
    await expect(runOn(cleanTable, { 'a.csv': text }, parameters)).rejects.toThrow(sentence)
  })
})
