import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { MEDIA } from '@millrace/contracts/media-types'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { gauges, testFile } from '#testing/preview-files.ts'
import type { PreviewFile } from './preview-file.ts'
import type { TablePage } from './preview-task.ts'
import { previewService } from './previews.service.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'previews-'))
const cacheDir = path.join(folder, 'cache')
const options = { now: () => new Date(), log: pino({ level: 'silent' }) }
const previews = previewService({ ...options, cacheDir })
afterAll(() => {
  previews.close()
  rmSync(folder, { recursive: true, force: true })
})

const FIRST: TablePage = { offset: 0, limit: 100 }
const table = (file: PreviewFile, page: Partial<TablePage> = {}) => previews.table(file, { ...FIRST, ...page })
const csv = (name: string, content: string | Uint8Array) => testFile(folder, name, content)

describe('a table preview', () => {
  it('shows cells with their original digits, and missing values as null', async () => {
    const { rows, facts, total } = await table(
      csv('digits.csv', 'id,q,note\n007,1.10,\n008,12345678901234567890,"a, b"\n'),
    )

    expect(rows).toEqual([
      ['007', '1.10', null],
      ['008', '12345678901234567890', 'a, b'],
    ])
    expect(total).toBe(2)
    expect(facts.columns.map((column) => column.Kind)).toEqual(['text', 'text', 'text'])
  })

  it('reads the format of a German spreadsheet: semicolons, decimal commas, Latin-1, repeated names, empty cells', async () => {
    const text = 'Pegel;Höhe;Höhe;Datum\nKöln;1.234,50;3;31.12.2023\nBonn;;4;01.01.2024\n'

    const { rows, facts } = await table(csv('german.csv', Buffer.from(text, 'latin1')))

    expect(facts.dialect).toBe('Latin-1, semicolon, decimal comma')
    expect(facts.columns.map(({ Name, Kind }) => [Name, Kind])).toEqual([
      ['Pegel', 'text'],
      ['Höhe', 'number'],
      ['Höhe (2)', 'number'],
      ['Datum', 'time'],
    ])
    expect(facts.columns[3]).toMatchObject({ Min: '31.12.2023', Max: '01.01.2024' })
    expect(rows[1]).toEqual(['Bonn', null, '4', '01.01.2024'])
  })

  it.each([
    ['with a byte order mark', Buffer.from('\ufeffa,b\nKöln,2\n'), 'UTF-8'],
    ['in UTF-16', Buffer.from('\ufeffa,b\nKöln,2\n', 'utf16le'), 'UTF-16'],
    ['in big-endian UTF-16', Buffer.from('\ufeffa,b\nKöln,2\n', 'utf16le').swap16(), 'UTF-16'],
  ])('reads a file %s', async (name, bytes, label) => {
    const { rows, facts } = await table(csv(`${name}.csv`, bytes))

    expect(rows).toEqual([['Köln', '2']])
    expect(facts.columns[0]?.Name).toBe('a')
    expect(facts.dialect).toContain(label)
  })

  it('detects older encodings by their letters, and says so if it cannot', async () => {
    const greek = [...'Αθηνα κανονικη Σταθμος λειτουργια'].map((sign) => {
      const code = sign.charCodeAt(0)
      return code > 0x390 ? code - 0x2d0 : code
    })

    const told = await table(csv('greek.csv', Buffer.from([...Buffer.from('a,b\n1,'), ...greek, 10])))
    const untold = await table(csv('short.csv', Buffer.from([...Buffer.from('a,b\n1,'), 0xf1, 0xf2, 0xf3, 10])))

    expect(told.rows).toEqual([['1', 'Αθηνα κανονικη Σταθμος λειτουργια']])
    expect(told.facts.dialect).toContain('Greek (Windows-1253)')
    expect(untold.facts.dialect).toContain('unknown encoding, shown as Latin-1')
  })

  it('skips blank lines, comments and the DOS end-of-file character', async () => {
    const text = 'a,b\n1,2\n\n# a remark\n3,4\n  // another\n5,\n\u001a'

    const { rows, total } = await table(csv('remarks.csv', text))

    expect(rows).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', null],
    ])
    expect(total).toBe(3)
    expect((await table(csv('empty-rows.csv', 'a,b\n1,2\n,\n3,4\n'))).total).toBe(3)
  })

  it('reads numbers with spaces or apostrophes as thousands separators', async () => {
    const text = "a;b;c\n1 234,5;1'000;\u2212 3\n999,0;12'345;x\n"

    const { facts, rows } = await table(csv('grouped.csv', text), { sort: { column: 'a', descending: false } })

    expect(facts.columns.map(({ Kind }) => Kind)).toEqual(['number', 'number', 'text'])
    expect(rows.map(([first]) => first)).toEqual(['999,0', '1 234,5'])
  })

  it('reads a file as Latin-1 if its first non-ASCII character follows the sample', async () => {
    const rows = Array.from({ length: 120_000 }, (_, row) => `${row},plain text`).join('\n')
    const bytes = Buffer.concat([Buffer.from(`id,name\n${rows}\n`), Buffer.from([0x39, 0x2c, 0xf6, 0x0a])])

    const { rows: last, total } = await table(csv('late-latin.csv', bytes), { offset: 120_000 })

    expect(last).toEqual([['9', 'ö']])
    expect(total).toBe(120_001)
  })

  it('profiles columns: range, distribution, missing and distinct values', async () => {
    const { facts } = await table(csv('profile.csv', gauges(2000)))
    const [id, time, level, flag] = facts.columns

    expect(id).toMatchObject({ Min: '0', Max: '1999', NullCount: 0 })
    expect(id?.Histogram).toHaveLength(20)
    expect(id?.Histogram?.reduce((sum, count) => sum + count, 0)).toBe(2000)
    expect(time).toMatchObject({ Kind: 'time', Min: '2024-01-01 00:00:00' })
    expect(level?.Histogram?.every((count) => count > 0)).toBe(true)
    expect(flag).toMatchObject({ Kind: 'text', Histogram: null, DistinctCount: 1, NullCount: 1333 })
  })

  it('sorts numbers by value and missing values last', async () => {
    const file = csv('sort.csv', 'station,q\na,10\nb,9\nc,\nd,100\n')

    const up = await table(file, { sort: { column: 'q', descending: false } })
    const down = await table(file, { sort: { column: 'q', descending: true } })

    expect(up.rows.map(([station]) => station)).toEqual(['b', 'a', 'd', 'c'])
    expect(down.rows.map(([station]) => station)).toEqual(['d', 'a', 'b', 'c'])
    expect(down.numbers).toEqual([3, 0, 1, 2])
  })

  it('refuses to sort by an unknown column', async () => {
    const file = csv('sort-missing.csv', 'a,b\n1,2\n')

    await expect(table(file, { sort: { column: 'q"; DROP', descending: false } })).rejects.toMatchObject({
      code: 'invalid-parameters',
    })
  })

  it('finds literal text in any column, case-insensitive', async () => {
    const file = csv('find.csv', "name,note\nKöln,100 % sure\nBonn,it's 50%\nMainz,nothing\n")

    expect((await table(file, { find: 'KÖLN' })).rows).toEqual([['Köln', '100 % sure']])
    expect((await table(file, { find: "it's 50%" })).numbers).toEqual([1])
    expect(await table(file, { find: '%%' })).toMatchObject({ rows: [], total: 0 })
  })

  it('shows the first columns of a very wide table and says so', async () => {
    const wide = (of: (column: number) => string) => Array.from({ length: 10_000 }, (_, column) => of(column)).join(',')

    const { facts, rows } = await table(csv('wide.csv', `${wide((c) => `c${c}`)}\n${wide(String)}\n${wide(String)}\n`))

    expect(facts.columns).toHaveLength(500)
    expect(rows[1]?.[499]).toBe('499')
    expect(facts.notes).toEqual(['The first 500 of 10,000 columns are shown.'])
  })

  it('truncates very long cells', async () => {
    const { rows } = await table(csv('long-cell.csv', `a,b\n1,${'x'.repeat(5000)}\n`))

    expect(rows[0]?.[1]).toBe(`${'x'.repeat(1000)}…`)
  })
})

