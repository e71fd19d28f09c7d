import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { IS_LONG } from '@millrace/tables/testing/long'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { testParquet } from '#testing/preview-files.ts'
import { FIRST, testPreviews } from '#testing/previews.ts'
import type { PreviewFile } from './preview-file.ts'

const { csv, folder, open, table } = testPreviews()

describe('a damaged Parquet file', () => {
  it('is named if its values are not what its index says', async () => {
    const { path: place } = await testParquet(
      folder,
      'whole.parquet',
      `SELECT i, 'text ' || i AS s FROM range(5000) t(i)`,
    )
    const bytes = readFileSync(place)
    bytes.fill(0xff, 20, 4000)

    await expect(table(csv('torn.parquet', bytes))).rejects.toMatchObject({
      code: 'preview-failed',
      message:
        'The values of torn.parquet can’t be read. The Parquet file may be damaged or encrypted. Upload it again, without encryption.',
    })
  })

  it('is called encrypted if its signature says so', async () => {
    const bytes = Buffer.concat([Buffer.from('PARE'), Buffer.alloc(500, 1), Buffer.from('PARE')])

    await expect(table(csv('secret.parquet', bytes))).rejects.toMatchObject({
      message:
        'secret.parquet is an encrypted Parquet file, not a table. Save it without encryption and choose that file.',
    })
  })
})

describe('a broken table', () => {
  it('is shown without its irregular lines, which are listed', async () => {
    const lines = Array.from({ length: 20_000 }, (_, row) => (row === 18_202 ? '1,2,3,4' : `${row},x,y`))

    const { facts, total } = await table(csv('ragged.csv', `a,b,c\n${lines.join('\n')}\n`))

    expect(total).toBe(19_999)
    expect(facts.notes).toEqual([
      '1 row with more cells than the table has columns was left out; the first is row 18,203 (line 18,204).',
    ])
  })

  it('is refused with its first irregular line if many are irregular', async () => {
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

  it('with null characters says that it is shown without them', async () => {
    const { rows, facts } = await table(csv('zeros.csv', 'a,b\n1,2\n1,\0x\n"\0y",2\n'))

    expect(rows).toEqual([
      ['1', '2'],
      ['1', 'x'],
      ['y', '2'],
    ])
    expect(facts.notes).toEqual([
      '2 rows with null characters (bytes of value 0) were read without them; the first is row 2 (line 3).',
    ])
  })

  it.each([
    ['arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a list in a document', `{"x":[{"a":${'[1,'.repeat(20_000)}1${']'.repeat(20_000)}}]}`],
    ['a list of rows', `[{"a":1,"b":${'{"k":'.repeat(100_000)}1${'}'.repeat(100_000)}},{"a":2,"b":3}]`],
    ['a list on many lines', `[{"a":1,"b":${'[\n'.repeat(100_000)}${']\n'.repeat(100_000)}},{"a":2,"b":3}]`],
    ['a late line', `${'{"a":1,"b":1}\n'.repeat(30_000)}{"a":1,"b":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`],
  ])('FLT21 of JSON with deep %s is refused with the reason, and no error is logged', async (name, content) => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const { table: read } = open(`deep ${name}`, { log })

    await expect(read('ada', csv(`${name}.json`, content), FIRST)).rejects.toThrow(
      `${name}.json is nested too deeply to be read as a table. Convert it or choose another file.`,
    )
    expect(lines).toEqual([])
  })

  it.each([
    ['array of objects', (rows: string[]) => `[${rows.join(',')}]`],
    ['object per line', (rows: string[]) => rows.join('\n')],
  ])('with lists that are nested 200 times in an %s is shown and sorted', async (form, write) => {
    const nested = `${'['.repeat(200)}${']'.repeat(200)}`
    const file = csv(`nested ${form}.json`, write([`{"a":1,"b":${nested}}`, `{"a":2,"b":${nested}}`]))

    const { rows } = await table(file, { sort: { column: 'b', descending: true } })

    expect(rows).toEqual([
      ['1', nested],
      ['2', nested],
    ])
  })

  it('whose first line is long is read as one object per line', async () => {
    const long = 'x'.repeat(100_000)

    const { rows } = await table(csv('long.ndjson', `{"a":1,"b":"${long}"}\n{"a":2,"b":"y"}\n`))

    expect(rows.map(([a]) => a)).toEqual(['1', '2'])
  })

  it('says that day and month of dates could be swapped', async () => {
    const { facts } = await table(csv('dates.csv', 'day,v\n01/02/2023,1\n03/04/2023,2\n'))
    const clear = await table(csv('clear.csv', 'day,v\n01/02/2023,1\n13/04/2023,2\n'))

    expect(facts.notes).toEqual(['Column `day` was read as month/day/year, but day/month/year would fit as well.'])
    expect(clear.facts.notes).toEqual([])
  })

  it('with infinite values says that they count as missing', async () => {
    const { rows, facts } = await table(csv('infinite.csv', 'a,b,c\n1,inf,inf\n2,-Infinity,n/a\n3,1.5,x\n4,NaN,y\n'))

    expect(rows[0]).toEqual(['1', 'inf', 'inf'])
    expect(facts.columns.map(({ NullCount }) => NullCount)).toEqual([0, 3, 0])
    expect(facts.notes).toEqual(['Infinite values, such as “inf”, count as missing: 2 in column `b`.'])
  })

  it('FLT23 with one endless line is refused after its first megabytes, and needs hardly more memory than a small table', async () => {
    const file = endlessLine(IS_LONG ? 1000 : 100)
    const fresh = open('fresh')
    await fresh.table('ada', csv('small.csv', 'a\n1\n'), FIRST)
    const [pid = 0] = fresh.childPids()
    const before = peakBytes(pid)

    await expect(fresh.table('ada', file, FIRST)).rejects.toThrow('A row of endless.csv is longer than 1.5 MB')

    expect(fresh.childPids()).toEqual([pid])
    expect(peakBytes(pid) - before).toBeLessThan(64_000_000)
    expect((await fresh.text(file)).Text).toHaveLength(1_000_000)
  })
})

/** Creates a table whose second line has this many megabytes. */
function endlessLine(megabytes: number): PreviewFile {
  const place = path.join(folder, 'endless.csv')
  writeFileSync(place, 'a,b\n1,')
  const part = Buffer.alloc(1_000_000, 'x')
  for (let at = 0; at < megabytes; at += 1) appendFileSync(place, part)
  appendFileSync(place, '\n2,3\n')
  return {
    path: place,
    name: 'endless.csv',
    sha256: 'e'.repeat(64),
    mediaType: 'text/csv',
    sizeInBytes: statSync(place).size,
  }
}

/** Returns the peak memory of a process, in bytes. */
function peakBytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
