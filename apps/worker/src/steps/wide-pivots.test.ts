import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { pivotTable } from './pivot-table.ts'
import { reshapeTable } from './reshape-table.ts'

/** Returns readings with a row for each time and station, newest first. Every 7th reading is missing. */
function readings(times: number, stations: number): string {
  const rows = Array.from({ length: times * stations }, (_, at) => times * stations - at - 1)
  const kept = rows.filter((n) => n % 7 > 0)
  return `time,station,level\n${kept.map((n) => `${Math.floor(n / stations)},s${n % stations},${n}`).join('\n')}\n`
}

/** Returns the level of a station at a time. Null if the reading is missing. */
function levelOf(time: number, station: number, stations: number): number | null {
  const n = time * stations + station
  return n % 7 > 0 ? n : null
}

describe.each([
  ['many rows', 25_000, 20],
  ['many columns', 500, 545],
])('a wide result with %s', { tags: 'long' }, (_, times, stations) => {
  const file = { 'a.csv': readings(times, stations) }
  const chosen = [0, 3, 12_500, times - 1].filter((time) => time < times)

  function expectLevels(rows: Record<string, unknown>[]) {
    expect(rows).toHaveLength(times)
    for (const time of chosen) {
      const row = rows[times - time - 1] ?? {}
      const levels = Array.from({ length: stations }, (_unused, at) => [`s${at}`, levelOf(time, at, stations)])
      expect(row).toEqual({ time, ...Object.fromEntries(levels) })
    }
  }

  it('is made by Pivot table', async () => {
    const parameters = { rows: ['time'], columns: ['station'], values: ['level'], measures: ['sum'] }

    const outcome = await runOn(pivotTable, file, parameters)

    expectLevels(await outcome.rows('pivoted'))
  })

  it('is made by Reshape table', async () => {
    const parameters = { direction: 'wider', names_from: 'station', values_from: 'level' }

    const outcome = await runOn(reshapeTable, file, parameters)

    expectLevels(await outcome.rows('reshaped'))
  })
})

it('names columns after texts with NUL characters, which names of columns cannot contain', async () => {
  const file = { 'a.json': '[{"c":"a\\u0000b"},{"c":"ab"}]' }

  const outcome = await runOn(pivotTable, file, { rows: [], columns: ['c'] })

  expect(await outcome.rows('pivoted')).toEqual([{ 'ab rows': 1, 'ab rows (2)': 1 }])
})

it('counts 0 and names empty keys in a wide pivot table, for several measures', async () => {
  const text = `k,name,v\n${Array.from({ length: 12 }, (_, at) => `${at % 2 ? 'odd' : ''},${at < 10 ? `n${at}` : ''},${at}`).join('\n')}\n`
  const parameters = { rows: ['k'], columns: ['name'], values: ['v'], measures: ['count', 'max'] }

  const outcome = await runOn(pivotTable, { 'a.csv': text }, parameters)

  const [even, odd, ...rest] = await outcome.rows('pivoted')
  expect(rest).toEqual([])
  expect(even).toMatchObject({ k: null, 'n0 v count': 1, 'n1 v count': 0, 'n0 v max': 0, 'n1 v max': null })
  expect(odd).toMatchObject({ k: 'odd', 'n0 v count': 0, 'n1 v count': 1, '(empty) v count': 1, '(empty) v max': 11 })
})
