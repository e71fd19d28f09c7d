import { describe, expect, it } from 'vitest'
import { searchOfTable, tableStateOf } from './table-state.ts'

const NOTHING = { sort: undefined, order: undefined, find: undefined, hide: undefined, cell: undefined }
const PLAIN = { sort: undefined, find: '', hidden: [], cell: undefined }

describe('the state of a table in the address', () => {
  it.each([
    PLAIN,
    { ...PLAIN, sort: { column: 'level', descending: true }, find: 'köln' },
    { ...PLAIN, hidden: ['a.b', 'c'], cell: { row: 12, column: 'level.cm' } },
  ])('returns as %j', (state) => {
    expect(tableStateOf({ ...NOTHING, ...searchOfTable(state) })).toEqual(state)
  })

  it('ignores what makes no sense, and takes numbers for text', () => {
    expect(tableStateOf({ sort: 2024, order: 'up', find: 7, hide: 'x', cell: 'here' })).toEqual({
      ...PLAIN,
      sort: { column: '2024', descending: false },
      find: '7',
    })
  })
})
