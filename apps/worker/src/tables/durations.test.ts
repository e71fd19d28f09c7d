import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { computeColumns } from '../steps/compute-columns.ts'
import { queryTable } from '../steps/query-table.ts'

const TIMES = 'start,stop\n2024-01-01 10:00,2024-01-02 12:30\n2024-01-04 00:00,2024-01-03 00:00:00.5\n'
const SECONDS = [95_400, -86_399.5]
const NOTE = 'Durations are written in seconds: `span`.'

describe('differences of times', () => {
  it.each(['parquet', 'csv'])('are seconds in new columns, written as %s', async (format) => {
    const columns = [
      { name: 'span', formula: 'stop - start' },
      { name: 'middle', formula: 'start + span / 2' },
    ]

    const outcome = await runOn(computeColumns, { 'a.csv': TIMES }, { columns, output_format: format })

    const rows = await outcome.rows('computed')
    expect(rows.map(({ span }) => span)).toEqual(SECONDS)
    expect(rows[0]?.middle).toBe('2024-01-01 23:15:00')
    expect(outcome.log).toContain(NOTE)
  })

  it('are seconds in results of queries', async () => {
    const outcome = await runOn(
      queryTable,
      { 'a.csv': TIMES },
      { sql: 'SELECT stop - start AS span FROM input -- end' },
    )

    expect((await outcome.rows('result')).map(({ span }) => span)).toEqual(SECONDS)
    expect(outcome.log).toContain(NOTE)
  })
})
