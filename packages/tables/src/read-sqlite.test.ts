import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from './engine.ts'
import { openTable } from './open-table.ts'
import { sqliteFile } from './testing/sqlite-files.ts'

let folder: string
let engine: Engine

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
  engine = await openEngine(folder)
})

afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

async function read(
  bytes: Buffer,
  { name = 'lab.sqlite', sheet, index = 0 }: { name?: string; sheet?: string; index?: number } = {},
) {
  const path = join(folder, 'stored')
  await writeFile(path, bytes)
  const options = { folder, index, badRows: 'stop', encoding: 'auto', sheet } as const
  const source = await openTable(engine, { path, name }, options)
  const texts = source.columns.map(({ sql }) => `CAST(${sql} AS VARCHAR)`)
  const rows = await engine.rows<{ cells: unknown }>(
    `SELECT [${texts.join(', ')}] AS cells FROM ${source.panels[0]?.texts}`,
  )
  return {
    source,
    types: source.columns.map(({ name, type }) => `${name} ${type}`),
    rows: rows.map(({ cells }) => cells),
  }
}

const LAB = `
  CREATE TABLE notes(text);
  CREATE TABLE readings(id INTEGER PRIMARY KEY, station TEXT, level REAL, at TEXT, raw BLOB, mixed, twice AS (level * 2));
  INSERT INTO readings(id, station, level, at, raw, mixed) VALUES
    (9007199254740993, 'Köln', 312.5, '2026-01-02 03:04:05', x'00ff', 1), (2, 'a "b"', NULL, '2026-01-03 03:04:05', NULL, 'x'),
    (3, '', 1, NULL, NULL, 2.5);
  CREATE TABLE "we""ird, name"("a b" TEXT);
  INSERT INTO "we""ird, name" VALUES ('007');
  CREATE VIEW latest AS SELECT station, max(level) AS "highest level" FROM readings GROUP BY station ORDER BY station;
  CREATE VIEW broken AS SELECT * FROM dropped;
  CREATE VIEW through AS SELECT * FROM found;
  CREATE VIEW calls AS SELECT load_extension(station) AS a FROM readings;
  CREATE VIRTUAL TABLE found USING fts5(text);
  CREATE VIRTUAL TABLE places USING rtree(id, west, east);`

const SHEETS = ['notes', 'readings', 'we"ird, name', 'latest', 'broken', 'through', 'calls']

