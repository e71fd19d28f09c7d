import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { sqliteFile } from '@millrace/tables/testing/sqlite-files'
import { describe, expect, it } from 'vitest'
import { FIRST, testPreviews } from '#testing/previews.ts'

const { csv: stored, table, open } = testPreviews()

const LAB = `
  CREATE TABLE readings(station TEXT, level REAL);
  INSERT INTO readings VALUES ('Köln', 312.5), ('Bonn', 298.25), ('Mainz', NULL);
  CREATE TABLE stations(name TEXT);
  INSERT INTO stations VALUES ('Rhine'), ('Ruhr')`

describe('the preview of an SQLite database', () => {
  it('shows a table with its own rows, sort and search, and lists the others', async () => {
    const file = stored('lab.sqlite', sqliteFile(LAB))

    const { rows, facts } = await table(file, { sort: { column: 'level', descending: false } })

    expect(facts).toMatchObject({ sheet: 'readings', sheets: ['readings', 'stations'] })
    expect(rows).toEqual([
      ['Bonn', '298.25'],
      ['Köln', '312.5'],
      ['Mainz', null],
    ])
    expect((await table(file, { sheet: 'stations', find: 'ruhr' })).rows).toEqual([['Ruhr']])
  })

  it('says why a damaged one is not shown', async () => {
    const file = stored('cut.sqlite', sqliteFile(LAB).subarray(0, 5000))

    await expect(table(file)).rejects.toMatchObject({
      code: 'preview-failed',
      message: expect.stringMatching(/^cut\.sqlite is an SQLite database that can’t be read\./),
    })
  })
})

describe('a hostile SQLite database', () => {
  it('that computes huge values is stopped at the memory limit', async () => {
    const previews = open('hostile', { limits: { childBytes: 400_000_000 } })
    const file = stored(
      'huge.sqlite',
      sqliteFile(`CREATE TABLE t(a, b AS (hex(zeroblob(400000000)))); INSERT INTO t(a) VALUES (1)`),
    )

    await expect(previews.table('ada', file, FIRST)).rejects.toThrow(
      'Reading this file needs more memory than a preview may use.',
    )
  })

  it('that computes for a long time is stopped at the time limit', async () => {
    const previews = open('slow', { limits: { quickMs: 2000 } })
    const file = stored(
      'slow.sqlite',
      sqliteFile(`
        CREATE TABLE t(a);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO t SELECT i FROM n;
        ALTER TABLE t ADD COLUMN b AS (length(replace(hex(zeroblob(2000000 + a % 2)), '0', '11')))`),
    )

    await expect(previews.table('ada', file, FIRST)).rejects.toThrow('Reading this file took longer than 2 s.')
  })
})

describe('the preview of an Arrow file', () => {
  it('shows typed columns, sorted and filtered', async () => {
    const file = stored(
      'readings.feather',
      arrowFile({ station: ['Köln', 'Bonn', 'Mainz'], level: [312.5, 298.25, 1000] }),
    )

    const { rows, facts } = await table(file, {
      sort: { column: 'level', descending: true },
      where: [{ Column: 'level', Is: 'MoreThan', Values: ['300'] }],
    })

    expect(facts.columns.map(({ Name, Kind }) => [Name, Kind])).toEqual([
      ['station', 'text'],
      ['level', 'number'],
    ])
    expect(rows).toEqual([
      ['Mainz', '1000'],
      ['Köln', '312.5'],
    ])
  })
})
