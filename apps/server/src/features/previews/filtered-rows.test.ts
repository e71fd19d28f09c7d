import type { ColumnPreviewProperties, RowCondition, TablePreviewProperties } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { uploads } from '#testing/jobs.ts'
import { gauges } from '#testing/preview-files.ts'

const api = await testApi()

const LEVELS = `station;level;day;ok
Köln;301,5;01.03.2024;true
Köln;250;02.03.2024;false
"Bonn, Rhein";;02.03.2024;true
Mainz;410;;
KÖLN;410;31.12.2023;true
`

interface Reply<P> {
  status: number
  properties: P
  detail?: string
  faults?: { pointer: string; message: string }[]
}

/** Returns the response of an action, or the document to which it redirects. */
async function asked<P>(person: TestClient, href: string, body: unknown): Promise<Reply<P>> {
  const first = await person.post(href, body)
  const location = first.headers.get('location')
  const reply = location ? await person.get(location) : first
  return { status: reply.status, ...((await reply.json()) as Omit<Reply<P>, 'status'>) }
}

async function withLevels(text: string | Buffer = LEVELS) {
  const alice = await api.signUp()
  const file = await uploads(alice, 'levels.csv', Buffer.from(text))
  return {
    alice,
    file,
    rows: (parameters: Record<string, unknown>) =>
      asked<TablePreviewProperties>(alice, `${file}/Preview/ReadRows`, parameters),
    column: (parameters: Record<string, unknown>) =>
      asked<ColumnPreviewProperties>(alice, `${file}/Preview/DescribeColumn`, parameters),
  }
}

const where = (Column: string, Is: RowCondition['Is'], ...Values: string[]) => ({ Where: [{ Column, Is, Values }] })

describe('ReadRows with conditions', () => {
  it.each<[Record<string, unknown>, number[]]>([
    [where('station', 'OneOf', 'Köln', 'Bonn, Rhein'), [0, 1, 2]],
    [{ ...where('station', 'Equals', 'köln'), IgnoreCase: true }, [0, 1, 4]],
    [where('station', 'Contains', 'öl'), [0, 1]],
    [where('level', 'Between', '250', '301.5'), [0, 1]],
    [where('level', 'MoreThan', '300'), [0, 3, 4]],
    [where('level', 'IsEmpty'), [2]],
    [where('day', 'AtMost', '2024-03-01'), [0, 4]],
    [where('ok', 'Equals', 'true'), [0, 2, 4]],
    [{ Where: [...where('level', 'AtLeast', '300').Where, ...where('ok', 'IsNotEmpty').Where] }, [0, 4]],
    [{ ...where('level', 'IsNotEmpty'), Find: 'mainz' }, [3]],
    [{ ...where('level', 'IsNotEmpty'), Sort: 'level', Order: 'Descending' }, [3, 4, 0, 1]],
    [where('station', 'Equals', "' OR 1=1 --"), []],
  ])('returns the rows that meet %j', async (parameters, numbers) => {
    const { rows } = await withLevels()

    const { properties } = await rows(parameters)

    expect(properties.RowNumbers).toEqual(numbers)
    expect(properties.TotalRows).toBe(numbers.length)
  })

  it('keeps the conditions in the links to other pages', async () => {
    const { alice, rows } = await withLevels(gauges(300))

    const first = (await rows({ ...where('level', 'AtLeast', '10'), Limit: 50 })) as unknown as {
      links: { rel: string[]; href: string }[]
    }
    const next = first.links.find(({ rel }) => rel.includes('next'))?.href ?? ''
    const page = (await (await alice.get(next)).json()) as Reply<TablePreviewProperties>

    expect(page.properties).toMatchObject({ Offset: 50, TotalRows: 220 })
    expect(page.properties.RowNumbers[0]).toBe(130)
  })

  it.each<[Record<string, unknown>, string, string]>([
    [where('level', 'AtLeast', 'high'), '/Where/0/Values', 'The filter on “level” needs a number, such as 12.5.'],
    [where('nothing', 'IsEmpty'), '/Where/0/Column', 'The table has no column “nothing”.'],
    [where('day', 'Between', '2024-01-01'), '/Where/0/Values', 'needs two values'],
    [{ Where: [{ Column: 'level', Is: 'Like' }] }, '/Where/0/Is', ''],
    [where('station', 'OneOf', ...Array.from({ length: 90 }, () => 'x'.repeat(100))), '/Where', 'too long'],
  ])('refuses %j and says where it is wrong', async (parameters, pointer, message) => {
    const { rows } = await withLevels()

    const { status, faults } = await rows(parameters)

    expect(status).toBe(422)
    expect(faults?.[0]?.pointer).toBe(pointer)
    expect(faults?.[0]?.message).toContain(message)
  })

  it('refuses an address whose conditions can’t be read, instead of showing other rows', async () => {
    const { alice, file } = await withLevels()

    expect((await alice.get(`${file}/Preview?where=%7B`)).status).toBe(422)
    expect((await alice.get(`${file}/Preview?where=%5B1%5D`)).status).toBe(422)
  })
})