describe('a broken table', () => {
  it('is shown without the irregular lines and says which they are', async () => {
    const lines = Array.from({ length: 20_000 }, (_, row) => (row === 18_202 ? '1,2,3,4' : `${row},x,y`))

    const { facts, total } = await table(csv('ragged.csv', `a,b,c\n${lines.join('\n')}\n`))

    expect(total).toBe(19_999)
    expect(facts.notes).toEqual([
      '1 row with more cells than the table has columns was left out; the first is row 18,203 (line 18,204).',
    ])
  })

  it('is refused with the first irregular line if many are irregular', async () => {
    const lines = Array.from({ length: 500 }, (_, row) => (row % 4 === 3 ? '1,2,3,4,5' : '1,2,3'))

    await expect(table(csv('hopeless.csv', `a,b,c\n${lines.join('\n')}\n`))).rejects.toMatchObject({
      code: 'preview-failed',
      message: expect.stringContaining('Row 4 of hopeless.csv (line 5) has 5 columns where the header names 3.'),
    })
  })

  it('with short rows is shown with padded rows, even next to values that span lines', async () => {
    const { rows } = await table(csv('short.csv', 'a,b\n1,"two\nlines"\n2\n3,x\n'))

    expect(rows).toEqual([
      ['1', 'two\nlines'],
      ['2', null],
      ['3', 'x'],
    ])
  })

  it('with a quotation mark that is never closed is shown with all its lines', async () => {
    const lines = Array.from({ length: 100_000 }, (_, row) => (row === 7 ? '5,"oops' : `${row},fine`))

    const { rows, total, facts } = await table(csv('quote.csv', `a,b\n${lines.join('\n')}\n`))

    expect(rows[7]).toEqual(['5', '"oops'])
    expect(total).toBe(100_000)
    expect(facts.notes[0]).toContain('never closed')
  })

  it.each([
    ['NUL bytes', 'a,b\n1,\0x\n', [['1', 'x']]],
    [
      'mixed line ends',
      'a,b\r\n1,2\n3,4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'old Mac line ends',
      'a,b\r1,2\r3,4\r',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['only a header', 'a,b\n', []],
    ['nothing at all', '', []],
  ])('with %s is shown', async (name, content, rows) => {
    expect((await table(csv(`${name}.csv`, content))).rows).toEqual(rows)
  })

  it('with one endless line is refused at once', async () => {
    const file = csv('endless.csv', `a,b\n1,${'x'.repeat(20_000_000)}\n2,3\n`)

    await expect(table(file)).rejects.toThrow('A row of endless.csv is longer than 1.5 MB')
  })
})

describe('a gzip-compressed table', () => {
  const packed = (name: string, bytes: Uint8Array) => ({ ...csv(name, bytes), isPacked: true })

  it('is shown like the table in it, even if it is large', async () => {
    const small = await table(packed('small.csv.gz', gzipSync('a,b\nKöln,2\n')))
    const large = await table(packed('large.csv.gz', gzipSync(gauges(400_000))))

    expect(small).toMatchObject({ rows: [['Köln', '2']], total: 1 })
    expect(large).toMatchObject({ total: 400_000, facts: { isEstimate: false } })
  })

  it('is refused with a clear message if it is damaged', async () => {
    const file = packed('cut.csv.gz', gzipSync(gauges(1000)).subarray(0, 500))

    await expect(table(file)).rejects.toThrow('is a corrupt or truncated gzip file')
  })
})

describe('a Parquet file', () => {
  async function parquet(name: string, select: string): Promise<PreviewFile> {
    const place = path.join(folder, name)
    const instance = await DuckDBInstance.create()
    const connection = await instance.connect()
    await connection.run(`COPY (${select}) TO '${place}' (FORMAT parquet)`)
    connection.closeSync()
    return { ...csv(`${name}.copy`, ''), path: place, sha256: name.padEnd(64, '0'), mediaType: MEDIA.parquet }
  }

  it('is read without a copy, with its types', async () => {
    const file = await parquet(
      'typed.parquet',
      `SELECT 12345678901234567.89::DECIMAL(20,2) AS d, DATE '2024-02-29' AS "the day", [1, 2] AS list, NULL::INT AS gap, true AS yes`,
    )

    const { rows, facts } = await table(file)

    expect(rows).toEqual([['12345678901234567.89', '2024-02-29', '[1, 2]', null, 'true']])
    expect(facts.columns.map((column) => column.Kind)).toEqual(['number', 'time', 'other', 'number', 'boolean'])
    expect(facts.dialect).toBeNull()
  })

  it('sorts and searches without a copy', async () => {
    const file = await parquet('many.parquet', `SELECT i AS "a ""b""", 'row ' || i AS t FROM range(50000) r(i)`)

    const { rows } = await table(file, { sort: { column: 'a "b"', descending: true }, limit: 2 })
    const { total } = await table(file, { find: 'ROW 4999' })

    expect(rows.map(([first]) => first)).toEqual(['49999', '49998'])
    expect(total).toBe(11)
  })

  it('shows a column that has the name of the internal row number', async () => {
    const file = await parquet('counted.parquet', `SELECT i * 10 AS file_row_number, 'r' || i AS t FROM range(3) r(i)`)

    const { rows, facts } = await table(file, { sort: { column: 'file_row_number', descending: true } })

    expect(facts.columns.map(({ Name, Kind }) => [Name, Kind])).toEqual([
      ['file_row_number', 'number'],
      ['t', 'text'],
    ])
    expect(rows).toEqual([
      ['20', 'r2'],
      ['10', 'r1'],
      ['0', 'r0'],
    ])
  })

  it('that is truncated is refused with a clear message', async () => {
    const file = { ...csv('cut.parquet', 'PAR1 and then nothing'), mediaType: MEDIA.parquet }

    await expect(table(file)).rejects.toThrow('damaged or truncated')
  })
})

describe('a large CSV', () => {
  const large = previewService({
    ...options,
    cacheDir: path.join(folder, 'large'),
    limits: { wholeAtOnceBytes: 1_000_000 },
  })
  afterAll(() => large.close())

  it('shows its first rows at once, estimates the number of rows, and is read completely only once', async () => {
    const file = csv('large.csv', gauges(400_000))

    const head = await large.table(file, FIRST)
    const whole = await large.table(file, FIRST, { whole: true })

    expect(head.facts.isEstimate).toBe(true)
    expect(head.rows).toEqual(whole.rows)
    expect(Math.abs(head.total - 400_000)).toBeLessThan(20_000)
    expect(whole).toMatchObject({ total: 400_000, facts: { isEstimate: false } })
    expect(await large.table(file, { offset: 399_999, limit: 10 })).toMatchObject({ numbers: [399_999] })
    expect(readdirSync(path.join(folder, 'large')).filter((name) => name.startsWith('making-'))).toEqual([])
  })
})

describe('the preview process', () => {
  it('is replaced after a task that takes too long, so that the next task succeeds', async () => {
    const hasty = previewService({ ...options, cacheDir: path.join(folder, 'hasty'), limits: { quickMs: 1 } })
    const file = csv('hasty.csv', gauges(1000))

    await expect(hasty.table(file, FIRST)).rejects.toMatchObject({ code: 'preview-failed' })
    hasty.close()

    expect((await table(file)).total).toBe(1000)
  })

  it('is replaced after it was killed', async () => {
    const file = csv('killed.csv', gauges(1000))
    await table(csv('warm.csv', 'a\n1\n'))
    const pid = previews.childPid()

    const answer = table(file)
    process.kill(pid ?? 0, 'SIGKILL')

    await answer.catch((error: Error) => expect(error.message).toContain('needs more memory'))
    expect(previews.childPid()).not.toBe(pid)
    expect((await table(csv('after.csv', 'a\n1\n'))).rows).toEqual([['1']])
  })

  it('refuses tasks when too many are waiting', async () => {
    const file = csv('pile.csv', 'a\n1\n')
    const waiting = Array.from({ length: 80 }, () => table(file))

    const outcomes = await Promise.allSettled(waiting)

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ reason }) => reason.code === 'busy')).toBe(true)
  })

  it('evicts a table together with its description and creates both again on request', async () => {
    const cacheDir = path.join(folder, 'evicting')
    const [first, second] = [csv('first.csv', gauges(3000)), csv('second.csv', `${gauges(3000)}3000,,,\n`)]
    const roomy = previewService({ ...options, cacheDir })
    await roomy.table(first, FIRST)
    roomy.close()
    const cacheBytes = readdirSync(cacheDir).reduce((sum, name) => sum + statSync(path.join(cacheDir, name)).size, 0)
    const evicting = previewService({ ...options, cacheDir, cacheBytes: Math.round(cacheBytes * 1.5) })

    await evicting.table(second, FIRST)
    const left = readdirSync(cacheDir).map((name) => name.split('.', 1)[0])
    const again = await evicting.table(first, FIRST)
    evicting.close()

    expect(left).toEqual([second.sha256, second.sha256])
    expect(again.rows).toHaveLength(100)
  })

  it('can show a table that is larger than the cache', async () => {
    const small = previewService({ ...options, cacheDir: path.join(folder, 'small'), cacheBytes: 1 })

    const { rows } = await small.table(csv('small.csv', gauges(100)), FIRST)
    small.close()

    expect(rows).toHaveLength(100)
  })

  it('can read only the file of its task, whatever that file contains', async () => {
    writeFileSync(path.join(folder, 'secret.txt'), 'secret')
    const name = `x'), (SELECT content FROM read_text('${path.join(folder, 'secret.txt')}')) --`

    const { facts, rows } = await table(csv('hostile.csv', `"${name}",b\n1,2\n`), { find: "') OR 1=1 --" })

    expect(facts.columns[0]?.Name).toBe(name)
    expect(rows).toEqual([])
  })
})
