import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEngine } from './engine.ts'
import { tryReadings } from './try-readings.ts'
import { readingsOf } from './value-reading.ts'

const COLUMNS = {
  value_0: ['1', '2.5', 'n/a', 'broken', null],
  cell: ['00123', '7', '8', '9', '10'],
  trial: ['2024-01-01', '2024-01-02T10:00:00', '', '2024-01-03T10:00:00-05:00', null],
  r: ['true', 'FALSE', 'true', null, '-'],
  'the "level"': [' 1,5 ', '1.234,5', '2,0', '3', '4'],
  empty: [null, null, null, null, null],
}

async function outcomes(rows: number) {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-trials-'))
  const engine = await openEngine(folder)
  onTestFinished(async () => {
    await engine.close()
    await rm(folder, { recursive: true })
  })
  const names = Object.keys(COLUMNS)
  const cells = Object.values(COLUMNS)
  const values = [0, 1, 2, 3, 4].map(
    (row) => `(${cells.map((column) => (column[row] === null ? 'NULL::VARCHAR' : `'${column[row]}'`)).join(', ')})`,
  )
  const columns = names.map((name) => `"${name.replaceAll('"', '""')}"`)
  await engine.run(`CREATE VIEW t AS SELECT * FROM (VALUES ${values.join(', ')}) AS v(${columns.join(', ')})`)
  const proposals = names.map((name, at) => ({
    name,
    readings: readingsOf((cells[at] ?? []).slice(0, 2), { name, decimal: name.includes('level') ? ',' : '.' }),
  }))
  const table = { table: 't', rowSql: 'row_number() OVER ()', rows }
  return (await tryReadings(engine, table, proposals)).toSorted((a, b) => a.column.localeCompare(b.column))
}

describe('tryReadings', () => {
  it('counts values that match, values that mean “no value”, and values that do not match', async () => {
    const found = await outcomes(5)

    const of = (name: string) => found.find(({ column, mismatches }) => column === name && mismatches < 3)
    expect(of('value_0')).toMatchObject({ values: 2, mismatches: 1, firstMismatch: 4, missing: 1, fractions: 1 })
    expect(of('value_0')).toMatchObject({ range: { low: 1, high: 2.5 } })
    expect(of('trial')).toMatchObject({ reading: { written: 'iso' }, values: 2, mismatches: 1, missing: 1 })
    expect(of('r')).toMatchObject({ reading: { kind: 'boolean' }, values: 3, mismatches: 0, missing: 1 })
  })

  it('counts the same in tables with few rows and with many, whatever the columns are called', async () => {
    expect(await outcomes(5)).toEqual(await outcomes(1_000_000))
  })
})
