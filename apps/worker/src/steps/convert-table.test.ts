import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { sqliteFile } from '@millrace/tables/testing/sqlite-files'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import { parquetOf, parquetOfQuery } from '#testing-tables.ts'
import { convertTable } from './convert-table.ts'

describe('convert_table', () => {
  it('refuses more columns than it can write, and writes the chosen ones', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    const names = Array.from({ length: 2001 }, (_, at) => `c${at}`)
    const table = { 'wide.csv': `${names.join(',')}\n${names.map((_, at) => at).join(',')}\n` }

    await expect(runOn(convertTable, table)).rejects.toThrow('would have 2,001 columns; up to 2,000 can be written')
    const chosen = await runOn(convertTable, table, { columns: ['c7', 'c2000'] })

    expect(await chosen.rows('converted')).toEqual([{ c7: 7, c2000: 2000 }])
  })

  it('reads the requested sheet of a workbook', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Stations', rows: [['station'], ['Köln']] },
        {
          name: 'Levels',
          rows: [
            ['when', 'level'],
            [new Date('2026-01-02T10:00:00Z'), 1.5],
            [new Date('2026-01-03T10:00:00Z'), 2],
          ],
        },
      ],
    })

    const first = await runOn(convertTable, { 'gauges.xlsx': bytes })
    const levels = await runOn(convertTable, { 'gauges.xlsx': bytes }, { sheet: 'Levels' })

    expect(await first.rows('converted')).toEqual([{ station: 'Köln' }])
    expect(levels.outputs).toMatchObject([{ name: 'gauges.parquet' }])
    expect(await levels.rows('converted')).toEqual([
      { when: '2026-01-02 10:00:00', level: 1.5 },
      { when: '2026-01-03 10:00:00', level: 2 },
    ])
    await expect(runOn(convertTable, { 'gauges.xlsx': bytes }, { sheet: 'Level' })).rejects.toThrow(
      'gauges.xlsx has no sheet “Level”. It has “Stations”, “Levels”.',
    )
  })

  it('reads the requested table of a database', async () => {
    const database = sqliteFile(`
      CREATE TABLE stations(station TEXT);
      INSERT INTO stations VALUES ('Köln');
      CREATE TABLE levels(at TEXT, level REAL);
      INSERT INTO levels VALUES ('2026-01-02 10:00:00', 1.5), (NULL, 2)`)

    const first = await runOn(convertTable, { 'lab.sqlite': database })
    const levels = await runOn(convertTable, { 'lab.sqlite': database }, { sheet: 'levels' })

    expect(await first.rows('converted')).toEqual([{ station: 'Köln' }])
    expect(levels.outputs).toMatchObject([{ name: 'lab.parquet' }])
    expect(await levels.rows('converted')).toEqual([
      { at: '2026-01-02 10:00:00', level: 1.5 },
      { at: null, level: 2 },
    ])
  })

  it('reads Arrow files, also only their first rows', async () => {
    const file = arrowFile({ station: ['Köln', 'Bonn', ''], level: [312.5, 298.25, 4] })

    const all = await runOn(convertTable, { 'readings.feather': file })
    const sample = await runOn(convertTable, { 'readings.feather': file }, { sample_rows: 1 })

    expect(await all.rows('converted')).toEqual([
      { station: 'Köln', level: 312.5 },
      { station: 'Bonn', level: 298.25 },
      { station: '', level: 4 },
    ])
    expect(await sample.rows('converted')).toEqual([{ station: 'Köln', level: 312.5 }])
  })

  it('writes typed Parquet from the file of a German logger', async () => {
    const outcome = await runOn(convertTable, { 'köln.csv': messyCsv() })

    expect(outcome.outputs).toMatchObject([{ name: 'köln.parquet', mediaType: 'application/vnd.apache.parquet' }])
    const rows = await outcome.rows('converted')
    expect(rows[1]).toEqual({
      Zeit: '2024-03-01 00:15:00',
      Station: 'Köln',
      Höhe: 300.7,
      'Höhe (2)': 1,
      Abfluß: '2.001,5',
    })
    expect(rows).toHaveLength(296)
  })

  it('writes CSV for a German Excel', async () => {
    const outcome = await runOn(
      convertTable,
      { 'small.csv': SMALL },
      { format: 'csv', delimiter: 'semicolon', decimal: 'comma', byte_order_mark: true },
    )

    expect(outcome.outputs[0]?.name).toBe('small_converted.csv')
    expect(await outcome.text('converted')).toBe(
      [
        '\ufefftimestamp;station;level_cm',
        '2024-03-01 00:00:00;Köln;301,5',
        '2024-03-01 00:00:00;Bonn;250,0',
        '2024-03-01 00:15:00;Köln;302,5',
        '',
      ].join('\n'),
    )
  })

  it('writes the chosen columns as JSON', async () => {
    const parameters = { format: 'json', columns: ['level_cm', 'Station'] }

    const outcome = await runOn(convertTable, { 'small.csv': SMALL }, parameters)

    expect((await outcome.json<unknown[]>('converted'))[0]).toEqual({ level_cm: 301.5, station: 'Köln' })
  })

  it('compresses with gzip where the chosen compression is not available', async () => {
    const outcome = await runOn(convertTable, { 'small.csv': SMALL }, { format: 'jsonl', compression: 'zstd' })

    expect(outcome.log).toContain('zstd is only available for Parquet; the file was compressed with gzip.')
    expect(outcome.outputs[0]?.name).toBe('small.jsonl.gz')
    const lines = gunzipSync(await readFile(outcome.path('converted')))
      .toString('utf8')
      .trim()
      .split('\n')
    expect(lines).toHaveLength(3)
  })

  it('writes numbers that are not finite as null in JSON', async () => {
    const columns = [{ name: 'n', type: 'DOUBLE', cells: ["'inf'", "'nan'", '1.5'] }]
    const table = { 'a.parquet': await parquetOf({ rows: 3, columns }) }

    const outcome = await runOn(convertTable, table, { format: 'json' })

    expect(await outcome.json('converted')).toEqual([{ n: null }, { n: null }, { n: 1.5 }])
    expect(outcome.log).toContain('JSON has no infinite numbers, so they were written as null: 1 in `n`.')
  })

  it('writes texts that look like escape sequences of a workbook so that they are read back unchanged', async () => {
    const text = 'code,v\n_x0041_,1\n_X005f_x,2\na_x000D_b,3\n'

    const outcome = await runOn(convertTable, { 'a.csv': text }, { format: 'xlsx' })
    const again = await runOn(convertTable, { 'a.xlsx': await readFile(outcome.path('converted')) }, { format: 'csv' })

    expect(await again.text('converted')).toBe(text)
  })

  it('writes times of day and durations of a workbook as such', async () => {
    const rows = [
      ['start', 'length', 'code'],
      [0.0625, 1.25, '01:30:00'],
      [0.5, 0.5, 'late'],
      [null, 100.000011574, 'x'],
    ]
    const columns = [{ numFmt: 'hh:mm:ss' }, { numFmt: '[h]:mm:ss' }, {}]
    const bytes = await writeXlsx({ sheets: [{ name: 'Runs', rows, columns }] })

    const outcome = await runOn(convertTable, { 'runs.xlsx': bytes }, { format: 'xlsx' })
    const again = await runOn(
      convertTable,
      { 'again.xlsx': await readFile(outcome.path('converted')) },
      { format: 'csv' },
    )

    const { sheets } = await readXlsx(await readFile(outcome.path('converted')), { readStyles: true })
    expect(sheets[0]?.rows.slice(1)).toEqual([
      [expect.anything(), expect.anything(), '01:30:00'],
      [expect.anything(), expect.anything(), 'late'],
      [null, expect.anything(), 'x'],
    ])
    expect(sheets[0]?.rows[1]?.[0]).not.toBeTypeOf('string')
    expect(await again.text('converted')).toBe(
      'start,length,code\n01:30:00,30:00:00,01:30:00\n12:00:00,12:00:00,late\n,2400:00:01,x\n',
    )
  })

  describe.each(['csv', 'tsv', 'xlsx', 'json'])('as %s', (format) => {
    it.each([
      ["{'a': 1, 'b': ['it''s', NULL]}", { a: 1, b: ["it's", null] }],
      ["[1.5, 'nan'::DOUBLE]", [1.5, null]],
      ["[['inf'::FLOAT], NULL]", [[null], null]],
      [
        `{'a "b", c': 'nan'::DOUBLE, 'd (e)': {'f': [{'g': '-inf'::DOUBLE, 'h': 2::DOUBLE}]}}`,
        { 'a "b", c': null, 'd (e)': { f: [{ g: null, h: 2 }] } },
      ],
      ["MAP {'x': 'nan'::DOUBLE, 'y': 1.5}", { x: null, y: 1.5 }],
      ["CASE WHEN false THEN {'a': 1.5::DOUBLE} END", null],
    ])('writes %s as JSON', async (value, expected) => {
      const table = { 'a.parquet': await parquetOfQuery(`SELECT 1 AS n, ${value} AS v`) }

      const { outputs } = await runOn(convertTable, table, { format })

      const [output] = outputs
      const again = await runOn(
        convertTable,
        { [output?.name ?? '']: await readFile(output?.path ?? '') },
        { format: 'json' },
      )
      const [row] = await again.json<{ v?: unknown }[]>('converted')
      const read = row?.v ?? null
      expect(typeof read === 'string' ? JSON.parse(read) : read).toEqual(expected)
    })
  })

  it('keeps leading zeros of codes', async () => {
    const outcome = await runOn(convertTable, { 'a.csv': 'zip\n01067\n' }, { format: 'json' })

    expect(await outcome.json('converted')).toEqual([{ zip: '01067' }])
  })

  it('converts a header without rows', async () => {
    expect((await runOn(convertTable, { 'a.csv': 'a,b\n' })).result).toEqual({ rows: 0, columns: 2 })
  })

  it.each([
    ['an empty file', '', {}, 'a.csv is empty. Choose a file with a header and at least one row.'],
    [
      'an unknown column',
      SMALL,
      { columns: ['level'] },
      'Column `level` not found. Available in a.csv: timestamp, station, level_cm.',
    ],
    [
      'a row with too many cells',
      'a,b\n1,2\n1,2,3\n',
      {},
      'Row 2 of a.csv (line 3) has 3 columns where the header names 2. Quote cells that contain a “,”, or run Clean table first to drop such rows.',
    ],
  ])('refuses %s and says what to do', async (_, text, parameters, sentence) => {
    await expect(runOn(convertTable, { 'a.csv': text }, parameters)).rejects.toThrow(sentence)
  })
})
