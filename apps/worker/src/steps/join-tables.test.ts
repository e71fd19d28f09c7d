import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { parquetOfQuery } from '#testing-tables.ts'
import { joinTables } from './join-tables.ts'

const LEFT = 'station,level\nKaub,1\nköln,2\nMaxau,3\n,4\n'
const RIGHT = 'station,river,level\nKöln,Rhine,10\nCochem,Mosel,20\nKaub,Rhine,30\n'
const join = (left: string, right: string, parameters: Record<string, unknown> = {}) =>
  runOn(joinTables, { table: { 'left.csv': left }, other: { 'right.csv': right } }, parameters)

describe('join_tables', () => {
  it('keeps all rows of a key of UUIDs and a key of other text', async () => {
    const table = await parquetOfQuery("SELECT 'x' AS id")
    const other = await parquetOfQuery("SELECT '3f2504e0-4f89-11d3-9a0c-0305e82c3301'::UUID AS id, 1 AS v")

    const outcome = await runOn(
      joinTables,
      { table: { 'a.parquet': table }, other: { 'b.parquet': other } },
      { keys: ['id'], keep: 'all' },
    )

    expect(outcome.result).toMatchObject({ rows: 2 })
  })

  it('adds the columns of the other table and lists keys without a match', async () => {
    const outcome = await join(LEFT, RIGHT, { keys: ['station'] })

    expect(await outcome.rows('joined')).toEqual([
      { station: 'Kaub', level: 1, river: 'Rhine', 'level (right)': 30 },
      { station: 'köln', level: 2, river: 'Rhine', 'level (right)': 10 },
      { station: 'Maxau', level: 3, river: null, 'level (right)': null },
      { station: null, level: 4, river: null, 'level (right)': null },
    ])
    expect(await outcome.rows('unmatched')).toEqual([
      { table: 'left.csv', station: 'Maxau', rows: 1 },
      { table: 'left.csv', station: null, rows: 1 },
      { table: 'right.csv', station: 'Cochem', rows: 1 },
    ])
    expect(outcome.result).toEqual({
      rows: 4,
      columns: 4,
      matchedRows: 2,
      unmatchedRows: 2,
      unmatchedOtherRows: 1,
    })
  })

  it('distinguishes two tables with the same name', async () => {
    const outcome = await runOn(
      joinTables,
      { table: { 'a.csv': LEFT }, other: { 'a.csv': RIGHT } },
      { keys: ['station'] },
    )

    const names = (await outcome.rows('unmatched')).map(({ table }) => table)
    expect(names).toEqual(['a.csv, first table', 'a.csv, first table', 'a.csv, other table'])
  })

  it.each([
    ['both', ['Kaub', 'köln']],
    ['unmatched', ['Maxau', null]],
    ['all', ['Kaub', 'köln', 'Maxau', null, 'Cochem']],
  ])('keeps the rows asked for: %s', async (keep, stations) => {
    const outcome = await join(LEFT, RIGHT, { keys: ['station'], keep })

    expect((await outcome.rows('joined')).map((row) => row.station)).toEqual(stations)
  })

  it('matches numbers of single precision with the same numbers of a text file', async () => {
    const single = await parquetOfQuery("SELECT unnest([0.1, 2.5, 16777216])::FLOAT AS depth, 'x' AS layer")

    const outcome = await runOn(
      joinTables,
      { table: { 'a.csv': 'depth,v\n0.1,1\n2.5,2\n0.10001,3\n' }, other: { 'b.parquet': single } },
      { keys: ['depth'] },
    )
    const integers = await runOn(
      joinTables,
      { table: { 'b.parquet': single }, other: { 'a.csv': 'depth,v\n16777216,1\n16777217,2\n' } },
      { keys: ['depth'], keep: 'both' },
    )

    expect((await outcome.rows('joined')).map(({ layer }) => layer)).toEqual(['x', 'x', null])
    expect((await integers.rows('joined')).map(({ v }) => v)).toEqual([1])
    expect(outcome.log).toContain(
      '`depth` has numbers of single precision, so those of `depth` are compared to about 7 digits.',
    )
  })

  it('matches keys with decomposed accents and no-break spaces', async () => {
    const outcome = await join('station\nKo\u0308ln\u00a0\nBonn\n', 'station,n\nKöln,1\n\u202fBonn,2\n')

    expect((await outcome.rows('joined')).map((row) => row.n)).toEqual([1, 2])
  })

  it('compares case and spaces exactly if requested', async () => {
    const outcome = await join(LEFT, RIGHT, { keys: ['station'], lenient: false })

    expect(outcome.result).toMatchObject({ matchedRows: 1 })
  })

  it('adds a row for each match, uses the first match, or stops', async () => {
    const right = 'station,n\nKaub,1\nKaub,2\n'

    const all = await join('station\nKaub\n', right)
    const first = await join('station\nKaub\n', right, { several: 'first' })

    expect((await all.rows('joined')).map((row) => row.n)).toEqual([1, 2])
    expect((await first.rows('joined')).map((row) => row.n)).toEqual([1])
    await expect(join('station\nKaub\n', right, { several: 'stop' })).rejects.toThrow(
      'The key Kaub has 2 rows in right.csv. Remove the repeated rows with Deduplicate rows',
    )
    await expect(
      join('station,day\nKaub,1\n', 'station,day\nKaub,1\nKaub,1\n', { keys: ['station', 'day'], several: 'stop' }),
    ).rejects.toThrow('The key Kaub, 1 has 2 rows in right.csv.')
  })

  describe('with rows that have several matches', () => {
    const left = 'station,day\nKaub,1\nKaub,2\nBonn,1\nMaxau,1\n'
    const right = 'station,n\nKaub,1\nKaub,2\nKaub,3\nBonn,4\nCochem,5\nCochem,6\n'
    const severalNotes = ({ log }: { log: string[] }) => log.filter((line) => line.includes('several matches'))

    it.each([
      ['left', 8],
      ['both', 7],
      ['all', 10],
    ])('warns that they were multiplied: %s', async (keep, rows) => {
      const outcome = await join(left, right, { keep })

      expect(outcome.result).toMatchObject({ rows })
      expect(severalNotes(outcome)).toEqual([
        '2 rows of left.csv have several matches in right.csv, so they became 6 rows. If this is not intended, add key columns or set “Several matches” to “Use the first”.',
      ])
    })

    it('says how many matches were ignored', async () => {
      const outcome = await join(left, right, { several: 'first' })

      expect(outcome.result).toMatchObject({ rows: 4 })
      expect(severalNotes(outcome)).toEqual([
        '2 rows of left.csv have several matches in right.csv. The first match was used; 2 further rows of right.csv were ignored.',
      ])
    })

    it.each(['all', 'first'])('says nothing if only rows without a match are kept: %s', async (several) => {
      expect(severalNotes(await join(left, right, { several, keep: 'unmatched' }))).toEqual([])
    })

    it.each(['all', 'first'])('says nothing if each row has at most one match: %s', async (several) => {
      expect(severalNotes(await join(left, 'station,n\nKaub,1\nBonn,4\n', { several }))).toEqual([])
    })
  })

  it('keeps each row without a match, even if it uses the first of several matches', async () => {
    const right = 'station,n\nKaub,1\nKaub,2\nBonn,3\nBonn,4\n,5\n,6\n'

    const outcome = await join('station\nKaub\n', right, { several: 'first', keep: 'all' })

    expect((await outcome.rows('joined')).map((row) => row.n)).toEqual([1, 3, 4, 5, 6])
    expect(outcome.result).toMatchObject({ unmatchedOtherRows: 4 })
  })

  it('refuses a join whose result would have an enormous number of rows', { timeout: 60_000 }, async () => {
    const rows = `station\n${'Kaub\n'.repeat(8000)}`

    await expect(join(rows, rows)).rejects.toThrow('The result would have 64,000,000 rows, because keys repeat')
  })

  it('matches whole numbers with texts, even if their column also has fractions', async () => {
    const outcome = await join('id\n1.0\n2.5\n-3\n', 'id,name\n1,a\n2.5,b\n-3.0,c\nx,d\n', { keys: ['id'] })

    expect((await outcome.rows('joined')).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  it('joins by columns with different names and types', async () => {
    const outcome = await join('id\n1\n2\n', 'code,name\n1,a\nx,b\n', { keys: ['id'], other_keys: ['code'] })

    expect(await outcome.rows('joined')).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: null },
    ])
    expect(outcome.log.join('\n')).toContain('`id` has numbers and `code` texts, so they are compared as text.')
  })

  it('compares times of day with nested values as text', async () => {
    const times = await parquetOfQuery("SELECT TIME '12:00:00' AS at, 1 AS n")
    const nested = await parquetOfQuery("SELECT {'a': 1} AS at, 2 AS m")

    const outcome = await runOn(joinTables, { table: { 'a.parquet': times }, other: { 'b.parquet': nested } })

    expect((await outcome.rows('joined')).map(({ n, m }) => [n, m])).toEqual([[1, null]])
    expect(outcome.log).toContain('`at` has TIME and `at` STRUCT(a INTEGER), so they are compared as text.')
  })

  it('joins tables with columns called k0 and k1', async () => {
    const outcome = await join('id,k0,k1\n1,a,x\n2,a,y\n', 'id,k1,v\n1,x,5\n2,z,6\n', { keys: ['id', 'k1'] })

    expect((await outcome.rows('joined')).map(({ v }) => v)).toEqual([5, null])
  })

  it.each([
    ['T,t,v\n20,1,5\n', {}, 5],
    ['T,v\n20,5\n', {}, 5],
    ['T,v\n20,5\n', { keys: ['T'] }, 5],
    ['t,v\n20,5\n', {}, null],
  ])('joins by exact names if names differ only in case: %j %j', async (right, parameters, v) => {
    const outcome = await join('t,T\n1,20\n', right, parameters)

    expect((await outcome.rows('joined')).map((row) => row.v)).toEqual([v])
  })

  it('joins a logger file with duplicate headers by its times', async () => {
    const outcome = await runOn(
      joinTables,
      { table: { 'köln.csv': messyCsv() }, other: { 'köln.csv': messyCsv() } },
      { keys: ['Zeit'], several: 'first', other_columns: ['Höhe'] },
    )

    expect(outcome.result).toMatchObject({ rows: 296, columns: 6, unmatchedRows: 0 })
  })

  it('says what to choose if the tables have nothing in common', async () => {
    await expect(join('a\n1\n', 'b\n1\n')).rejects.toThrow(
      'The tables have no key column in common. left.csv has a; right.csv has b. Choose the key columns of both.',
    )
    await expect(join('a\n1\n', 'b\n1\n', { keys: ['a'] })).rejects.toThrow(
      'The other table has no column `a`. right.csv has b. Choose “Key columns of the other table”.',
    )
    await expect(join(LEFT, RIGHT, { keys: ['station', 'level'], other_keys: ['station'] })).rejects.toThrow(
      'Choose the same number, in the same order.',
    )
  })
})
