import { describe, expect, it } from 'vitest'
import { riverGaugesCsv } from '#sample/river-gauges.ts'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import { parquetOf } from '#testing-tables.ts'
import type { CleanReport } from './clean/clean-report.ts'
import { sentences } from './clean/testing-reports.ts'
import { cleanTable } from './clean-table.ts'

describe('clean_table', () => {
  it('leaves a column as text if too many cells are unreadable, and names the setting that converts it', async () => {
    const file = { 'lab.csv': 'sample,cd\nS1,0.12\nS2,<0.05\nS3,0.3\nS4,0.2\nS5,0.4\n' }

    const left = await runOn(cleanTable, file)
    const read = await runOn(cleanTable, file, { stray_cells: 20 })

    expect(left.log).toContain(
      'Column `cd` has values that are not numbers: row 2 has “<0.05”. To read it as numbers and empty such cells, set “Unreadable cells” to 20% or more.',
    )
    expect((await read.rows('cleaned')).map(({ cd }) => cd)).toEqual([0.12, null, 0.3, 0.2, 0.4])
  })

  it('empties unreadable cells up to the limit of its setting, and otherwise suggests a higher limit', async () => {
    const file = { 'lab.csv': 'sample,cd\nS1,0.12\nS2,<0.05\nS3,<0.05\nS4,0.2\nS5,<0.05\nS6,0.3\n' }

    const left = await runOn(cleanTable, file)
    const read = await runOn(cleanTable, file, { stray_cells: 50 })

    expect(left.log).toContain(
      'Column `cd` has values that are not numbers: row 2 has “<0.05” (and 2 more rows like it). To read it as numbers and empty such cells, set “Unreadable cells” to 50% or more.',
    )
    expect((await read.rows('cleaned')).map(({ cd }) => cd)).toEqual([0.12, null, null, 0.2, null, 0.3])
  })

  it('reports that percentages and amounts of money were read as numbers', async () => {
    const outcome = await runOn(cleanTable, { 'a.csv': 'share,price\n5%,€ 7\n6%,€ 8\n' })

    expect((await outcome.json<CleanReport>('report')).notes).toEqual([
      'Column `share` was read as numbers in %.',
      'Column `price` was read as numbers in €.',
    ])
  })

  it('cleans the export of a German logger and reports every change', async () => {
    const outcome = await runOn(cleanTable, { 'köln.csv': messyCsv() }, { output_format: 'csv' })

    const report = await outcome.json<CleanReport>('report')
    expect(outcome.outputs.map((output) => output.name)).toEqual(['köln_clean.csv', 'köln_clean_report.json'])
    expect(report).toMatchObject({ rowsBefore: 296, rowsAfter: 295 })
    expect(sentences(report)).toEqual([
      'Column `Abfluß` was converted to numbers; 8 cells that could not be converted were emptied (row 8 had “k. A.”).',
      '1 duplicate row was dropped; the first is row 196.',
    ])
    const [first] = await outcome.rows('cleaned')
    expect(first).toEqual({ Zeit: '2024-03-01 00:00:00', Station: 'Köln', Höhe: 300, 'Höhe (2)': 0, Abfluß: 2000.5 })
  })

  it('says that a column has times in several formats', async () => {
    const outcome = await runOn(cleanTable, {
      'a.csv': 'when,v\n2024-01-01,1\n02.01.2024,2\n01/03/2024,3\n04 Jan 2024,4\n2024-01-05T00:00:00Z,5\n',
    })

    expect(outcome.log.join('\n')).toContain('Column `when` has times in several formats, so it is read as text.')
  })

  it.each([
    ['every time can be read', '2024-01-01T00:00:02'],
    ['a cell is not a time', 'err'],
  ])('notes that nanoseconds are left out if %s', async (_, other) => {
    const times = ['2024-01-01T00:00:00.123456789', '2024-01-01T00:00:00.123456111', '2024-01-01T00:00:01', '', other]

    const outcome = await runOn(cleanTable, { 'a.csv': `t,v\n${times.join(',1\n')},2\n` }, { stray_cells: 25 })

    const { notes } = await outcome.json<CleanReport>('report')
    expect(notes).toEqual(['Times are read to the microsecond, without nanoseconds: `t`.'])
    expect(outcome.log.filter((line) => line === notes[0])).toHaveLength(1)
  })

  it('leaves gaps longer than the limit empty', async () => {
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

  it('interpolates between whole numbers without rounding, and keeps them whole if all results are whole', async () => {
    const text = 't,a,b\n2024-01-01,6,1\n2024-01-02,,\n2024-01-03,7,3\n'

    const outcome = await runOn(cleanTable, { 'a.csv': text }, { fill_gaps: 'linear', output_format: 'csv' })

    expect(await outcome.text('cleaned')).toBe('t,a,b\n2024-01-01,6.0,1\n2024-01-02,6.5,2\n2024-01-03,7.0,3\n')
  })

  it('interpolates between integers that are too large for fractions', async () => {
    const cells = ['9223372036854775807', 'NULL', '9223372036854775807', '9007199254740990', 'NULL', '9007199254740994']
    const table = { columns: [{ name: 'id', type: 'BIGINT', cells }], rows: cells.length }
    const parameters = { fill_gaps: 'linear', drop_empty_rows: false, drop_duplicates: false }

    const outcome = await runOn(cleanTable, { 'a.parquet': await parquetOf(table) }, parameters)

    const rows = await outcome.rows('cleaned')
    expect(rows.map((row) => String(row.id))).toEqual(cells.with(1, 'null').with(4, '9007199254740992'))
  })

  it('copies large integers exactly when it fills gaps with the preceding value', async () => {
    const cells = ['1984554384715471549', 'NULL', '9223372036854775807', 'NULL', '5']
    const table = { columns: [{ name: 'id', type: 'BIGINT', cells }], rows: cells.length }

    const outcome = await runOn(
      cleanTable,
      { 'a.parquet': await parquetOf(table) },
      { fill_gaps: 'previous', drop_empty_rows: false, drop_duplicates: false },
    )

    const rows = await outcome.rows('cleaned')
    expect(rows.map((row) => String(row.id))).toEqual([
      '1984554384715471549',
      '1984554384715471549',
      '9223372036854775807',
      '9223372036854775807',
      '5',
    ])
  })

  it('treats each series of a table separately', async () => {
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

  it('drops empty rows and columns, and repeated headers, and empties missing-value texts', async () => {
    const text = 'a, b ,c\nx, 1 ,\n,,\na,b,c\nn/a,2,\n y ,3,\n'

    const outcome = await runOn(cleanTable, { 'a.csv': text })

    const report = await outcome.json<CleanReport>('report')
    expect(report.columnsAfter).toEqual(['a', 'b'])
    expect(report.notes).toEqual(['1 row that only repeats the header was left out; the first is row 3.'])
    expect(await outcome.rows('cleaned')).toEqual([
      { a: 'x', b: 1 },
      { a: null, b: 2 },
      { a: 'y', b: 3 },
    ])
    expect(sentences(report)).toEqual([
      '1 row of the file was left out while reading it (see the notes).',
      'Column `a`: 1 cell with a missing-value marker was emptied (“n/a”).',
      'Column `a`: leading or trailing spaces were removed from 1 cell.',
      '1 empty row was dropped; the first is row 2.',
      '1 empty column was dropped: `c`.',
    ])
  })

  it('empties cells with a number that means “missing”', async () => {
    const outcome = await runOn(cleanTable, { 'a.csv': 'k,v\na,1\nb,-999\nc,3\n' }, { missing_values: ['-999'] })

    expect(await outcome.rows('cleaned')).toEqual([
      { k: 'a', v: 1 },
      { k: 'b', v: null },
      { k: 'c', v: 3 },
    ])
    expect(sentences(await outcome.json('report'))).toEqual([
      'Column `v`: 1 cell with a missing-value marker was emptied (“-999”).',
    ])
  })

  it.each([
    ['k;v\na;5,1\nb;-999,00\nc;3,0\n', '-999,00'],
    ['k;v\na;5,1\nb;-999,00\nc;3,0\n', '-999'],
    ['k;v\na;5,1\nb;-999,000\nc;3,0\n', '-999,000'],
    ['k,v\na,5.1\nb,-999.00\nc,3\n', '-999,00'],
  ])('empties such cells of %j if the number is given as %s', async (text, marker) => {
    const outcome = await runOn(cleanTable, { 'a.csv': text }, { missing_values: [marker] })

    expect((await outcome.rows('cleaned')).map(({ v }) => v)).toEqual([5.1, null, 3])
  })

  it('points out numbers that probably mean “missing”, without emptying them', async () => {
    const text = 'v,w,x\n5.1,1,-999\n-999,-999,3\n4.9,2000,4\n-999,3000,5\n'
    const note = 'Column `v` has -999 in 2 rows, which often means “missing”.'

    const outcome = await runOn(cleanTable, { 'a.csv': text })
    const given = await runOn(cleanTable, { 'a.csv': text }, { missing_values: ['-999'] })

    const notes = outcome.log.filter((line) => line.includes('often means'))
    expect(notes).toEqual([`${note} To empty such cells, add the number to “Missing values”.`])
    expect((await outcome.rows('cleaned')).map(({ v }) => v)).toEqual([5.1, -999, 4.9, -999])
    expect(given.log.join()).not.toContain('often means')
  })

  it('renames columns to names that need no quoting, and says so', async () => {
    const text = 'Water Level (cm);Größe;Größe;2024\n1;2;3;4\n'

    const outcome = await runOn(cleanTable, { 'a.csv': text }, { column_names: 'snake_case' })

    expect(Object.keys((await outcome.rows('cleaned'))[0] ?? {})).toEqual([
      'water_level_cm',
      'groesse',
      'groesse_2',
      'c_2024',
    ])
  })

  it('repairs every fault of the sample', async () => {
    const outcome = await runOn(
      cleanTable,
      { 'river_gauges_sample.csv': riverGaugesCsv() },
      { outliers: 'hampel', add_missing_times: true, fill_gaps: 'linear', longest_gap: 24 },
    )

    const rows = await outcome.rows('cleaned')
    expect(rows).toHaveLength(3 * 31 * 96)
    expect(rows.filter((row) => row.level_cm === null || row.discharge_m3s === null)).toEqual([])
  })

  it('reports missing-value texts in number columns, and sorted rows', async () => {
    const times = ['00:30', '00:00', '00:15', '00:45']
    const lines = Array.from({ length: 40 }, (_, at) => {
      const value = at % 6 === 5 ? 'k.A.' : at === 0 ? 'n/a' : at
      return `2024-03-${String(10 + Math.floor(at / 4))} ${times[at % 4]},${value}`
    })

    const outcome = await runOn(cleanTable, { 'a.csv': `t,v\n${lines.join('\n')}\n` })

    expect(sentences(await outcome.json('report'))).toEqual([
      'Column `v`: 7 cells with a missing-value marker were emptied (“k.A.”, “n/a”).',
      'The rows were sorted by `t`; 10 rows were out of order; the first is row 2.',
    ])
    expect(outcome.log).not.toContain('No changes were needed (40 rows).')
  })

  it.each([
    ['1 month', ['2024-02-01', '2024-03-01', '2024-04-01', '2024-06-01'], '2024-05-01'],
    ['12 months', ['2019-01-01', '2020-01-01', '2022-01-01', '2023-01-01'], '2021-01-01'],
    ['1 month', ['2024-01-31', '2024-02-29', '2024-04-30', '2024-05-31'], '2024-03-31'],
    ['1 month', ['2022-12-31', '2023-01-31', '2023-03-31', '2023-04-30'], '2023-02-28'],
    ['3 months', ['2023-03-31', '2023-06-30', '2023-12-31', '2024-03-31'], '2023-09-30'],
    ['12 months', ['2022-02-28', '2023-02-28', '2024-02-29', '2026-02-28'], '2025-02-28'],
    ['2 months', ['2023-10-30', '2023-12-30', '2024-04-30', '2024-06-30'], '2024-02-29'],
    ['1 month', ['2024-01-31 23:45:00', '2024-02-29 23:45:00', '2024-04-30 23:45:00'], '2024-03-31 23:45:00'],
  ])('adds missing times at an interval of %s', async (interval, times, missing) => {
    const text = `t,v\n${times.map((time, at) => `${time},${at}`).join('\n')}\n`

    const outcome = await runOn(cleanTable, { 'a.csv': text }, { add_missing_times: true })

    expect((await outcome.rows('cleaned')).map((row) => row.t)).toEqual([...times, missing].toSorted())
    expect(outcome.log).toContain(`1 row was added for missing times (interval: ${interval}).`)
  })

  it.each([
    ['another time of day', ['2024-01-31 12:00', '2024-02-29 12:00', '2024-04-30 13:00', '2024-05-31 12:00']],
    ['another day', ['2024-01-31', '2024-02-29', '2024-04-29', '2024-05-31']],
  ])('calls times at the ends of months irregular if one of them has %s', async (_, times) => {
    const outcome = await runOn(cleanTable, { 'a.csv': `t,v\n${times.join(',1\n')},1\n` }, { add_missing_times: true })

    expect(await outcome.rows('cleaned')).toHaveLength(times.length)
    expect(outcome.log).toContain('No missing times were added: the times in `t` are irregular.')
  })

  it('adds no row between two dates at different places of their months', async () => {
    const outcome = await runOn(
      cleanTable,
      { 'a.csv': 't,v\n2024-01-01,1\n2024-02-28,2\n' },
      { add_missing_times: true },
    )

    expect((await outcome.rows('cleaned')).map((row) => row.t)).toEqual(['2024-01-01', '2024-02-28'])
  })

  it('keeps the order of the file unless it sorts, even around added rows', async () => {
    const lines = [10, 0, 5, 25, 20, 15].map((minute) => `2024-03-01 00:${String(minute).padStart(2, '0')},${minute}`)
    const table = { 'a.csv': `t,v\n${[...lines, '2024-03-01 00:40,40'].join('\n')}\n` }
    const parameters = { add_missing_times: true, fill_gaps: 'linear', sort_by_time: false }

    const outcome = await runOn(cleanTable, table, parameters)

    expect((await outcome.rows('cleaned')).map((row) => row.v)).toEqual([10, 0, 5, 25, 30, 35, 20, 15, 40])
    expect(sentences(await outcome.json('report')).join()).not.toContain('sorted')
  })

  it('leaves a clean table unchanged, and says so', async () => {
    const outcome = await runOn(cleanTable, { 'small.csv': SMALL }, { sort_by_time: false })

    expect(outcome.log.at(-1)).toBe('No changes were needed (3 rows).')
    expect(await outcome.rows('cleaned')).toHaveLength(3)
  })

  it('accepts a table without rows', async () => {
    const outcome = await runOn(cleanTable, { 'a.csv': 'a,b\n' }, { fill_gaps: 'none' })

    expect(await outcome.rows('cleaned')).toEqual([])
  })

  it.each([
    ['an empty file', '', {}, 'a.csv is empty. Choose a file with a header and at least one row.'],
    [
      'a time column that has no times',
      SMALL,
      { time_column: 'station' },
      'Column `station` of a.csv has text, not times: row 1 has “Köln”. Choose one of these: timestamp.',
    ],
    [
      'an unknown column',
      SMALL,
      { outliers: 'iqr', value_columns: ['discharge'] },
      'Column `discharge` not found. Available in a.csv: timestamp, station, level_cm.',
    ],
    [
      'numbers with more unreadable cells than it may empty',
      `v\n${'1\n'.repeat(8)}err\n`,
      { outliers: 'iqr' },
      'has “err” in row 9, which is not a number. Raise “Unreadable cells” to empty such cells, or correct the file.',
    ],
    [
      'a row with too many cells, if set to stop there',
      'a,b\n1,2\n1,2,3\n',
      { bad_rows: 'stop' },
      'Row 2 of a.csv (line 3) has 3 columns where the header names 2.',
    ],
  ])('refuses %s and says what to do', async (_, text, parameters, sentence) => {
    await expect(runOn(cleanTable, { 'a.csv': text }, parameters)).rejects.toThrow(sentence)
  })
})
