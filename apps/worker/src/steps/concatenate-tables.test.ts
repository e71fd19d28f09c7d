import { readFile } from 'node:fs/promises'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { parquetOfQuery } from '#testing-tables.ts'
import { compareTables } from './compare-tables.ts'
import { concatenateTables } from './concatenate-tables.ts'
import { queryTable } from './query-table.ts'

const FILES = { 'a.csv': 'day,level\n2024-01-01,1\n', 'b.csv': 'Level,day,note\n2,2024-01-02,x\n' }

describe('concatenate_tables', () => {
  it('matches columns by name and fills those that a file lacks', async () => {
    const outcome = await runOn(concatenateTables, FILES)

    expect(await outcome.rows('combined')).toEqual([
      { file: 'a.csv', day: '2024-01-01', level: 1, note: null },
      { file: 'b.csv', day: '2024-01-02', level: 2, note: 'x' },
    ])
    expect(outcome.log).toContain('Not in all files: note.')
    expect(outcome.result).toEqual({ rows: 2, columns: 4, files: 2 })
  })

  it('combines UUIDs with numbers as text', async () => {
    const uuids = await parquetOfQuery("SELECT '3f2504e0-4f89-11d3-9a0c-0305e82c3301'::UUID AS id")
    const numbers = await parquetOfQuery('SELECT 5 AS id')

    const outcome = await runOn(concatenateTables, { 'a.parquet': uuids, 'b.parquet': numbers })

    expect((await outcome.rows('combined')).map(({ id }) => String(id))).toEqual([
      '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      '5',
    ])
  })

  it('keeps the common columns, or requires equal ones', async () => {
    const common = await runOn(concatenateTables, FILES, { columns: 'common', source_column: '' })

    expect(await common.rows('combined')).toEqual([
      { day: '2024-01-01', level: 1 },
      { day: '2024-01-02', level: 2 },
    ])
    await expect(runOn(concatenateTables, FILES, { columns: 'equal' })).rejects.toThrow(
      'The files have different columns: a.csv has no column “note”.',
    )
    await expect(
      runOn(concatenateTables, { 'a.csv': 'a\n1\n', 'b.csv': 'b\n1\n' }, { columns: 'common' }),
    ).rejects.toThrow('The files have no column in common.')
  })

  it('combines numbers and text as text', async () => {
    const outcome = await runOn(concatenateTables, { 'a.csv': 'v\n1\n', 'b.csv': 'v\nx\n' }, { source_column: 'v' })

    expect(await outcome.rows('combined')).toEqual([
      { 'v (2)': 'a.csv', v: 1 },
      { 'v (2)': 'b.csv', v: 'x' },
    ])
    expect(outcome.log.join('\n')).toContain('Combined as text, because the files have different kinds of values: v.')
  })

  it('converts percentages of text files and workbooks to one unit', async () => {
    const sheet = {
      name: 'a',
      rows: [
        ['site', 'share'],
        ['A', 0.125],
        ['B', 0.07],
      ],
    }
    const cells = new Map(['1,1', '2,1'].map((place) => [place, { style: { numFmt: '0.0%' } }] as const))
    const files = {
      'a.csv': 'site,share\nA,12.5%\nB,7%\n',
      'b.xlsx': await writeXlsx({ sheets: [{ ...sheet, cells }] }),
    }

    const outcome = await runOn(concatenateTables, files)
    const compared = await runOn(compareTables, {
      table: { 'a.csv': files['a.csv'] },
      other: { 'b.xlsx': files['b.xlsx'] },
    })

    expect((await outcome.rows('combined')).map(({ share }) => share)).toEqual([12.5, 7, 12.5, 7])
    expect(outcome.log).toContain('`share` of b.xlsx was multiplied by 100, because another file has it in %.')
    expect(compared.result).toMatchObject({ equal: true })
  })

  it('says which columns it has multiplied', async () => {
    const rows = [
      ['wet', 'dry'],
      [0.125, 0.5],
      [0.07, 0.25],
    ]
    const cells = new Map(['1,0', '1,1', '2,0', '2,1'].map((at) => [at, { style: { numFmt: '0.0%' } }] as const))
    const files = {
      'a.csv': 'wet,dry\n12.5%,50%\n7%,25%\n',
      'b.xlsx': await writeXlsx({ sheets: [{ name: 'Shares', rows, cells }] }),
    }

    const { log } = await runOn(concatenateTables, files)

    expect(log).toContain('`wet`, `dry` of b.xlsx were multiplied by 100, because another file has them in %.')
  })

  it('matches columns that differ in case by their exact names', async () => {
    const outcome = await runOn(
      concatenateTables,
      { 'a.csv': 't,T\n1,20\n', 'b.csv': 'T,t\n22,3\n', 'c.csv': 'T\n23\n' },
      { source_column: '' },
    )

    expect(await outcome.rows('combined')).toEqual([
      { t: 1, 'T (2)': 20 },
      { t: 3, 'T (2)': 22 },
      { t: null, 'T (2)': 23 },
    ])
  })

  it('says that a column is in another unit in another file', async () => {
    const files = {
      'a.csv': 'time;stage\n-;cm\n2024-01-01;250\n2024-01-02;260\n',
      'b.csv': 'time;stage\n-;m\n2024-01-03;2,5\n2024-01-04;2,6\n',
      'c.csv': 'time;Stage\n-;m\n2024-01-05;2,5\n2024-01-06;2,6\n',
      'd.csv': 'time;Stage\n-;mm\n2024-01-07;2500\n2024-01-08;2600\n',
      'e.csv': 'time;stage\n-;cm\n2024-01-09;250\n2024-01-10;260\n',
    }

    const { log } = await runOn(concatenateTables, files)

    expect(log.filter((line) => line.includes('converted'))).toEqual([
      'Column `stage` is in cm in a.csv, but in m in b.csv. Its numbers were not converted.',
      'Column `Stage` is in cm in a.csv, but in mm in d.csv. Its numbers were not converted.',
    ])
  })

  it('says that a column has a unit in only some files', async () => {
    const files = { 'a.csv': 'Share,n\n5%,1\n7%,2\n', 'b.csv': 'share,n\n0.05,3\n0.06,4\n' }

    const { log } = await runOn(concatenateTables, files)

    expect(log.filter((line) => line.includes('converted'))).toEqual([
      'Column `share` is in % in a.csv, but without a unit in b.csv. Its numbers were not converted.',
    ])
  })

  it('combines large whole numbers and fractions as text, which keeps their digits', async () => {
    const large = await parquetOfQuery('SELECT 9007199254740993 AS v, 1::BIGINT AS w')
    const files = { 'a.parquet': large, 'b.csv': 'v,w\n0.5,2.5\n' }

    const outcome = await runOn(concatenateTables, files, { source_column: '' })

    expect(await outcome.rows('combined')).toEqual([
      { v: '9007199254740993', w: 1 },
      { v: '0.5', w: 2.5 },
    ])
    expect(outcome.log).toContain(
      'Combined as text, because large whole numbers would lose digits if combined with fractions: v.',
    )
  })

  it('keeps the digits of whole numbers beside numbers of single and of double precision', async () => {
    const files = {
      'a.parquet': await parquetOfQuery('SELECT 16777217::INTEGER AS v'),
      'b.parquet': await parquetOfQuery('SELECT 0.5::FLOAT AS v'),
      'c.parquet': await parquetOfQuery('SELECT 0.1::DOUBLE AS v'),
    }

    const outcome = await runOn(concatenateTables, files, { source_column: '' })

    expect((await outcome.rows('combined')).map(({ v }) => Number(v))).toEqual([16_777_217, 0.5, 0.1])
  })

  it.each([
    ['the same columns', 'SELECT day, level FROM input'],
    ['their columns in another order', 'SELECT level, day FROM input'],
    ['a column that is called like a number of files', 'SELECT day, level, 7 AS file_index FROM input'],
    ['another type', 'SELECT day, level::DOUBLE AS level FROM input'],
  ])('appends the rows of Parquet files with %s, in the order of the files', async (_, sql) => {
    const parquet = async (csv: string, query: string) => {
      const outcome = await runOn(queryTable, { 'a.csv': csv }, { sql: query })
      return readFile(outcome.path('result'))
    }
    const files = {
      'jan.parquet': await parquet('day,level\n2024-01-01,1\n2024-01-02,2\n', sql),
      'feb.parquet': await parquet('day,level\n2024-02-01,3\n', 'SELECT day, level FROM input'),
    }

    const rows = await (await runOn(concatenateTables, files)).rows('combined')

    expect(rows).toMatchObject([
      { file: 'jan.parquet', day: '2024-01-01', level: 1 },
      { file: 'jan.parquet', day: '2024-01-02', level: 2 },
      { file: 'feb.parquet', day: '2024-02-01', level: 3 },
    ])
  })

  it('accounts for every row of many files', async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`köln-${at}.csv`, messyCsv()]))

    const outcome = await runOn(concatenateTables, files)

    expect(outcome.result).toMatchObject({ rows: 12 * 296, files: 12 })
  })

  it('says that dates of two files are read in different orders', async () => {
    const files = { 'a.csv': 'day,v\n01/02/2024,1\n', 'b.csv': 'Day,v\n13/02/2024,2\n' }

    const { log } = await runOn(concatenateTables, files)
    const alike = await runOn(concatenateTables, { ...files, 'b.csv': 'day,v\n02/13/2024,2\n' })

    expect(log).toContain(
      'Column `day` of a.csv was read as month/day/year, but that of b.csv as day/month/year. If its days and months are swapped, write its dates as year-month-day.',
    )
    expect(alike.log.join()).not.toContain('If its days and months')
  })

  it('keeps numbers and times as they are beside files without a value in that column', async () => {
    const outcome = await runOn(concatenateTables, {
      'a.csv': 'day,v\n2024-01-01,1.5\n',
      'b.csv': 'day,v\n2024-01-02,\n,\n',
      'c.csv': 'day,v\n,2\n',
    })

    expect((await outcome.rows('combined')).map(({ day, v }) => [day, v])).toEqual([
      ['2024-01-01', 1.5],
      ['2024-01-02', null],
      [null, null],
      [null, 2],
    ])
    expect(outcome.log.join()).not.toContain('as text')
  })
})
