import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { sqliteFile } from '@millrace/tables/testing/sqlite-files'
import { describe, expect, it } from 'vitest'
import { filterRows } from '#steps/filter-rows.ts'
import { joinTables } from '#steps/join-tables.ts'
import { type Outcome, runOn } from '#testing.ts'
import { parquetOf, parquetOfQuery } from '#testing-tables.ts'

const lines = Array.from({ length: 200_000 }, (_, at) => `${at},"a ""quoted"" text in row ${at}"`).join('\n')
const LONG = `n,text\n${lines}\n`

const NUMBERS = Array.from({ length: 200_000 }, (_, n) => n)
const RANDOM_LINES = `n,text\n${NUMBERS.map((n) => `${n},${randomBytes(60).toString('hex')}\n`).join('')}`

const RECORDS = Array.from({ length: 200_000 }, (_, n) =>
  JSON.stringify({ n, text: `a "quoted" ] text \\ of row ${n}` }),
)

const ROWS_SQL = `CREATE TABLE t(n INTEGER, text TEXT);
  WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < 199999)
  INSERT INTO t SELECT n, 'the text of row ' || n FROM c`

/** Returns a Parquet file with 200,000 rows that hardly compress. `rowsTogether` is the size of row groups. */
function numbersAndTexts(rowsTogether: number) {
  return parquetOfQuery('SELECT range AS n, md5(range::VARCHAR) AS text FROM range(200_000)', { rowsTogether })
}

/** Returns how many bytes the step downloaded. The downloads are still in the step's folder. */
async function downloadedBytes(outcome: Outcome): Promise<number> {
  const folder = dirname(outcome.path('filtered'))
  const names = (await readdir(folder)).filter((name) => name.startsWith('.input-'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

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

  it.each([
    ['Parquet', '.parquet', () => numbersAndTexts(20_480)],
    ['compressed CSV', '.csv.gz', () => gzipSync(RANDOM_LINES)],
    ['JSON', '.json', () => `[${RECORDS.join(',\n ')}]`],
    ['JSON Lines', '.jsonl', () => RECORDS.join('\n')],
  ])('of %s downloads only a part of the file', { timeout: 60_000 }, async (_format, suffix, content) => {
    const bytes = await content()

    const outcome = await runOn(filterRows, { [`a${suffix}`]: bytes }, { sample_rows: 1000 })

    expect(outcome.result).toMatchObject({ rows: 1000, columns: 2, rowsRead: 1000 })
    expect((await outcome.rows('filtered')).at(-1)).toMatchObject({ n: 999 })
    expect(outcome.log.join('\n')).toContain(`Only the first 1,000 rows of a${suffix} were read.`)
    expect(await downloadedBytes(outcome)).toBeLessThan(Buffer.byteLength(bytes) / 2)
  })

  it.each([
    [
      'damaged',
      (file: Buffer) => file.fill(0, file.length - 2000, file.length - 1000),
      /is a Parquet file that is damaged/,
    ],
    ['truncated', (file: Buffer) => file.subarray(0, file.length - 100), /is a Parquet file that is damaged/],
  ])('of a %s file fails with the same sentence as the whole file', async (_, damage, sentence) => {
    const file = damage(Buffer.from(await numbersAndTexts(20_480)))

    const outcome = runOn(filterRows, { 'a.parquet': file }, { sample_rows: 1000 })

    await expect(outcome).rejects.toThrow(sentence)
  })

  it('of a file without rows to cut is read from the whole file', async () => {
    const oneGroup = await numbersAndTexts(1_000_000)
    const document = JSON.stringify({ rows: NUMBERS.map((n) => ({ n, text: `the text of row ${n}` })) })

    const table = await runOn(filterRows, { 'a.parquet': oneGroup }, { sample_rows: 1000 })
    const nested = await runOn(filterRows, { 'b.json': document }, { sample_rows: 1000 })

    expect(table.result).toMatchObject({ rows: 1000 })
    expect(nested.result).toMatchObject({ rows: 1000 })
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
