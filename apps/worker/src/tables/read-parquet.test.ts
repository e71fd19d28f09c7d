import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openEngine } from '@millrace/tables/engine'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '#testing.ts'
import { readTable } from './read-table.ts'

async function read(select: string) {
  const folder = await testFolder()
  const path = join(folder, 'a.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
  const engine = await openEngine(folder)
  onTestFinished(() => engine.close())
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const input = { name: 'a.parquet', path: async () => path }
  const table = await readTable(engine, input, { folder, badRows: 'stop', log: { info: say, warn: say } })
  return { table, said, engine, types: table.columns.map(({ name, type }) => `${name} ${type}`) }
}

describe('a Parquet file', () => {
  it('may have columns with the engine’s reserved names', async () => {
    const { types, table, engine, said } = await read(
      `SELECT 5 AS file_row_number, 6 AS "rowid", 7 AS "__millrace_row", 8 AS "Select"`,
    )

    expect(types).toEqual([
      'file_row_number INTEGER',
      'rowid (2) INTEGER',
      '__millrace_row (2) INTEGER',
      'Select INTEGER',
    ])
    expect(await engine.rows(`SELECT * FROM ${table.numbered}`)).toEqual([
      {
        __millrace_row: 1,
        file_row_number: 5,
        'rowid (2)': 6,
        '__millrace_row (2)': 7,
        Select: 8,
      },
    ])
    expect(said[1]).toContain('rowid → rowid (2)')
  })

  it('is read with NaN as missing', async () => {
    const { table, engine } = await read(`SELECT unnest([1.5, 'nan'::DOUBLE, 2.5]) AS v`)

    expect(await engine.rows(`SELECT count(v) AS n, avg(v) AS mean, max(v) AS top FROM ${table.view}`)).toEqual([
      { n: 2, mean: 2, top: 2.5 },
    ])
  })

  it('has its times parsed from text, and its identifiers of digits kept as text', async () => {
    const { types, said } = await read(`SELECT '2024-03-01 08:15' AS t, '01067' AS zip, '31.12.2024' AS d, 'x' AS s`)

    expect(types).toEqual(['t TIMESTAMP', 'zip VARCHAR', 'd DATE', 's VARCHAR'])
    expect(said).toContain('Column `d` contains text and was read as times.')
  })

  it('keeps its types', async () => {
    const { types } = await read(
      `SELECT 1.5::DECIMAL(20, 2) AS d, uuid() AS u, [1, 2] AS l, {'a': 1} AS st, TIME '12:30' AS c, 'x'::BLOB AS b`,
    )

    expect(types).toEqual(['d DECIMAL(20,2)', 'u UUID', 'l INTEGER[]', 'st STRUCT(a INTEGER)', 'c TIME', 'b BLOB'])
  })

  it('without rows is an empty table', async () => {
    const { table, types } = await read(`SELECT 1 AS a, 'x' AS s WHERE false`)

    expect(table.rows).toBe(0)
    expect(types).toEqual(['a INTEGER', 's VARCHAR'])
  })
})
