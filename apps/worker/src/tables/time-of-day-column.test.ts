import { describe, expect, it } from 'vitest'
import { aggregateTable } from '#steps/aggregate-table.ts'
import { plotTable } from '#steps/plot-table.ts'
import { profileTable } from '#steps/profile-table.ts'
import { runOn } from '#testing.ts'

const PEGEL = 'Datum;Uhrzeit;Pegel\n01.03.2024;00:00;1,0\n01.03.2024;00:30;3,0\n01.03.2024;13:00;5,5\n02.03.2024;;9\n'

describe('dates and times of day in two columns', () => {
  it.each([
    ['a German logger', PEGEL, '2024-03-01 13:00:00'],
    ['a 12-hour clock', 'Date,Time,v\n3/1/2024,12:15 AM,1\n3/1/2024,1:05:30 PM,5.5\n', '2024-03-01 13:00:00'],
    [
      'another column between them',
      'Date,Note,Time,v\n2024-03-01,12:30,00:15,1\n2024-03-01,none,13:05,5.5\n',
      '2024-03-01 13:00:00',
    ],
    ['the clock first', 'time,date,v\n00:15:00,2024-03-01,1\n13:05:30.5,2024-03-01,5.5\n', '2024-03-01 13:00:00'],
  ])('can be aggregated by hour: %s', async (_, text, hour) => {
    const outcome = await runOn(
      aggregateTable,
      { 'log.csv': text },
      { every: 'hour', measures: ['mean'], output_format: 'csv' },
    )

    const [, second] = (await outcome.text('aggregated')).trim().split('\n').slice(1)
    expect(second).toBe(`${hour},1,5.5`)
    expect(outcome.log.join(' ')).toContain('were combined into times')
  })

  it('count 24:00 as the end of the day', async () => {
    const text = 'Datum;Uhrzeit;Pegel\n01.03.2024;23:00;1,0\n01.03.2024;24:00;3,0\n02.03.2024;01:00;5,5\n'

    const outcome = await runOn(aggregateTable, { 'log.csv': text }, { every: 'day', measures: ['sum'] })

    expect(await outcome.rows('aggregated')).toEqual([
      { Datum: '2024-03-01', rows: 1, Pegel_sum: 1 },
      { Datum: '2024-03-02', rows: 2, Pegel_sum: 8.5 },
    ])
  })

  it('form one axis of a plot, even if the time of day was chosen', async () => {
    const outcome = await runOn(plotTable, { 'pegel.csv': PEGEL }, { x: 'Uhrzeit' })

    const { data } = await outcome.json<{ data: { x: string[] }[] }>('plot')
    expect(data[0]?.x).toEqual(['2024-03-01 00:00:00', '2024-03-01 00:30:00', '2024-03-01 13:00:00'])
  })

  it.each([
    ['the time of day is apart and not named like one', 'day,v,w\n2024-03-01,1,10:00\n2024-03-02,2,11:00\n'],
    [
      'two columns apart have times of day',
      'day,v,start time,end time\n2024-03-01,1,10:00,11:00\n2024-03-02,2,11:00,12:00\n',
    ],
  ])('stay separate if %s', async (_, text) => {
    const outcome = await runOn(aggregateTable, { 'log.csv': text }, { every: 'day' })

    expect(outcome.log.join(' ')).not.toContain('were combined into times')
  })

  it('stay separate if only the time of day is used', async () => {
    const outcome = await runOn(aggregateTable, { 'pegel.csv': PEGEL }, { every: 'none', group_by: ['Uhrzeit'] })

    expect(Object.keys((await outcome.rows('aggregated'))[0] ?? {})[0]).toBe('Uhrzeit')
  })

  it('stay separate if another time column is chosen', async () => {
    const text = 'at,day,clock,v\n2024-03-01 00:00,2024-02-01,10:00,1\n2024-03-02 00:00,2024-02-02,11:00,2\n'

    const outcome = await runOn(aggregateTable, { 'log.csv': text }, { every: 'day', time_column: 'at' })

    expect(outcome.log.join(' ')).not.toContain('were combined into times')
  })

  it('are reported by a profile', async () => {
    const outcome = await runOn(profileTable, { 'pegel.csv': PEGEL })

    expect(await outcome.text('summary')).toContain('`Uhrzeit` has the time of day for the dates in `Datum`')
  })

  it.each([
    ['without a time of day', 'date,v\n2024-03-01,1\n2024-03-02,2\n'],
    ['between two times of day', 'start,date,end,v\n10:00,2024-03-01,11:00,1\n12:00,2024-03-02,13:00,2\n'],
    ['not next to a time of day without such a name', 'date,v,w\n2024-03-01,1,10:00\n2024-03-02,2,11:00\n'],
  ])('cannot be aggregated by hour %s, and the error says what to do', async (_, text) => {
    const done = runOn(aggregateTable, { 'days.csv': text }, { every: 'hour' })

    await expect(done).rejects.toThrow('has dates without a time of day, so its rows cannot be aggregated by hour')
  })
})
