import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { aggregateTable } from './aggregate-table.ts'
import { cleanTable } from './clean-table.ts'
import { plotTable } from './plot-table.ts'
import { profileTable } from './profile-table.ts'

/** Short names that users give to columns and that a query might also use internally. */
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
