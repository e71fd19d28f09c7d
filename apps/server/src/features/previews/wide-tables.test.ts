import { describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'

const { csv, table, previews } = testPreviews()
const COLUMNS = 1_300

/** Builds a table with the number `10000 * row + column` in each cell, except for one column that contains words. */
function wide(name: string, rows: number) {
  const line = (cell: (column: number) => string | number) =>
    Array.from({ length: COLUMNS }, (_, at) => cell(at)).join(',')
  const lines = Array.from({ length: rows }, (_, row) =>
    line((at) => (at === 1_250 ? (['low', 'high', 'Köln'][row % 3] ?? '') : 10_000 * row + at)),
  )
  return csv(name, `${[line((at) => `c${at}`), ...lines].join('\n')}\n`)
}

const file = wide('wide.csv', 6)

describe('FLT23 a table with very many columns', () => {
  it('is read in blocks of columns', async () => {
    const first = await table(file)
    const last = await table(file, { columnOffset: 1_299 })

    expect(first.facts.columns).toHaveLength(500)
    expect(first.facts.block).toMatchObject({ firstColumn: 0 })
    expect(first.facts.block?.names).toHaveLength(COLUMNS)
    expect(last.facts.block).toMatchObject({ firstColumn: 1_000 })
    expect(last.facts.columns.map(({ Name }) => Name)).toEqual(first.facts.block?.names.slice(1_000))
    expect(last.rows[5]?.slice(249, 252)).toEqual(['51249', 'Köln', '51251'])
    expect(last.facts.columns[250]).toMatchObject({ Kind: 'text', DistinctCount: 3, DistinctIsEstimated: false })
    expect(first.facts.columns[0]).toMatchObject({ DistinctCount: 6, DistinctIsEstimated: false })
  })

  it('reports how much of a further block has been read', { tags: 'long' }, async () => {
    const reading = { columnOffset: 1_250 }
    const said = [await previews.reading('ada', file, reading)]
    while (said.at(-1)?.State !== 'Read') said.push(await previews.reading('ada', file, reading))

    expect(said.map(({ State }) => State)).not.toContain('Waiting')
    expect(await previews.reading('ada', file, { columnOffset: 9_999 })).toMatchObject({ State: 'Read' })
  })

  it('sorts the rows of a block by a column of another block', async () => {
    const sorted = await table(file, { columnOffset: 0, sort: { column: 'c1250', descending: true } })

    expect(sorted.numbers).toEqual([0, 3, 1, 4, 2, 5].toSorted((a, b) => byWord(b) - byWord(a) || a - b))
    expect(sorted.rows[0]?.[7]).toBe(`${10_000 * (sorted.numbers[0] ?? 0) + 7}`)
  })

  it('filters the rows of a block by columns of several others', async () => {
    const filtered = await table(file, {
      columnOffset: 600,
      where: [
        { Column: 'c1250', Is: 'Equals', Values: ['Köln'] },
        { Column: 'c3', Is: 'MoreThan', Values: ['20003'] },
      ],
    })

    expect(filtered).toMatchObject({ numbers: [5], total: 1 })
    expect(filtered.rows[0]?.[100]).toBe('50600')
  })

  it('finds text in any column', async () => {
    expect(await table(file, { find: 'köln' })).toMatchObject({ numbers: [2, 5], total: 2 })
    expect((await table(file, { find: '30777', columnOffset: 1_000 })).numbers).toEqual([3])
  })

  it('describes a column of any block in the rows that meet a filter', async () => {
    const filter = { where: [{ Column: 'c1250', Is: 'Equals' as const, Values: ['high'] }] }

    expect(await previews.column('ada', file, { column: 'c700', filter })).toMatchObject({
      Rows: 2,
      Min: '10700',
      Max: '40700',
    })
  })

  it('refuses unknown columns', async () => {
    await expect(table(file, { sort: { column: 'c1300', descending: false } })).rejects.toThrow('no column “c1300”')
    await expect(table(file, { where: [{ Column: 'x', Is: 'IsEmpty' }] })).rejects.toMatchObject({
      faults: [{ pointer: '/Where/0/Column' }],
    })
  })

  it('shows up to 2,000 columns and says so', async () => {
    const names = Array.from({ length: 2_100 }, (_, at) => `c${at}`).join(',')
    const cells = names.replaceAll('c', '')
    const { facts } = await table(csv('too-wide.csv', `${names}\n${cells}\n${cells}\n`), { columnOffset: 2_099 })

    expect(facts.block).toMatchObject({ firstColumn: 1_500 })
    expect(facts.block?.names).toHaveLength(2_000)
    expect(facts.notes).toEqual(['The first 2,000 of 2,100 columns are shown.'])
  })

  it.each([
    { columns: 500, rows: 3_000 },
    { columns: 8_000, rows: 2_100 },
  ])(
    'is read in little memory: $columns columns with few different texts in $rows rows',
    { tags: 'long', timeout: 60_000 },
    async ({ columns, rows }) => {
      const line = (cell: (column: number) => string) =>
        `${Array.from({ length: columns }, (_, at) => cell(at)).join(',')}\n`
      const text = line((at) => `c${at}`) + line((at) => (at % 2 === 0 ? 'yes' : 'no')).repeat(rows)
      const page = { offset: rows - 1, limit: 10 }

      const { facts, numbers } = await previews.table('ada', csv(`${columns}.csv`, text), page, { whole: true })

      expect(facts.totalRows).toBe(rows)
      expect(numbers).toEqual([rows - 1])
    },
  )
})

function byWord(row: number): number {
  return ['high', 'low', 'Köln'].toSorted().indexOf(['low', 'high', 'Köln'][row % 3] ?? '')
}
