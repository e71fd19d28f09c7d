import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { compareTables } from './compare-tables.ts'

const compare = (old: string | Uint8Array, fresh: string | Uint8Array, parameters: Record<string, unknown> = {}) =>
  runOn(compareTables, { table: { 'old.csv': old }, other: { 'new.csv': fresh } }, parameters)

describe('compare_tables', () => {
  it('lists changed cells, and added and removed rows', async () => {
    const old = 'id,v,w\n1,10,a\n2,20,b\n3,30,c\n'
    const fresh = 'id,v,w\n1,10.0,a\n2,21,x\n4,40,d\n'

    const outcome = await compare(old, fresh, { keys: ['id'] })

    expect(await outcome.rows('differences')).toEqual([
      { old_row: 2, new_row: 2, change: 'changed', column: 'v', old_value: 20, new_value: '21.0' },
      { old_row: 2, new_row: 2, change: 'changed', column: 'w', old_value: 'b', new_value: 'x' },
      { old_row: 3, new_row: null, change: 'removed', column: null, old_value: null, new_value: null },
      { old_row: null, new_row: 3, change: 'added', column: null, old_value: null, new_value: null },
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
})
