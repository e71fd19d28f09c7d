import { expect, it } from 'vitest'
import { rangeBetween, sizeOf, tabSeparated } from './cell-range.ts'

it('a range is the rectangle between two cells, in any direction', () => {
  const range = rangeBetween({ row: 5, column: 1 }, { row: 2, column: 3 })

  expect(range).toEqual({ top: 2, bottom: 5, left: 1, right: 3 })
  expect(sizeOf(range)).toEqual({ rows: 4, columns: 3 })
})

it('a range is copied as tab-separated text that spreadsheets read', () => {
  const rows = [
    ['a', null, '1,5'],
    ['two\nlines', 'a\tb', 'say "hi"'],
  ]

  expect(tabSeparated(rows)).toBe('a\t\t1,5\n"two\nlines"\t"a\tb"\t"say ""hi"""')
})
