import { expect, it } from 'vitest'
import { queryNames } from './query-names.ts'

it('names tables after their files and by their position', () => {
  expect(queryNames(['2024 levels.csv.gz', 'Input.csv', 'table_0.csv', '.csv'])).toEqual([
    ['2024 levels', 'input', 'table1'],
    ['table2'],
    ['table3'],
    ['table4'],
  ])
})
