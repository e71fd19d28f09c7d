import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { resampleSeries } from './resample-series.ts'

const TEXT =
  'time,station,v\n2024-01-01 00:10,A,1\n2024-01-01 00:50,A,3\n2024-01-01 03:00,A,8\n2024-01-01 05:00,A,\n2024-01-01 06:00,A,14\n'
const values = async (parameters: Record<string, unknown>) => {
  const outcome = await runOn(resampleSeries, { 'a.csv': TEXT }, { columns: ['v'], ...parameters })
  return (await outcome.rows('resampled')).map((row) => row.v)
}

describe('resample_series', () => {
  it.each([
    [{ fill: 'none' }, [2, null, null, 8, null, null, 14]],
    [{ fill: 'linear' }, [2, 4, 6, 8, 10, 12, 14]],
    [{ fill: 'previous' }, [2, 2, 2, 8, 8, 8, 14]],
    [{ fill: 'next' }, [2, 8, 8, 8, 14, 14, 14]],
    [{ fill: 'nearest' }, [2, 2, 8, 8, 8, 14, 14]],
    [{ longest_gap: 1 }, [2, null, null, 8, null, null, 14]],
    [{ longest_gap: 2 }, [2, 4, 6, 8, 10, 12, 14]],
    [{ measure: 'last', fill: 'none' }, [3, null, null, 8, null, null, 14]],
    [{ measure: 'sum', every: '3 hours', fill: 'none' }, [4, 8, 14]],
    [{ measure: 'sum' }, [4, null, null, 8, null, null, 14]],
    [{ measure: 'sum', fill: 'zero' }, [4, 0, 0, 8, 0, 0, 14]],
    [{ measure: 'sum', fill: 'linear', longest_gap: 2 }, [4, 4 + 4 / 3, 4 + 8 / 3, 8, 10, 12, 14]],
    [{}, [2, 4, 6, 8, 10, 12, 14]],
  ])('makes one row per interval: %j', async (parameters, expected) => {
    expect(await values(parameters)).toEqual(expected)
  })

  it('says that text is left out', async () => {
    const text = 'time,station,flag,v\n2024-01-01 00:10,A,ok,1\n2024-01-01 02:20,B,ok,3\n'

    const { log } = await runOn(resampleSeries, { 'a.csv': text })

    expect(log).toContain('`station`, `flag` are not in the result, because only numbers are resampled.')
  })

  it('lists the intervals of a table whose only number names the series', async () => {
    const text = 'day,gauge\n2024-01-01,7\n2024-01-03,7\n'

    const outcome = await runOn(resampleSeries, { 'a.csv': text }, { every: 'day', series_column: 'gauge' })

    expect((await outcome.rows('resampled')).map(({ day }) => day)).toEqual(['2024-01-01', '2024-01-02', '2024-01-03'])
  })

  it('resamples each series from its first to its last time and accounts for every cell', async () => {
    const text =
      'day,station,v\n2024-01-01,A,1\n2024-01-01,B,5\n2024-01-04,A,4\n2024-01-02,B,6\n2024-01-02,A,\n2024-01-03,A,\n'

    const outcome = await runOn(resampleSeries, { 'a.csv': text }, { every: 'day' })

    expect(await outcome.rows('resampled')).toEqual([
      { day: '2024-01-01', station: 'A', v: 1 },
      { day: '2024-01-02', station: 'A', v: 2 },
      { day: '2024-01-03', station: 'A', v: 3 },
      { day: '2024-01-04', station: 'A', v: 4 },
      { day: '2024-01-01', station: 'B', v: 5 },
      { day: '2024-01-02', station: 'B', v: 6 },
    ])
    expect(outcome.result).toMatchObject({ filledCells: 2, emptyCells: 0 })
    expect(outcome.log).toContain('v: 4 intervals with a value, 2 intervals filled, 0 intervals empty.')
  })

  it.each([
    [{ measure: 'sum', fill: 'linear' }, true],
    [{ measure: 'sum', fill: 'zero' }, false],
    [{ measure: 'sum' }, false],
    [{ measure: 'mean', fill: 'linear' }, false],
  ])('warns of sums that were filled from their neighbors: %j', async (parameters, isWarned) => {
    const outcome = await runOn(resampleSeries, { 'a.csv': TEXT }, { columns: ['v'], ...parameters })

    expect(outcome.log.some((line) => line.startsWith('The sums of intervals without a value'))).toBe(isWarned)
  })

  it('fills gaps of half a million intervals', { tags: 'long' }, async () => {
    const text = 'time,a,b,c,d,e,f,g,h\n2024-01-01,1,1,1,1,1,1,1,1\n2024-01-07,2,2,2,2,2,2,2,2\n'

    const outcome = await runOn(resampleSeries, { 'a.csv': text }, { every: 'second' })

    expect(outcome.result).toMatchObject({ rows: 518_401, filledCells: 8 * 518_399, emptyCells: 0 })
  })

  it('reads a logger file', async () => {
    const outcome = await runOn(resampleSeries, { 'köln.csv': messyCsv() }, { every: '15 minutes', columns: ['Höhe'] })

    expect(outcome.result).toMatchObject({ rows: 300, filledCells: 6 })
  })

  it.each([
    ['a,b\n1,2\n3,4\n', {}, 'a.csv has no time column. Its columns are: a, b.'],
    [
      'time,v\n1990-01-01,1\n2024-01-01,2\n',
      { every: 'second' },
      'intervals of one second; up to 20,000,000 are possible.',
    ],
    ['time,v\n2024-01-01,x\n2024-01-02,y\n', {}, 'a.csv has no numeric column.'],
  ])('refuses %j and says what to do', async (text, parameters, sentence) => {
    await expect(runOn(resampleSeries, { 'a.csv': text }, parameters)).rejects.toThrow(sentence)
  })
})
