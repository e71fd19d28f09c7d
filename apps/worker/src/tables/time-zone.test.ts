import { describe, expect, it } from 'vitest'
import { aggregateTable } from '#steps/aggregate-table.ts'
import { plotTable } from '#steps/plot-table.ts'
import { resampleSeries } from '#steps/resample-series.ts'
import { runOn } from '#testing.ts'

const BERLIN = { time_zone: 'Europe/Berlin' }

/** Returns a CSV table with a value every half hour. */
function halfHours(from: string, to: string, written = (time: Date) => time.toISOString()): string {
  const times: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += 1_800_000) times.push(written(new Date(time)))
  return `time,v\n${times.map((time, at) => `${time},${at}`).join('\n')}\n`
}

const AUTUMN = halfHours('2024-10-26T20:00:00Z', '2024-10-27T23:30:00Z')
const SPRING = halfHours('2024-03-30T20:00:00Z', '2024-03-31T23:30:00Z')

const aggregated = async (text: string, parameters: Record<string, unknown>) => {
  const outcome = await runOn(
    aggregateTable,
    { 'a.csv': text },
    { every: 'day', measures: ['mean'], ...BERLIN, ...parameters },
  )
  return { ...outcome, rows: await outcome.rows('aggregated') }
}

describe('the time zone of intervals', () => {
  // The expected values were computed with pandas: tz_convert('Europe/Berlin').resample('D').
  it.each([
    [
      AUTUMN,
      [
        ['2024-10-26', 4, 1.5],
        ['2024-10-27', 50, 28.5],
        ['2024-10-28', 2, 54.5],
      ],
    ],
    [
      SPRING,
      [
        ['2024-03-30', 6, 2.5],
        ['2024-03-31', 46, 28.5],
        ['2024-04-01', 4, 53.5],
      ],
    ],
  ])('makes days of 25 and 23 hours', async (text, days) => {
    const { rows } = await aggregated(text, {})

    expect(rows.map(({ time, rows: each, v_mean }) => [time, each, v_mean])).toEqual(days)
  })

  it('keeps both hours that the clock shows in autumn', async () => {
    const { rows } = await aggregated(AUTUMN, { every: 'hour' })

    expect(rows.map(({ rows: each }) => each)).toEqual(Array.from({ length: 28 }, () => 2))
    expect(rows.slice(0, 7).map(({ time }) => time)).toEqual([
      '2024-10-26 20:00:00+00',
      '2024-10-26 21:00:00+00',
      '2024-10-26 22:00:00+00',
      '2024-10-26 23:00:00+00',
      '2024-10-27 00:00:00+00',
      '2024-10-27 01:00:00+00',
      '2024-10-27 02:00:00+00',
    ])
  })

  it('finds the last value of the repeated hour', async () => {
    const text = 'time,v\n2024-10-27T00:40:00Z,1\n2024-10-27T01:10:00Z,2\n'

    const { rows } = await aggregated(text, { measures: ['first', 'last'] })
    const resampled = await runOn(resampleSeries, { 'a.csv': text }, { every: '3 hours', measure: 'last', ...BERLIN })

    expect(rows).toMatchObject([{ v_first: 1, v_last: 2 }])
    expect((await resampled.rows('resampled')).map(({ v }) => v)).toEqual([2])
  })

  it('starts hours of half-hour zones on the full hour', async () => {
    const text = halfHours('2024-03-01T00:00:00Z', '2024-03-01T02:00:00Z')

    const { rows } = await aggregated(text, { every: 'hour', time_zone: 'asia/kolkata' })

    expect(rows.map(({ time, rows: each }) => [time, each])).toEqual([
      ['2024-02-29 23:30:00+00', 1],
      ['2024-03-01 00:30:00+00', 2],
      ['2024-03-01 01:30:00+00', 2],
    ])
  })

  it.each([
    ['day', ['2024-03-30', '2024-03-31', '2024-04-01']],
    [
      'hour',
      [
        '2024-03-30 20:00:00+00',
        '2024-03-30 21:00:00+00',
        '2024-03-30 22:00:00+00',
        '2024-03-30 23:00:00+00',
        '2024-03-31 00:00:00+00',
      ],
    ],
  ])('resamples by %s', async (every, first) => {
    const outcome = await runOn(resampleSeries, { 'a.csv': SPRING }, { every, measure: 'sum', ...BERLIN })

    const rows = await outcome.rows('resampled')
    expect(rows.slice(0, 5).map(({ time }) => time)).toEqual(first)
    expect(rows[5]?.time).toBe(every === 'day' ? undefined : '2024-03-31 01:00:00+00')
    expect(outcome.result).toMatchObject({ emptyCells: 0 })
  })

  it('determines the days of a plot', async () => {
    const parameters = { interval: 'day', measure: 'count', chart: 'bar', x: 'time', y: ['v'] }
    const bars = async (zone: object) => {
      const outcome = await runOn(plotTable, { 'a.csv': SPRING }, { ...parameters, ...zone })
      const { data } = await outcome.json<{ data: { y: number[] }[] }>('plot')
      return { log: outcome.log, y: data[0]?.y }
    }

    const [local, utc] = [await bars(BERLIN), await bars({})]

    expect(local.y).toEqual([6, 46, 4])
    expect(utc.y).toEqual([8, 48])
    expect(utc.log.join()).toContain('begin in UTC')
  })

  it('warns if days start in UTC because no zone was chosen', async () => {
    const { rows, log } = await aggregated(SPRING, { time_zone: 'UTC' })

    expect(rows.map(({ time }) => time)).toEqual(['2024-03-30', '2024-03-31'])
    expect(log).toContain(
      'The times in `time` have UTC offsets, so days and other intervals begin in UTC. To use another zone, set “Time zone”.',
    )
  })

  it('does not warn about hours, which start at the same moments in UTC', async () => {
    const { log } = await aggregated(SPRING, { every: 'hour', time_zone: 'UTC' })

    expect(log.join()).not.toContain('begin in UTC')
  })

  it('uses times without offsets as they are, and says so', async () => {
    const text = 'time,v\n2024-03-30 23:30,1\n2024-03-31 00:30,2\n'

    const { rows, log } = await aggregated(text, {})

    expect(rows.map(({ time }) => time)).toEqual(['2024-03-30', '2024-03-31'])
    expect(log).toContain('The times in `time` have no UTC offsets, so the time zone Europe/Berlin was not applied.')
    expect((await aggregated(text, { time_zone: 'UTC' })).log.join()).not.toContain('UTC')
  })

  it('suggests the nearest names for an unknown zone', async () => {
    await expect(aggregated(SPRING, { time_zone: 'Europe/Berln' })).rejects.toThrow(
      '“Europe/Berln” is not a time zone. Use a name such as Europe/Berlin. The nearest names are: Europe/Berlin,',
    )
  })
})
