import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { parquetOf } from '#testing-tables.ts'
import { deduplicateRows } from './deduplicate-rows.ts'

const TEXT = 'station,level\nKaub,1\nKaub,3\nKöln,2\nKaub,1\n,5\n,\n'
const kept = async (parameters: Record<string, unknown>) =>
  (await (await runOn(deduplicateRows, { 'a.csv': TEXT }, parameters)).rows('unique')).map((row) => row.level)

describe('deduplicate_rows', () => {
  it.each([
    [{}, [1, 3, 2, 5, null]],
    [{ keys: ['station'] }, [1, 2, 5]],
    [{ keys: ['station'], keep: 'last' }, [2, 1, null]],
    [{ keys: ['station'], keep: 'largest', by: 'level' }, [3, 2, 5]],
    [{ keys: ['station'], keep: 'smallest', by: 'level' }, [1, 2, 5]],
    [{ keys: ['station'], keep: 'none' }, [2]],
  ])('keeps one row of each set: %j', async (parameters, levels) => {
    expect(await kept(parameters)).toEqual(levels)
  })

  it.each([
    ['largest', ['10', '100']],
    ['smallest', ['9', '20']],
  ])('compares the numbers in a column of text for the %s', async (keep, values) => {
    const file = { 'a.csv': 'k,conc\na,9\na,10\na,<0.5\nb,100\nb,20\n' }

    const outcome = await runOn(deduplicateRows, file, { keys: ['k'], keep, by: 'conc' })

    expect((await outcome.rows('unique')).map(({ conc }) => String(conc))).toEqual(values)
    expect(outcome.log).toContain('`conc` is compared by its numbers; 1 cell such as “<0.5” can’t be.')
  })

  it('compares the durations in a column of text', async () => {
    const file = { 'a.csv': 'k,took\na,9:15:00\na,100:15:00\nb,0:15:00\nb,2:15:00\n' }

    const outcome = await runOn(deduplicateRows, file, { keys: ['k'], keep: 'largest', by: 'took' })

    expect((await outcome.rows('unique')).map(({ took }) => took)).toEqual(['100:15:00', '2:15:00'])
  })

  it('requires the column whose largest value decides, because the first column may be a key', async () => {
    await expect(kept({ keys: ['station'], keep: 'largest' })).rejects.toThrow(
      'Choose the column whose largest value decides.',
    )
  })

  it('keeps the first of several rows with the largest value, and the first row where all values are missing', async () => {
    const text = 'key,value,n\na,2,1\na,5,2\na,5,3\n,,4\n,,5\n'
    const parameters = { keys: ['key'], keep: 'largest', by: 'value' }

    const rows = await (await runOn(deduplicateRows, { 'a.csv': text }, parameters)).rows('unique')

    expect(rows.map((row) => row.n)).toEqual([2, 4])
  })

  it.each([
    ['structures', 'STRUCT(a INTEGER)', ['{ a: 1 }', '{ a: 2 }']],
    ['lists', 'INTEGER[]', ['[1, 2]', '[3]']],
    ['maps', 'MAP(VARCHAR, INTEGER)', ["MAP { 'a': 1 }", "MAP { 'b': 2 }"]],
  ])('keeps the row with the largest of %s', async (_, type, cells) => {
    const columns = [
      { name: 'key', type: 'INTEGER', cells: ['1', '1'] },
      { name: 'n', type: 'INTEGER', cells: ['1', '2'] },
      { name: 'value', type, cells },
    ]
    const file = await parquetOf({ rows: 2, columns })

    const { rows } = await runOn(
      deduplicateRows,
      { 'a.parquet': file },
      { keys: ['key'], keep: 'largest', by: 'value' },
    )

    expect((await rows('unique')).map(({ n }) => n)).toEqual([2])
  })

  it('compares whole rows of a thousand columns', { tags: 'long' }, async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `c${at}`)
    const lines = Array.from({ length: 40 }, (_, row) =>
      names.map((_name, at) => (at === 0 ? row % 20 : at % 7)).join(','),
    )

    const outcome = await runOn(
      deduplicateRows,
      { 'a.csv': [names.join(','), ...lines].join('\n') },
      { keep: 'largest', by: 'c1' },
    )

    expect(outcome.result).toMatchObject({ rows: 20, rowsDropped: 20 })
  })

  it('lists every row that was dropped', async () => {
    const outcome = await runOn(deduplicateRows, { 'köln.csv': messyCsv() })

    const dropped = await outcome.rows('dropped')
    expect(outcome.result).toMatchObject({ rows: 295, rowsDropped: 1 })
    expect(dropped).toMatchObject([{ 'row in the file': 196, Station: 'Köln' }])
  })

  it('names the columns if one is misspelled', async () => {
    await expect(kept({ keys: ['staton'] })).rejects.toThrow(
      'Column `staton` not found. Available in a.csv: station, level.',
    )
  })
})
