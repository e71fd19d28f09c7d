import type { PreviewColumn } from '@millrace/contracts/previews'
import { expect, it } from 'vitest'
import { reportTable } from './report-table.ts'

const column = (Name: string, Kind: PreviewColumn['Kind']) => ({ Name, Kind }) as PreviewColumn

it('leaves out columns without values in the rows it shows', () => {
  const Columns = [column('name', 'text'), column('estimates', 'text'), column('note', 'text')]

  const { columns, rows } = reportTable({
    Columns,
    Rows: [
      ['level', '[]', null],
      ['station', '[]', ''],
    ],
  })

  expect(columns.map(({ Name }) => Name)).toEqual(['name'])
  expect(rows).toEqual([['level'], ['station']])
})

it('writes times and numbers as people do, also times in a column of other texts', () => {
  const Columns = [column('smallest', 'text'), column('distinct', 'number')]

  const { rows } = reportTable({
    Columns,
    Rows: [
      ['2024-05-01T00:00:00', '1440'],
      ['koeln', '1'],
      [null, '252'],
    ],
  })

  expect(rows).toEqual([
    ['2024-05-01 00:00', '1,440'],
    ['koeln', '1'],
    ['', '252'],
  ])
})