describe('DescribeColumn', () => {
  it('describes the rows that meet the filter', async () => {
    const { column } = await withLevels()

    const all = await column({ Column: 'level' })
    const some = await column({ Column: 'level', ...where('ok', 'Equals', 'true') })

    expect(all.properties).toMatchObject({
      Rows: 5,
      MissingRows: 1,
      DistinctCount: 3,
      Min: '250',
      Max: '410',
      Median: '355.75',
      Mean: 342.875,
    })
    expect(all.properties.StandardDeviation).toBeCloseTo(80.3102, 4)
    expect(all.properties.Histogram).toMatchObject({ Low: 250, High: 410 })
    expect(some.properties).toMatchObject({ Rows: 3, MissingRows: 1, Min: '301,5', Median: '355.75' })
    expect(some.properties.Histogram?.Counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  })

  it('finds the lowest and highest of integers that a double cannot hold exactly', async () => {
    const ids = [0, 5, 8, 3, 1].map((n) => String(9007199254740993n + BigInt(n)))
    const { column } = await withLevels(ids.map((id) => `{"id":${id}}\n`).join(''))

    const { properties } = await column({ Column: 'id' })

    expect(properties).toMatchObject({ Min: '9007199254740993', Max: '9007199254741001' })
  })

  it('describes integers beyond 64 bits as numbers, whose values find their rows', async () => {
    const ids = ['123456789012345678902', '5', 'NaN', '123456789012345678901', '123456789012345678902']
    const { column, rows } = await withLevels(ids.map((id) => `{"id":${id}}\n`).join(''))

    const { properties } = await column({ Column: 'id' })
    const found = await rows(where('id', 'OneOf', '123456789012345678902'))
    const between = await rows(where('id', 'Between', '6', '123456789012345678901'))

    const long = { Value: '123456789012345678902', Text: '123456789012345678902', Rows: 2 }
    expect(properties).toMatchObject({ Kind: 'number', Rows: 5, MissingRows: 1, DistinctCount: 3 })
    expect(properties).toMatchObject({ Min: '5', Max: '123456789012345678902' })
    expect(properties.Values).toHaveLength(3)
    expect(properties.Values?.[0]).toEqual(long)
    expect(found.properties.RowNumbers).toEqual([0, 4])
    expect(between.properties.RowNumbers).toEqual([3])
  })

  it('lists frequent values in the rows that meet the conditions on other columns', async () => {
    const { column } = await withLevels()
    const both = { Where: [...where('station', 'Equals', 'Mainz').Where, ...where('level', 'IsNotEmpty').Where] }

    const stations = await column({ Column: 'station', ...both })
    const found = await column({ Column: 'station', ValuesWith: 'KÖ' })
    const levels = await column({ Column: 'level' })

    expect(stations.properties).toMatchObject({ Rows: 1, DistinctCount: 1 })
    expect(stations.properties.Values).toEqual([
      { Value: 'Köln', Text: 'Köln', Rows: 2 },
      { Value: 'KÖLN', Text: 'KÖLN', Rows: 1 },
      { Value: 'Mainz', Text: 'Mainz', Rows: 1 },
    ])
    expect(found.properties.Values?.map(({ Value }) => Value)).toEqual(['Köln', 'KÖLN'])
    expect(levels.properties.Values?.[0]).toEqual({ Value: '410.0', Text: '410', Rows: 2 })
  })

  it('lists values that find their rows when used as conditions', async () => {
    const { column, rows } = await withLevels()

    for (const name of ['station', 'level', 'day', 'ok']) {
      const { properties } = await column({ Column: name })
      for (const { Value, Rows } of properties.Values ?? [])
        expect((await rows(where(name, 'OneOf', Value))).properties.TotalRows).toBe(Rows)
    }
  })

  it('has a median and a histogram of times', async () => {
    const { column } = await withLevels(gauges(2000))

    const { properties } = await column({ Column: 'time', ...where('id', 'LessThan', '1000') })

    expect(properties.Rows).toBe(1000)
    expect(properties.Median).toMatch(/^2024-01-1\d/)
    expect(properties.Histogram?.Counts).toHaveLength(20)
    expect(properties.Histogram?.Counts.reduce((sum, count) => sum + count, 0)).toBe(1000)
  })

  it('lists no values of a column with many numbers, and the most frequent ones of many texts', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `${at},${at % 3 === 0 ? 'often' : `word ${at}`}`)
    const { column } = await withLevels(`n,word\n${lines.join('\n')}\n`)

    const numbers = await column({ Column: 'n' })
    const words = await column({ Column: 'word' })

    expect(numbers.properties).toMatchObject({ Values: null, DistinctCount: 30_000, DistinctIsEstimated: false })
    expect(words.properties.Values?.[0]).toEqual({ Value: 'often', Text: 'often', Rows: 10_000 })
    expect(words.properties.HasMoreValues).toBe(true)
  })

  it('describes a column without rows', async () => {
    const { column } = await withLevels()

    const { properties } = await column({ Column: 'level', ...where('station', 'Equals', 'Nowhere') })

    expect(properties).toMatchObject({ Rows: 0, Min: null, Median: null, Histogram: null, DistinctCount: 0 })
  })

  it('refuses columns that the table lacks, and treats tables of others as missing', async () => {
    const { file, column } = await withLevels()
    const mallory = await api.signUp()

    expect((await column({ Column: 'nothing' })).faults?.[0]?.pointer).toBe('/Column')
    const theirs = await mallory.post(`${file}/Preview/DescribeColumn`, { Column: 'level' })
    expect(theirs.status).toBe(404)
  })
})
