import { LIMITS } from '@millrace/contracts/limits'
import type { PreviewColumn, TablePreviewProperties } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { cellOf, tableColumns } from './table-columns.ts'

const BLOCK = LIMITS.previewBlockColumns
const NAMES = Array.from({ length: BLOCK + 3 }, (_, at) => `c${at}`)

function number(Name: string): PreviewColumn {
  const unknown = { Histogram: null, Min: null, Max: null, NullCount: 0, DistinctCount: 1, DistinctIsEstimated: false }
  return { Name, Type: 'BIGINT', Kind: 'number', AlmostKind: null, ...unknown }
}

function head(from: number, names: readonly string[]): TablePreviewProperties {
  return {
    Kind: 'table',
    Columns: names.map(number),
    Rows: [names.map((name) => name.slice(1).repeat(3))],
    RowNumbers: [0],
    Offset: 0,
    TotalRows: 1,
    TotalIsEstimated: false,
    ProfiledRows: 1,
    TotalColumns: NAMES.length,
    ColumnOffset: from,
    ColumnNames: NAMES,
    Dialect: null,
    Notes: [],
  }
}

const first = head(0, NAMES.slice(0, BLOCK))

describe('the columns of a wide table', () => {
  it('are named before their block is read, and keep their width afterwards', () => {
    const before = tableColumns(first, [])
    const after = tableColumns(first, [head(BLOCK, NAMES.slice(BLOCK))])

    expect(before.map(({ column }) => column.Name)).toEqual(NAMES)
    expect(before.at(-1)).toMatchObject({ block: BLOCK, at: -1, column: { Type: '' } })
    expect(after.at(-1)).toMatchObject({ block: BLOCK, at: 2, column: { Type: 'BIGINT' } })
    expect(after.map(({ natural }) => natural)).toEqual(before.map(({ natural }) => natural))
  })

  it('leave out those that turn out to be empty and unnamed', () => {
    const columns = tableColumns(first, [head(BLOCK, NAMES.slice(BLOCK, -1))])

    expect(columns.map(({ column }) => column.Name)).toEqual(NAMES.slice(0, -1))
  })

  it('find their cells in the rows of their block', () => {
    const columns = tableColumns(first, [head(BLOCK, NAMES.slice(BLOCK))])
    const row = { cells: new Map([[BLOCK, ['a', 'b', 'c']]]) }

    expect(columns.slice(BLOCK).map((column) => cellOf(row, column))).toEqual(['a', 'b', 'c'])
    expect(columns.slice(0, 1).map((column) => cellOf(row, column))).toEqual([undefined])
  })
})
