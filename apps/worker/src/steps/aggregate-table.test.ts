import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { riverGaugesCsv } from '#sample/river-gauges.ts'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import { aggregateTable } from './aggregate-table.ts'
import { correlateColumns } from './correlate-columns.ts'
import { profileTable } from './profile-table.ts'
import { resampleSeries } from './resample-series.ts'
import { tableStatistics } from './table-statistics.ts'

describe('aggregate_table', () => {
  it('chooses times, series and columns automatically', async () => {
    const outcome = await runOn(aggregateTable, { 'river_gauges_sample.csv': riverGaugesCsv() })

    expect(outcome.outputs.map((output) => output.name)).toEqual(['river_gauges_sample_daily.parquet'])
    expect(outcome.log).toContain('Computing mean, min, max of level_cm, discharge_m3s per day, grouped by station.')
    const rows = await outcome.rows('aggregated')
    expect(rows).toHaveLength(31 * 3)
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'timestamp',
      'station',
      'rows',
      'level_cm_mean',
      'level_cm_min',
      'level_cm_max',
      'discharge_m3s_mean',
      'discharge_m3s_min',
      'discharge_m3s_max',
    ])
  })

  it.each([aggregateTable, resampleSeries, correlateColumns, tableStatistics])(
    'warns when it computes with numbers that often mean “missing”',
    async (step) => {
      const lines = Array.from({ length: 30 }, (_, at) => `2024-01-01 ${at % 24}:00,${at % 3 ? 80 - at : -999},${at}`)

      const { log } = await runOn(step, { 'rf.csv': `time,rf,n\n${lines.join('\n')}\n` })

      expect(log).toContain(
        'Column `rf` has -999 in 10 rows, which often means “missing”. If so, run Clean table first with this number in “Missing values”.',
      )
      expect(log.join(' ')).not.toContain('Column `n`')
    },
  )

  it('computes every measure and ignores empty cells', async () => {
    const text = 'g,v\na,1\na,2\na,\na,6\nb,5\n'
    const measures = ['mean', 'median', 'min', 'max', 'sum', 'count', 'deviation', 'p05', 'p95', 'first', 'last']

    const outcome = await runOn(aggregateTable, { 'a.csv': text }, { group_by: ['g'], measures })

    const [a, b] = await outcome.rows('aggregated')
    expect(a).toMatchObject({ g: 'a', rows: 4, v_mean: 3, v_median: 2, v_min: 1, v_max: 6, v_sum: 9, v_count: 3 })
    expect(a).toMatchObject({ v_first: 1, v_last: 6, v_deviation: expect.closeTo(2.6458, 4) })
    expect(b).toMatchObject({ g: 'b', rows: 1, v_mean: 5, v_deviation: null })
  })

  it('takes the first and last row of equal times in the order of the file', async () => {
    const times = [
      '2024-03-01 01:00,',
      '2024-03-01 00:00,3',
      '2024-03-01 00:00,4',
      '2024-03-01 01:00,1',
      '2024-03-01 01:00,2',
    ]
    const parameters = { every: 'day', measures: ['first', 'last'] }

    const outcome = await runOn(aggregateTable, { 'a.csv': `t,v\n${times.join('\n')}\n,9\n` }, parameters)

    expect(await outcome.rows('aggregated')).toMatchObject([
      { t: '2024-03-01', v_first: 3, v_last: 2 },
      { t: null, v_first: null, v_last: null },
    ])
  })

  it('takes the first and last row of dates', async () => {
    const text = 'd,v\n2024-03-02,4\n2024-03-01,3\n2024-03-31,5\n'

    const outcome = await runOn(aggregateTable, { 'a.csv': text }, { every: 'month', measures: ['first', 'last'] })

    expect(await outcome.rows('aggregated')).toMatchObject([{ d: '2024-03-01', v_first: 3, v_last: 5 }])
  })

  it.each([
    ['15 minutes', ['2024-03-01 00:00:00', '2024-03-01 00:15:00']],
    ['hour', ['2024-03-01 00:00:00']],
    ['month', ['2024-03-01']],
  ])('groups rows by %s', async (every, times) => {
    const outcome = await runOn(aggregateTable, { 'small.csv': SMALL }, { every, group_by: ['station'] })

    const rows = await outcome.rows('aggregated')
    expect([...new Set(rows.filter((row) => row.station === 'Köln').map((row) => row.timestamp))]).toEqual(times)
  })

  it('logs the groups, and warns if rows of several sensors are aggregated together', async () => {
    const lines = Array.from({ length: 200 }, (_, at) => `2024-03-01 0${Math.floor(at / 50)}:00,${at % 50},${at}`)
    const table = { 'sensors.csv': `time,sensor,value\n${lines.join('\n')}\n` }

    const together = await runOn(aggregateTable, table, { columns: ['value'], every: 'hour' })
    const apart = await runOn(aggregateTable, table, { columns: ['value'], every: 'hour', group_by: ['sensor'] })

    expect(together.log.join('\n')).toContain('On average, about 50 rows have the same time in `time`. They were')
    expect(together.log).toContain('Computing mean, min, max of value per hour, not grouped.')
    expect(together.result).toMatchObject({ rows: 4, timeInterval: 'hour', groupedBy: [] })
    expect(apart.log.join('\n')).not.toContain('have the same time')
    expect(apart.result).toMatchObject({ rows: 200, groupedBy: ['sensor'] })
  })

  it('writes sums of integers as integers', async () => {
    const outcome = await runOn(aggregateTable, { 'a.csv': 'g,v\na,824590\na,7\n' }, { measures: ['sum'] })
    const described = await runOn(profileTable, { 'sum.parquet': await readFile(outcome.path('aggregated')) })

    const { columns } = await described.json<{ columns: { name: string; type: string }[] }>('profile')
    expect(columns.map(({ name, type }) => [name, type])).toContainEqual(['v_sum', 'BIGINT'])
  })

  it('reads the file of a German logger', async () => {
    const outcome = await runOn(
      aggregateTable,
      { 'köln.csv': messyCsv() },
      { every: 'day', columns: ['Höhe'], measures: ['count'], output_format: 'csv' },
    )

    expect(await outcome.rows('aggregated')).toEqual([
      { Zeit: '2024-03-01', rows: 96, Höhe_count: 96 },
      { Zeit: '2024-03-02', rows: 90, Höhe_count: 90 },
      { Zeit: '2024-03-03', rows: 98, Höhe_count: 97 },
      { Zeit: '2024-03-04', rows: 12, Höhe_count: 12 },
    ])
  })

  it.each([
    ['an empty file', '', {}, 'a.csv is empty. Choose a file with a header and at least one row.'],
    ['a file with only a header', 'a,b\n', {}, 'a.csv has a header but no rows below it. Choose a file with data.'],
    [
      'an unknown column',
      SMALL,
      { columns: ['discharge'] },
      'Column `discharge` not found. Available in a.csv: timestamp, station, level_cm.',
    ],
    [
      'text in a number column',
      SMALL,
      { columns: ['station'] },
      'Column `station` of a.csv has text, not numbers: row 1 has “Köln”. Choose one of these: level_cm.',
    ],
    [
      'a stray cell among numbers',
      `t,v\n${Array.from({ length: 20 }, (_, at) => `2024-03-01 00:${at + 10},${at === 7 ? 'err' : at}`).join('\n')}\n`,
      { columns: ['v'] },
      'Column `v` of a.csv has “err” in row 8, which is not a number. Run Clean table first, which can empty such cells, or correct the file.',
    ],
    [
      'a time interval without times',
      'a,v\nx,1\n',
      { every: 'day' },
      'a.csv has no time column. Its columns are: a, v. Set “Interval” to none, or run Clean table if some cells keep a column from being read as times.',
    ],
    [
      'a table without numbers',
      'a,b\nx,y\n',
      {},
      'a.csv has no numeric column. Its columns are: a, b. Choose another file. If a column has a few cells that are not numbers, run Clean table first.',
    ],
  ])('refuses %s, and suggests a remedy', async (_, text, parameters, sentence) => {
    await expect(runOn(aggregateTable, { 'a.csv': text }, parameters)).rejects.toThrow(sentence)
  })

  it.each([
    ['2024-01-01 00:00,a,1\n2024-01-01 00:10,b,5\n2024-01-01 02:00,a,3\n2024-01-01 02:10,b,7\n', true],
    ['2024-01-01 00:00,a,1\n2024-01-01 00:00,b,5\n2024-01-01 02:00,a,3\n2024-01-01 02:00,b,7\n', false],
    ['2024-01-01 00:00,a,1\n2024-01-01 01:00,b,5\n2024-01-01 02:00,c,3\n', false],
  ])('names the columns that may distinguish series whose times differ: %j', async (rows, isHinted) => {
    const { log } = await runOn(aggregateTable, { 'a.csv': `time,station,v\n${rows}` })

    const hint =
      'Almost no time occurs twice, so all rows are treated as one series. If a column distinguishes several, choose it under “Group by”: `station`.'
    expect(log.includes(hint)).toBe(isHinted)
  })
})
