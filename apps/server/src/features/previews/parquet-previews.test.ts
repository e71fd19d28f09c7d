import { MEDIA } from '@millrace/contracts/media-types'
import { describe, expect, it } from 'vitest'
import { testParquet } from '#testing/preview-files.ts'
import { testPreviews } from '#testing/previews.ts'

const { csv, folder, previews, table } = testPreviews()

describe('a Parquet file', () => {
  const parquet = (name: string, select: string) => testParquet(folder, name, select)

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

  it('finds the lowest and highest of integers that a double cannot hold exactly', async () => {
    const file = await parquet(
      'long.parquet',
      `SELECT 9007199254740993 + i AS id, (18446744073709551600 + i)::UBIGINT AS u,
        make_timestamp_ns(1711756800000000000 + i) AS t FROM range(9) r(i) ORDER BY hash(i)`,
    )

    const { facts } = await table(file)

    expect(facts.columns.map(({ Min, Max }) => [Min, Max])).toEqual([
      ['9007199254740993', '9007199254741001'],
      ['18446744073709551600', '18446744073709551608'],
      ['2024-03-30 00:00:00', '2024-03-30 00:00:00.000000008'],
    ])
  })

  it('sorts and searches without a copy', async () => {
    const file = await parquet('many.parquet', `SELECT i AS "a ""b""", 'row ' || i AS t FROM range(50000) r(i)`)

    const { rows } = await table(file, { sort: { column: 'a "b"', descending: true }, limit: 2 })
    const { total } = await table(file, { find: 'ROW 4999' })

    expect(rows.map(([first]) => first)).toEqual(['49999', '49998'])
    expect(total).toBe(11)
  })

  it.each(['c7', 'file_row_number'])(
    'is read in blocks if it has very many columns, one of them %s',
    { tags: 'long' },
    async (name) => {
      const columns = Array.from({ length: 600 }, (_, at) => `i * 1000 + ${at} AS ${at === 7 ? name : `c${at}`}`)
      const file = await parquet(`wide-${name}.parquet`, `SELECT ${columns.join(', ')} FROM range(20) r(i)`)

      const { rows, facts } = await table(file, {
        columnOffset: 550,
        sort: { column: name, descending: true },
        where: [{ Column: 'c599', Is: 'LessThan', Values: ['3000'] }],
        find: '2033',
      })

      expect(facts.columns[0]?.Name).toBe('c500')
      expect(rows.map(([first]) => first)).toEqual(['2500'])
    },
  )

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

  it('that is long has an exact number of distinct values, unless they are very many', async () => {
    const file = await parquet('long.parquet', 'SELECT i % 3001 AS few, i AS many FROM range(1_000_500) t(i)')
    const distinct = async (column: string) => previews.column('ada', file, { column, filter: {} })

    expect(await distinct('few')).toMatchObject({ DistinctCount: 3001, DistinctIsEstimated: false })
    expect(await distinct('many')).toMatchObject({ DistinctIsEstimated: true })
  })

  it('that is truncated is refused with a clear message', async () => {
    const file = { ...csv('cut.parquet', 'PAR1 and then nothing'), mediaType: MEDIA.parquet }

    await expect(table(file)).rejects.toThrow('damaged or truncated')
  })
})
