import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { sqliteFile } from '@millrace/tables/testing/sqlite-files'
import { describe, expect, it } from 'vitest'
import { filterRows } from '#steps/filter-rows.ts'
import { joinTables } from '#steps/join-tables.ts'
import { runOn } from '#testing.ts'
import { parquetOf } from '#testing-tables.ts'

const lines = Array.from({ length: 200_000 }, (_, at) => `${at},"a ""quoted"" text in row ${at}"`).join('\n')
const LONG = `n,text\n${lines}\n`

const NUMBERS = Array.from({ length: 200_000 }, (_, n) => n)
const ROWS_SQL = `CREATE TABLE t(n INTEGER, text TEXT);
  WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < 199999)
  INSERT INTO t SELECT n, 'the text of row ' || n FROM c`

describe('a sample', () => {
  it.each([
    ['CSV', () => LONG],
    ['UTF-16', () => Buffer.from(`\ufeff${LONG}`, 'utf16le')],
    ['JSON', () => JSON.stringify(Array.from({ length: 60_000 }, (_, n) => ({ n, text: `row ${n}` })))],
    ['Feather', () => arrowFile({ n: NUMBERS, text: NUMBERS.map((n) => `row ${n} has ${Math.sin(n)}`) })],
    ['SQLite', () => sqliteFile(ROWS_SQL)],
  ])('is the first rows of %s', { timeout: 60_000 }, async (format, content) => {
    const outcome = await runOn(filterRows, { [`a.${format.toLowerCase()}`]: content() }, { sample_rows: 1000 })

    expect(outcome.result).toMatchObject({ rows: 1000, columns: 2, rowsRead: 1000 })
    expect((await outcome.rows('filtered')).at(-1)).toMatchObject({ n: 999 })
    expect(outcome.log.join('\n')).toContain('Only the first 1,000 rows of a.')
  })

  it('is the whole table if it is shorter, and is taken of each table', async () => {
    const cells = ['1', '2', '3']
    const table = await parquetOf({ rows: 3, columns: [{ name: 'n', type: 'INTEGER', cells }] })

    const whole = await runOn(filterRows, { 'a.parquet': table }, { sample_rows: 1000 })
    const joined = await runOn(
      joinTables,
      { table: { 'a.csv': 'n\n1\n2\n3\n' }, other: { 'b.parquet': table } },
      { sample_rows: 2 },
    )

    expect(whole.log.join('\n')).not.toContain('Only the first')
    expect(joined.result).toMatchObject({ rows: 2, unmatchedOtherRows: 0 })
  })
})
