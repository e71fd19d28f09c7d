import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aggregateTable } from '#steps/aggregate-table.ts'
import { concatenateTables } from '#steps/concatenate-tables.ts'
import { convertTable } from '#steps/convert-table.ts'
import { flattenJson } from '#steps/flatten-json.ts'
import { joinTables } from '#steps/join-tables.ts'
import { resampleSeries } from '#steps/resample-series.ts'
import { type Outcome, runOn } from '#testing.ts'

const BERLIN = { time_zone: 'Europe/Berlin' }
const FORMATS = ['csv', 'parquet', 'xlsx'] as const

/** The third and the fourth value have the same local time, because they are in the hour that repeats in autumn. */
const AUTUMN = `time,v\n${['26T21:30', '26T22:30', '27T00:30', '27T01:30', '27T22:30'].map((time, at) => `2024-10-${time}:00Z,${at}`).join('\n')}\n`

async function resultOf(outcome: Outcome, slot: string) {
  const path = outcome.path(slot)
  return { [basename(path)]: await readFile(path) }
}

async function daysOf(files: Record<string, Uint8Array>) {
  const days = await runOn(aggregateTable, files, { every: 'day', measures: ['sum'], output_format: 'csv', ...BERLIN })
  return (await days.text('aggregated')).trim().split('\n')
}

describe.each(FORMATS)('times with UTC offsets in %s results', (output_format) => {
  it('remain the same moments for the next step', async () => {
    const converted = await runOn(convertTable, { 'a.csv': AUTUMN }, { format: output_format })

    expect(await daysOf(await resultOf(converted, 'converted'))).toEqual(await daysOf({ 'a.csv': Buffer.from(AUTUMN) }))
  })

  it('remain so after intervals of a time zone', async () => {
    const hours = await runOn(
      aggregateTable,
      { 'a.csv': AUTUMN },
      { every: 'hour', measures: ['sum'], output_format, ...BERLIN },
    )
    const files = await resultOf(hours, 'aggregated')

    const again = await runOn(aggregateTable, files, {
      every: 'hour',
      columns: ['v_sum'],
      measures: ['sum'],
      output_format: 'csv',
    })
    expect((await again.text('aggregated')).split('\n').slice(1, 6)).toEqual([
      '2024-10-26 21:00:00+00:00,1,0',
      '2024-10-26 22:00:00+00:00,1,1',
      '2024-10-27 00:00:00+00:00,1,2',
      '2024-10-27 01:00:00+00:00,1,3',
      '2024-10-27 22:00:00+00:00,1,4',
    ])
    expect(again.log.join()).not.toContain('begin in UTC')
  })

  it('remain so after resampling by several hours', async () => {
    const resampled = await runOn(
      resampleSeries,
      { 'a.csv': AUTUMN },
      { every: '12 hours', fill: 'none', output_format, ...BERLIN },
    )

    const again = await runOn(convertTable, await resultOf(resampled, 'resampled'), { format: 'csv' })
    expect(
      (await again.text('converted'))
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(['2024-10-26 10:00:00+00:00', '2024-10-26 22:00:00+00:00', '2024-10-27 11:00:00+00:00'])
  })
})

it('writes the offsets of the chosen zone in CSV', async () => {
  const hours = await runOn(aggregateTable, { 'a.csv': AUTUMN }, { every: 'hour', output_format: 'csv', ...BERLIN })

  const times = (await hours.text('aggregated'))
    .trim()
    .split('\n')
    .map((line) => line.split(',')[0])
  expect(times.slice(1, 5)).toEqual([
    '2024-10-26 23:00:00+02:00',
    '2024-10-27 00:00:00+02:00',
    '2024-10-27 02:00:00+02:00',
    '2024-10-27 02:00:00+01:00',
  ])
})

it('are distinguished from times without offsets when tables are combined', async () => {
  const files = { 'a.csv': 'time,v\n2024-01-15T12:00:00Z,1\n', 'b.csv': 'time,w\n2024-01-15 12:00:00,2\n' }
  const said = '`time` has UTC offsets in a.csv but not in b.csv. Times without an offset were read as UTC.'

  const below = await runOn(concatenateTables, files)
  const beside = await runOn(
    joinTables,
    { table: { 'a.csv': files['a.csv'] }, other: { 'b.csv': files['b.csv'] } },
    { keys: ['time'] },
  )

  expect([below.log.includes(said), beside.log.includes(said)]).toEqual([true, true])
  const same = await runOn(concatenateTables, { 'a.csv': files['a.csv'], 'c.csv': files['a.csv'] })
  expect(same.log.join()).not.toContain('taken as UTC')
})

it('starts intervals at the earlier of two midnights', async () => {
  const havana = 'time,v\n2024-11-03T04:10:00Z,1\n2024-11-03T05:10:00Z,2\n2024-11-03T18:00:00Z,3\n'

  const parts = await runOn(
    resampleSeries,
    { 'a.csv': havana },
    { every: '12 hours', fill: 'none', output_format: 'csv', time_zone: 'America/Havana' },
  )

  const times = (await parts.text('resampled')).trim().split('\n')
  expect(times.map((line) => line.split(',')[0])).toEqual([
    'time',
    '2024-11-03 00:00:00-04:00',
    '2024-11-03 12:00:00-05:00',
  ])
})

it('keeps the moments of times in JSON values', async () => {
  const json = JSON.stringify([{ time: '2024-10-26T22:30:00Z', v: 1 }])

  const flat = await runOn(flattenJson, { 'a.json': json }, {})

  expect((await daysOf(await resultOf(flat, flat.outputs[0]?.slot ?? '')))[1]).toContain('2024-10-27')
})
