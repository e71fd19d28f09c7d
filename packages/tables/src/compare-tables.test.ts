import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareTables, DIFFERENCES, type Matching } from './compare-tables.ts'
import type { ComparedTable } from './compared-columns.ts'
import { type Engine, openEngine } from './engine.ts'
import { sqlName } from './sql.ts'
import { kindOfType } from './table.ts'

let folder: string
let engine: Engine

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'))
  engine = await openEngine(folder)
})

afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

/** Creates a table with the given column names from SQL rows, such as `VALUES (1, 'a')`. */
async function made(name: string, names: string[], rows: string): Promise<ComparedTable> {
  await engine.run(
    `CREATE TABLE ${name} AS SELECT row_number() OVER () - 1 AS n, * FROM (${rows}) t(${names.map(sqlName).join(', ')})`,
  )
  const described = await engine.rows<{ column_name: string; column_type: string }>(`DESCRIBE ${name}`)
  const columns = described.slice(1).map(({ column_name, column_type: type }) => {
    const value = sqlName(column_name)
    return { name: column_name, kind: kindOfType(type), type, text: `CAST(${value} AS VARCHAR)`, value }
  })
  return { from: name, row: 'n', columns }
}

async function compared(before: ComparedTable, after: ComparedTable, wanted?: Matching) {
  const result = await compareTables(engine, { before, after }, wanted)
  const rows = await engine.rows(`SELECT before, after, changed FROM ${DIFFERENCES}`)
  return { result, rows: rows.map((row) => [row.before, row.after, row.changed]) }
}

describe('two tables', () => {
  it('have equal numbers only if all digits of integers agree, and at the precision of the coarser type', async () => {
    const names = ['k', 'big', 'float']
    const before = await made('b', names, `VALUES (1, 9007199254740993, 0.1::FLOAT), (2, 7, 3e30::FLOAT)`)
    const after = await made('a', names, `VALUES (1, 9007199254740992::UBIGINT, 0.1::DOUBLE), (2, 7, 1e300::DOUBLE)`)

    const { rows } = await compared(before, after, { by: 'keys', columns: ['k'] })

    expect(rows).toEqual([
      [0, 0, [1]],
      [1, 1, [2]],
    ])
  })

  it('are matched by the column that identifies their rows, wherever the rows are', async () => {
    const before = await made('b', ['id', 'level'], `VALUES ('x', 1.5), ('y', 2.5), ('z', 3.5)`)
    const after = await made('a', ['id', 'level'], `VALUES ('w', 9.5), ('z', 3.5), ('x', 1.75)`)

    const { result, rows } = await compared(before, after)

    expect(result).toEqual({
      matching: { by: 'keys', columns: ['id'] },
      added: 1,
      removed: 1,
      changed: 1,
      same: 1,
      changedCells: [
        { name: 'id', cells: 0 },
        { name: 'level', cells: 1 },
      ],
    })
    expect(rows).toEqual([
      [null, 0, null],
      [0, 2, [1]],
      [1, null, null],
    ])
  })

  it('are matched by two columns if no single one identifies the rows', async () => {
    const names = ['station', 'at', 'level']
    const before = await made(
      'b',
      names,
      `VALUES ('k', DATE '2024-01-01', 1.0), ('k', '2024-01-02', 2.0), ('b', '2024-01-01', 1.0)`,
    )
    const after = await made(
      'a',
      names,
      `VALUES ('k', DATE '2024-01-01', 1.0), ('k', '2024-01-02', 7.0), ('b', '2024-01-01', 1.0)`,
    )

    const { result } = await compared(before, after)

    expect(result.matching).toEqual({ by: 'keys', columns: ['station', 'at'] })
    expect(result).toMatchObject({ added: 0, removed: 0, changed: 1, same: 2 })
  })

  it('are matched by position if nothing identifies the rows and both tables have the same number of rows', async () => {
    const before = await made('b', ['level'], 'VALUES (1.0), (1.0), (2.0)')
    const after = await made('a', ['level'], 'VALUES (1.0), (3.0), (2.0)')

    const { result, rows } = await compared(before, after)

    expect(result.matching).toEqual({ by: 'position' })
    expect(rows).toEqual([[1, 1, [0]]])
  })

  it('otherwise pair equal rows, each once', async () => {
    const before = await made('b', ['level'], 'VALUES (1.0), (1.0), (2.0)')
    const after = await made('a', ['level'], 'VALUES (1.0), (2.0), (1.0), (1.0), (4.0)')

    const { result, rows } = await compared(before, after)

    expect(result.matching).toEqual({ by: 'rows' })
    expect(result).toMatchObject({ added: 2, removed: 0, changed: 0, same: 3 })
    expect(rows).toEqual([
      [null, 3, null],
      [null, 4, null],
    ])
  })

  it('use the requested keys, even if some rows share them', async () => {
    const before = await made('b', ['group', 'level'], `VALUES ('p', 1.5), ('p', 2.5), ('q', 3.5)`)
    const after = await made('a', ['group', 'level'], `VALUES ('p', 1.5), ('q', 4.5)`)

    const { result, rows } = await compared(before, after, { by: 'keys', columns: ['group'] })

    expect(result).toMatchObject({ added: 0, removed: 1, changed: 1, same: 1 })
    expect(rows).toEqual([
      [1, null, null],
      [2, 1, [1]],
    ])
  })

  it('count equal values as equal even if the types differ, and missing values as equal to each other', async () => {
    const before = await made('b', ['id', 'count', 'note'], `VALUES (1, 4, NULL), (2, 5, 'x'), (3, NULL, 'y')`)
    const after = await made('a', ['id', 'count', 'note'], `VALUES (1, 4.0, NULL), (2, 5.5, NULL), (3, NULL, 'y')`)

    const { result, rows } = await compared(before, after)

    expect(result.same).toBe(2)
    expect(rows).toEqual([[1, 1, [1, 2]]])
  })

  it('compare only the columns that both have', async () => {
    const before = await made('b', ['id', 'old', 'level'], `VALUES ('x', 1, 5), ('y', 2, 6)`)
    const after = await made('a', ['level', 'id', 'new'], `VALUES (5, 'x', 8), (7, 'y', 9)`)

    const { result, rows } = await compared(before, after)

    expect(result.changedCells.map(({ name }) => name)).toEqual(['level', 'id'])
    expect(rows).toEqual([[1, 1, [0]]])
  })

  it('may be wider than a slice, and empty', async () => {
    const names = ['id', ...Array.from({ length: 150 }, (_, at) => `c${at}`)]
    const row = (id: string, value: string, at: number) =>
      `SELECT '${id}', ${names
        .slice(1)
        .map((_, column) => (column === at ? value : '0'))
        .join(', ')}`
    const before = await made('b', names, `${row('x', '0', 0)} UNION ALL ${row('y', '0', 0)}`)
    const after = await made('a', names, `${row('x', '1', 149)} UNION ALL ${row('y', '1', 70)}`)
    const empty = await made('e', names, `${row('x', '0', 0)} WHERE false`)

    expect((await compared(before, after)).rows).toEqual([
      [0, 0, [150]],
      [1, 1, [71]],
    ])
    expect((await compared(before, empty)).result).toMatchObject({ added: 0, removed: 2, changed: 0, same: 0 })
    expect((await compared(empty, empty)).result).toMatchObject({ added: 0, removed: 0, changed: 0, same: 0 })
  })
})
