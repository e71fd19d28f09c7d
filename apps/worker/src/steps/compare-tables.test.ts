import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { parquetOfQuery } from '#testing-tables.ts'
import { compareTables } from './compare-tables.ts'

const compare = (old: string | Uint8Array, fresh: string | Uint8Array, parameters: Record<string, unknown> = {}) =>
  runOn(compareTables, { table: { 'old.csv': old }, other: { 'new.csv': fresh } }, parameters)

describe('compare_tables', () => {
  it('lists changed cells, and added and removed rows', async () => {
    const old = 'id,v,w\n1,10,a\n2,20,b\n3,30,c\n'
    const fresh = 'id,v,w\n1,10.0,a\n2,21,x\n4,40,d\n'

    const outcome = await compare(old, fresh, { keys: ['id'] })

    expect(await outcome.rows('differences')).toEqual([
      { old_row: 2, new_row: 2, change: 'changed', id: 2, column: 'v', old_value: 20, new_value: '21.0' },
      { old_row: 2, new_row: 2, change: 'changed', id: 2, column: 'w', old_value: 'b', new_value: 'x' },
      { old_row: 3, new_row: null, change: 'removed', id: 3, column: null, old_value: null, new_value: null },
      { old_row: null, new_row: 3, change: 'added', id: 4, column: null, old_value: null, new_value: null },
    ])
    expect(outcome.result).toMatchObject({ equal: false, addedRows: 1, removedRows: 1, changedRows: 1, sameRows: 1 })
    expect(outcome.log).toContain('v: 1 cell changed.')
  })

  it('finds equal tables equal, however they are written', async () => {
    const outcome = await compare(messyCsv(), messyCsv())

    expect(outcome.result).toMatchObject({ rows: 0, equal: true, sameRows: 296 })
  })

  it('names the columns that only one table has', async () => {
    const outcome = await compare('id,a\n1,2\n2,3\n', 'id,b\n1,2\n2,3\n')

    expect(outcome.log).toEqual(expect.arrayContaining(['Only old.csv has a.', 'Only new.csv has b.']))
    expect(outcome.result).toMatchObject({ equal: false })
    await expect(compare('id\n1\n', 'key\n1\n', { keys: ['id'] })).rejects.toThrow(
      'Column `id` not found. Available in new.csv: key.',
    )
  })

  it('lists a key column with the name of another column under a distinct name', async () => {
    const outcome = await compare('change,v\nx,1\ny,2\n', 'change,v\nx,1\ny,3\nz,4\n', { keys: ['change'] })

    expect(await outcome.rows('differences')).toMatchObject([
      { change: 'changed', 'change (2)': 'y', column: 'v' },
      { change: 'added', 'change (2)': 'z', column: null },
    ])
  })

  it.each([
    [{}, ['1', '2', '3']],
    [{ tolerance: 0.01 }, ['2', '3']],
    [{ tolerance: 0.005 }, ['2', '3']],
    [{ relative_tolerance: 0.001 }, ['1', '3']],
    [{ tolerance: 0.01, relative_tolerance: 0.001 }, ['3']],
  ])('lists numbers that differ by more than the tolerance: %j', async (parameters, ids) => {
    const old = 'id,v\n1,0.3\n2,1000\n3,\n4,5\n'
    const fresh = 'id,v\n1,0.305\n2,1000.5\n3,1\n4,5.0\n'

    const outcome = await compare(old, fresh, { keys: ['id'], ...parameters })

    expect((await outcome.rows('differences')).map(({ id }) => String(id))).toEqual(ids)
  })

  it('says that the tolerance does not apply to rows that are paired by all of their values', async () => {
    const outcome = await compare('v\n1\n1\n', 'v\n1.001\n1\n1\n', { tolerance: 0.1 })

    expect(outcome.log.join()).toContain('The tolerance was not applied')
  })

  it('compares numbers exactly if one of them has many digits, and compares codes as text', async () => {
    const old = 'id,v,code\n1,0.1,0012345678901234567\n2,5,1\n3,9007199254740993,2\n'
    const fresh = 'id,v,code\n1,0.10,12345678901234567\n2,5.0,1\n3,9007199254740992,2\n'

    const outcome = await compare(old, fresh, { keys: ['id'] })

    expect(await outcome.rows('differences')).toMatchObject([
      { id: 1, column: 'code' },
      { id: 3, column: 'v', old_value: '9007199254740993', new_value: '9007199254740992' },
    ])
    expect(outcome.log).toContain('Compared as decimal numbers, because some have more than 15 digits: v.')
  })

  it('compares UUIDs with numbers', async () => {
    const old = await parquetOfQuery("SELECT '3f2504e0-4f89-11d3-9a0c-0305e82c3301'::UUID AS id")
    const fresh = await parquetOfQuery('SELECT 5 AS id')

    const outcome = await runOn(compareTables, { table: { 'old.parquet': old }, other: { 'new.parquet': fresh } })

    expect(outcome.result).toMatchObject({ addedRows: 1, removedRows: 1 })
  })

  it('writes numbers without exponents before it compares many digits', async () => {
    const old = 'id,v\n1,0.00001\n2,2.5\n3,-0\n'
    const fresh = 'id,v\n1,0.00001\n2,9007199254740993\n3,0\n'

    const outcome = await compare(old, fresh, { keys: ['id'] })

    expect(await outcome.rows('differences')).toMatchObject([{ id: 2, column: 'v' }])
  })

  it.each([
    { tolerance: 1, ids: ['2', '3', '5', '6'] },
    { tolerance: 2, ids: ['3', '5', '6'] },
    { tolerance: 1e-20, ids: ['1', '2', '3', '4', '5', '6'] },
    { relative_tolerance: 1e-15, ids: ['5', '6'] },
  ])(
    'applies tolerances to all digits of long numbers: $tolerance $relative_tolerance',
    async ({ ids, ...parameters }) => {
      const big = `1${'0'.repeat(25)}`
      const old = `id,v\n1,9007199254740993\n2,9007199254740993\n3,${big}5\n4,0.1234567890123456789\n5,1\n6,\n`
      const fresh = `id,v\n1,9007199254740994\n2,9007199254740995\n3,${big}9\n4,0.1234567890123456788\n5,3.5\n6,1\n`

      const outcome = await compare(old, fresh, { keys: ['id'], ...parameters })

      expect((await outcome.rows('differences')).map(({ id }) => String(id))).toEqual(ids)
    },
  )
})
