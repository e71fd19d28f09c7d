import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
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
