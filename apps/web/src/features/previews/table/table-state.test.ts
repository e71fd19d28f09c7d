import { describe, expect, it } from 'vitest'
import { chosenColumns, hiddenColumns, searchOfTable, type TableState, tableStateOf } from './table-state.ts'

const PLAIN: TableState = {
  where: [],
  ignoreCase: false,
  sort: undefined,
  find: '',
  columns: { as: 'hidden', names: [] },
  cell: undefined,
}

describe('the state of a table in the URL', () => {
  it.each<TableState>([
    PLAIN,
    { ...PLAIN, sort: { column: 'level', descending: true }, find: 'köln' },
    { ...PLAIN, columns: { as: 'hidden', names: ['a.b', 'c'] }, cell: { row: 12, column: 'level.cm' } },
    { ...PLAIN, columns: { as: 'shown', names: ['2024'] } },
    {
      ...PLAIN,
      where: [
        { Column: 'level', Is: 'Between', Values: ['1', '2'] },
        { Column: 'note', Is: 'IsEmpty', Values: [] },
      ],
      ignoreCase: true,
    },
  ])('returns as %j', (state) => {
    expect(tableStateOf(searchOfTable(state))).toEqual(state)
  })

  it('ignores invalid values, and accepts numbers as text', () => {
    expect(
      tableStateOf({
        sort: 2024,
        order: 'up',
        find: 7,
        hide: 'x',
        cell: 'here',
        where: [['a'], 'b', ['c', 'Like']],
      }),
    ).toEqual({
      ...PLAIN,
      sort: { column: '2024', descending: false },
      find: '7',
    })
  })
})

describe('chosen columns', () => {
  const all = ['a', 'b', 'c', 'd', 'e']

  it.each([[['a']], [['a', 'b', 'c', 'd']], [[]]])('hides %j again, from the shorter list', (names) => {
    const chosen = chosenColumns(new Set(names), all)

    expect(hiddenColumns(chosen, all)).toEqual(new Set(names))
    expect(chosen.names.length).toBeLessThanOrEqual(2)
  })

  it('shows all columns if none would be left', () => {
    expect(hiddenColumns({ as: 'shown', names: ['gone'] }, all)).toEqual(new Set())
  })
})
