import { readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { gauges } from '#testing/preview-files.ts'
import { FIRST, testPreviews } from '#testing/previews.ts'

const { csv, folder, open, table } = testPreviews()

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

    expect(facts.dialect).toBe('Latin-1, semicolon-separated, decimal comma')
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

    const detected = await table(csv('greek.csv', Buffer.from([...Buffer.from('a,b\n1,'), ...greek, 10])))
    const undetected = await table(csv('short.csv', Buffer.from([...Buffer.from('a,b\n1,'), 0xf1, 0xf2, 0xf3, 10])))

    expect(detected.rows).toEqual([['1', 'Αθηνα κανονικη Σταθμος λειτουργια']])
    expect(detected.facts.dialect).toContain('Greek (Windows-1253)')
    expect(undetected.facts.dialect).toContain('unknown encoding, shown as Latin-1')
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

  it('reads a file as Latin-1 if its first non-ASCII character comes after the sample', async () => {
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
    expect(flag?.Top).toEqual([{ Value: 'ok', Rows: 667 }])
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

  it('finds numbers as they are shown, whatever their spelling in the file', async () => {
    const german = csv('german-find.csv', 'place;level;flow\na 1.5;201,5;1800\nb;2301,5;1900\n')
    const quoted = csv('quoted-find.csv', 'place,level\na,"1,800"\nb,1.8\n')
    const plain = csv('plain-find.csv', 'place,level\n"a 1,800",1800.25\nb,18\n')

    expect((await table(german, { find: '201.5' })).numbers).toEqual([0])
    expect((await table(german, { find: '2,301.5' })).numbers).toEqual([1])
    expect((await table(german, { find: '1.5' })).numbers).toEqual([0, 1])
    expect((await table(german, { find: '1,800' })).numbers).toEqual([0])
    expect((await table(plain, { find: '1,800.2' })).numbers).toEqual([0])
    expect((await table(quoted, { find: '1.8' })).numbers).toEqual([1])
    expect((await table(german, { find: '1.5', offset: 1 })).numbers).toEqual([1])
    expect((await table(quoted, { find: '1.8', offset: 1 })).numbers).toEqual([])
    expect((await table(german, {})).facts.columns.map(({ DecimalComma }) => DecimalComma)).toEqual([
      undefined,
      true,
      true,
    ])
  })

  it('truncates very long cells', async () => {
    const { rows } = await table(csv('long-cell.csv', `a,b\n1,${'x'.repeat(5000)}\n`))

    expect(rows[0]?.[1]).toBe(`${'x'.repeat(1000)}…`)
  })
})

describe('a gzip-compressed table', () => {
  const gzipped = (name: string, bytes: Uint8Array) => ({ ...csv(name, bytes), isGzipped: true })

  it('is shown like the table that it contains, even if it is large', { tags: 'long' }, async () => {
    const small = await table(gzipped('small.csv.gz', gzipSync('a,b\nKöln,2\n')))
    const large = await table(gzipped('large.csv.gz', gzipSync(gauges(400_000))))

    expect(small).toMatchObject({ rows: [['Köln', '2']], total: 1 })
    expect(large).toMatchObject({ total: 400_000, facts: { isEstimate: false } })
  })

  it('is refused with a clear message if it is damaged', async () => {
    const file = gzipped('cut.csv.gz', gzipSync(gauges(1000)).subarray(0, 500))

    await expect(table(file)).rejects.toThrow('is a corrupt or truncated gzip file')
  })
})

describe('a large CSV', () => {
  const large = open('large', { limits: { wholeTableBytes: 1_000_000 } })

  it('shows its first rows immediately with an estimated number of rows, and is read completely only once', async () => {
    const file = csv('large.csv', gauges(400_000))

    const head = await large.table('ada', file, FIRST)
    const whole = await large.table('ada', file, FIRST, { whole: true })

    expect(head.facts.isEstimate).toBe(true)
    expect(head.rows).toEqual(whole.rows)
    expect(Math.abs(head.total - 400_000)).toBeLessThan(20_000)
    expect(whole).toMatchObject({ total: 400_000, facts: { isEstimate: false } })
    expect(await large.table('ada', file, { offset: 399_999, limit: 10 })).toMatchObject({ numbers: [399_999] })
    expect(readdirSync(path.join(folder, 'large')).filter((name) => name.startsWith('making-'))).toEqual([])
  })

  it('suggests another way if it can’t be read completely in time, and keeps showing its first rows', async () => {
    const previews = open('hasty', { limits: { wholeMs: 1, wholeTableBytes: 100, headBytes: 1000 } })
    const file = csv('slow.csv', gauges(200))

    await expect(
      previews.table('ada', file, { ...FIRST, sort: { column: 'level', descending: true } }),
    ).rejects.toThrow(
      'Reading all of this table takes longer than 0.001 s. Run “Convert table” to get a Parquet file, which can be sorted and filtered immediately.',
    )
    expect((await previews.table('ada', file, FIRST)).facts.isEstimate).toBe(true)
  })

  it('suggests a job for what takes too long in a preview', async () => {
    const file = csv('ready.csv', gauges(200))
    const other = csv('other.csv', gauges(201))
    const patient = open('ready')
    await patient.table('ada', file, FIRST)
    await patient.table('ada', other, FIRST)
    const hasty = open('ready', { limits: { quickMs: 1 } })

    await expect(hasty.table('ada', file, { ...FIRST, find: 'x' })).rejects.toThrow(
      'Sorting or filtering this table takes longer than 0.001 s. Keep this view as a job, which has more time.',
    )
    await expect(
      hasty.compare('ada', { before: file, after: other }, { page: { offset: 0, limit: 10 } }),
    ).rejects.toThrow(
      'Comparing these tables takes longer than 0.001 s. Run “Compare tables” as a job, which has more time.',
    )
  })

  it('has the same types as in steps once it is read completely', async () => {
    const file = csv('later.csv', `${gauges(200_000)}broken,2024-01-01 00:00:00,n.b.,\n`)

    const head = await large.table('ada', file, FIRST)
    const whole = await large.table('ada', file, FIRST, { whole: true })

    const kinds = ({ facts }: typeof head) => facts.columns.map(({ Kind, AlmostKind }) => [Kind, AlmostKind])
    expect(kinds(head).slice(0, 3)).toEqual([
      ['number', null],
      ['time', null],
      ['number', null],
    ])
    expect(kinds(whole).slice(0, 3)).toEqual([
      ['text', 'number'],
      ['time', null],
      ['text', 'number'],
    ])
  })
})