describe('an SQLite database', () => {
  it('shows geometries of a GeoPackage as text', async () => {
    const sql = `CREATE TABLE wells (geom BLOB);
      INSERT INTO wells VALUES (x'47500001e6100000010100000000000000000021403333333333b34740');
      INSERT INTO wells VALUES (x'47500000000010e600000000020000000240000000000000003ff00000000000004008000000000000bff8000000000000');
      INSERT INTO wells VALUES (x'47500011e61000000101000000000000000000f87f000000000000f87f');
      INSERT INTO wells VALUES (x'47500001e6100000010400000002000000010100000000000000000021403333333333b347400101000000000000000000f87f000000000000f87f');
      INSERT INTO wells VALUES (x'47500001e610000001030000000100000000000000');
      INSERT INTO wells VALUES (x'475000ff');`

    const { rows } = await read(sqliteFile(sql))

    expect(rows.flat()).toEqual([
      'POINT (8.5 47.4)',
      'LINESTRING (2 1, 3 -1.5)',
      'POINT EMPTY',
      'MULTIPOINT ((8.5 47.4), EMPTY)',
      'POLYGON (EMPTY)',
      '475000ff',
    ])
  })

  it('is read as its first table with rows, with types from the values', async () => {
    const { source, types, rows } = await read(sqliteFile(`PRAGMA journal_mode = WAL; ${LAB}`))

    expect(source).toMatchObject({ sheets: SHEETS, sheet: 'readings' })
    expect(source.notes).toContain('Virtual tables, such as indexes of text, are not read: “found”.')
    expect(types).toEqual([
      'id BIGINT',
      'station VARCHAR',
      'level DOUBLE',
      'at TIMESTAMP',
      'raw VARCHAR',
      'mixed VARCHAR',
      'twice DOUBLE',
    ])
    expect(rows).toContainEqual(['9007199254740993', 'Köln', '312.5', '2026-01-02 03:04:05', '00ff', '1', '625.0'])
    expect(rows).toContainEqual(['2', 'a "b"', null, '2026-01-03 03:04:05', null, 'x', null])
    expect(await readdir(folder)).not.toContain('stored-wal')
  })

  it('is recognized by its bytes whatever its name, and shows a chosen table', async () => {
    const { rows, types } = await read(sqliteFile(LAB), { name: 'lab.csv', sheet: 'we"ird, name' })

    expect(types).toEqual(['a b VARCHAR'])
    expect(rows).toEqual([['007']])
    expect((await read(sqliteFile(LAB), { sheet: 'notes', index: 1 })).rows).toEqual([])
  })

  it.each(['found', 'sqlite_schema', 'nothing'])('does not read %s, which is not an ordinary table', async (sheet) => {
    await expect(read(sqliteFile(LAB), { sheet })).rejects.toThrow(
      `lab.sqlite has no table “${sheet}”. It has “notes”,`,
    )
  })

  it('shows what a view selects', async () => {
    const { source, types, rows } = await read(sqliteFile(LAB), { sheet: 'latest' })

    expect(source).toMatchObject({ recognized: 'SQLite, view “latest”', sheet: 'latest' })
    expect(types).toEqual(['station VARCHAR', 'highest level DOUBLE'])
    expect(rows.slice(1)).toEqual([
      ['Köln', '312.5'],
      ['a "b"', null],
    ])
  })

  it.each(['broken', 'through', 'calls'])(
    'says that the view %s can’t be read, whether it is broken or uses what is not read here',
    async (sheet) => {
      await expect(read(sqliteFile(LAB), { sheet })).rejects.toThrow(
        `The view “${sheet}” of lab.sqlite can’t be read. It may use a table or a function that is not available here.`,
      )
    },
  )

  it('that contains only views shows the first view', async () => {
    expect((await read(sqliteFile('CREATE VIEW v AS SELECT 1 AS one'))).rows).toEqual([['1']])
  })

  it('that is damaged, truncated or without tables is refused with a reason', async () => {
    const whole = sqliteFile(`CREATE TABLE t(a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO t SELECT randomblob(500) FROM n`)
    const noise = Buffer.from(whole)
    noise.fill(0xee, 4096)

    for (const bytes of [whole.subarray(0, 20_000), noise, whole.subarray(0, 50)]) {
      await expect(read(bytes)).rejects.toThrow(
        'lab.sqlite is an SQLite database that can’t be read. It may be damaged, or may have been copied while a program was writing to it. Close the program and upload the file again.',
      )
    }
    await expect(read(sqliteFile('CREATE TABLE t(a); DROP TABLE t'))).rejects.toThrow(
      'lab.sqlite is an SQLite database without tables. Choose a file with data.',
    )
  })

  it('whose tables are still in another file is refused, and the error names that file', async () => {
    await expect(read(sqliteFile('PRAGMA journal_mode = WAL'))).rejects.toThrow(
      'lab.sqlite is an SQLite database without tables. Its data may still be in lab.sqlite-wal: close the program that writes it, and upload the database again.',
    )
  })

  it('that computes a value too large for memory is refused as too large, not as damaged', async () => {
    const huge = sqliteFile('CREATE VIEW v AS SELECT zeroblob(1000000001) AS a')

    await expect(read(huge)).rejects.toThrow('The table needs more memory than a step may use.')
  })

  it('runs no expression that its schema was edited to contain', async () => {
    const edited = sqliteFile(`
      CREATE TABLE t(a, b AS (upper(a))); INSERT INTO t(a) VALUES ('x');
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'upper(a)', 'load_extension(a)') WHERE name = 't'`)

    await expect(read(edited)).rejects.toThrow('lab.sqlite is an SQLite database that can’t be read.')
  })
})
