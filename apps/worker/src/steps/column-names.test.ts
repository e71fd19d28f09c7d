import { describe, expect, it } from 'vitest'
import { type Outcome, runOn } from '#testing.ts'
import { aggregateTable } from './aggregate-table.ts'
import { cleanTable } from './clean-table.ts'
import { deduplicateRows } from './deduplicate-rows.ts'
import { fitCurve } from './fit-curve.ts'
import { joinTables } from './join-tables.ts'
import { plotTable } from './plot-table.ts'
import { profileTable } from './profile-table.ts'
import { resampleSeries } from './resample-series.ts'

/** Short column names that queries of steps might also use internally. */
const NAMES =
  'x y v n h r q w s d low high middle bin key place value row count rows name moment previous step ' +
  'first last series sorted cells alike table_0 numbered_0 input result fills outliers quartiles x0 y0 spread'

const names = NAMES.split(' ')
const lines = Array.from({ length: 60 }, (_, at) => {
  const level = at === 30 ? 999 : at === 40 ? '' : at % 7
  return [`2024-01-01 00:${String(at).padStart(2, '0')}`, level, ...names.map((name) => `${name}${at % 3}`)].join(',')
})
const table = { 'names.csv': `time,level,${names.join(',')}\n${lines.join('\n')}\n${lines[59]}\n` }

describe('columns may have any name', () => {
  it.each([
    { chart: 'line', x: 'time' },
    { chart: 'scatter', x: 'time', points: 100 },
    { chart: 'bar', x: 'x' },
    { chart: 'histogram' },
    { chart: 'box', x: 'v' },
  ])('in a plot: %j', async (parameters) => {
    const outcome = await runOn(plotTable, table, { y: ['level'], color: 'key', ...parameters })

    const { data } = await outcome.json<{ data: unknown[] }>('plot')
    expect(data).toHaveLength(3)
  })

  it.each([
    { outliers: 'hampel', add_missing_times: true, fill_gaps: 'linear', series_column: 'key' },
    { outliers: 'iqr', outlier_action: 'flag', fill_gaps: 'previous' },
    {},
  ])('in a table that is cleaned: %j', async (parameters) => {
    const outcome = await runOn(cleanTable, table, { time_column: 'time', ...parameters })

    expect(outcome.result).toMatchObject({ rows: expect.any(Number) })
    expect(JSON.stringify(await outcome.json('report'))).toContain('1 duplicate row was dropped')
  })

  it('in a table that is aggregated or profiled', async () => {
    const measures = ['mean', 'median', 'first', 'last', 'deviation']

    const aggregated = await runOn(aggregateTable, table, {
      every: 'hour',
      group_by: ['rows', 'key'],
      columns: ['level'],
      measures,
    })
    const profiled = await runOn(profileTable, table)

    expect(await aggregated.rows('aggregated')).toHaveLength(3)
    expect(profiled.result).toMatchObject({ duplicateRows: 1, columns: names.length + 2 })
  })
})

async function headerOf(outcome: Outcome, slot: string): Promise<string[]> {
  return (await outcome.text(slot)).split('\n')[0]?.split(',') ?? []
}

it('columns may have any name in a series that is resampled', async () => {
  const text = 'time,k,t,v0\n2024-01-01,1,2,3\n2024-01-03,3,4,5\n'

  const outcome = await runOn(resampleSeries, { 'a.csv': text }, { every: 'day', output_format: 'csv' })

  expect(await outcome.text('resampled')).toBe(
    'time,k,t,v0\n2024-01-01,1.0,2.0,3.0\n2024-01-02,2.0,3.0,4.0\n2024-01-03,3.0,4.0,5.0\n',
  )
})

describe('a column with the name of a result column keeps its name and values', () => {
  const csv = { output_format: 'csv' }

  it('in an aggregated table', async () => {
    const text = 'time,rows,level_mean,level\n2024-01-01,7,9,1\n2024-01-02,7,9,2\n'
    const parameters = {
      ...csv,
      every: 'none',
      group_by: ['rows', 'level_mean'],
      columns: ['level'],
      measures: ['mean'],
    }

    const outcome = await runOn(aggregateTable, { 'a.csv': text }, parameters)

    expect(await outcome.text('aggregated')).toBe('rows,level_mean,rows (2),level_mean (2)\n7,9,2,1.5\n')
  })

  it('in the coefficients of a fit', async () => {
    const text = `x,y,Power\n${Array.from({ length: 8 }, (_, at) => `${at},${2 * at},p`).join('\n')}\n`

    const outcome = await runOn(fitCurve, { 'a.csv': text }, { x: 'x', y: 'y', group_by: 'Power' })

    expect((await headerOf(outcome, 'coefficients')).slice(0, 3)).toEqual(['Power', 'power (2)', 'estimate'])
  })

  it('in the rows that were dropped as duplicates', async () => {
    const outcome = await runOn(deduplicateRows, { 'a.csv': 'row in the file,b\nx,1\nx,1\n' })

    expect(await outcome.text('dropped')).toBe('row in the file (2),row in the file,b\n2,x,1\n')
  })

  it('in the keys without a match', async () => {
    const files = { table: { 'a.csv': 'Rows,TABLE,v\na,b,1\n' }, other: { 'b.csv': 'Rows,TABLE,w\nc,d,2\n' } }

    const outcome = await runOn(joinTables, files, { keys: ['Rows', 'TABLE'] })

    expect(await headerOf(outcome, 'unmatched')).toEqual(['table', 'Rows (key)', 'TABLE (key)', 'rows'])
  })
})

describe('columns whose names differ in case', () => {
  const file = { 'a.csv': `t,T\n${[20, 23, 26, 29, 32].map((value, at) => `${at},${value}`).join('\n')}\n` }

  it('are found by their names in the file', async () => {
    const outcome = await runOn(fitCurve, file, { x: 't', y: 'T' })

    expect(outcome.result).toMatchObject({ equation: 'T (2) = 20 + 3 · t' })
  })

  it.each(['depth', 'Depth', 'Depth (2)'] as const)(
    'are found beside one whose name in the file ends with such a number: %s',
    async (name) => {
      const numbered = { 'a.csv': 'depth,Depth,Depth (2)\n1,10,100\n' }
      const values = { depth: 1, Depth: 10, 'Depth (2)': 100 }

      const outcome = await runOn(aggregateTable, numbered, { every: 'none', columns: [name], measures: ['sum'] })

      expect(Object.values((await outcome.rows('aggregated'))[0] ?? {}).at(-1)).toBe(values[name])
    },
  )

  it('are not guessed if the number may come from an earlier result', async () => {
    const file = { 'a.csv': 'depth,Depth (2)\n1,2\n' }

    await expect(runOn(deduplicateRows, file, { keys: ['Depth'] })).rejects.toThrow(
      'Column `Depth` not found. Available in a.csv: depth, Depth (2).',
    )
  })

  it('do not take a number that other names have in the file', async () => {
    const numbered = { 'a.csv': 'Depth (1),Depth (2)\n1,2\n' }

    await expect(runOn(deduplicateRows, numbered, { keys: ['Depth'] })).rejects.toThrow('Column `Depth` not found.')
  })
})
