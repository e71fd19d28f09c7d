import type { ComparedColumn, PreviewColumn } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { columnChange, columnFacts, columnsToShow } from './compared-columns.ts'

const column = (Name: string, change: Partial<PreviewColumn> = {}): PreviewColumn => ({
  Name,
  Type: 'DOUBLE',
  Kind: 'number',
  AlmostKind: null,
  Histogram: null,
  Min: '1',
  Max: '5',
  NullCount: 0,
  DistinctCount: 5,
  DistinctIsEstimated: false,
  ...change,
})
const compared = (Name: string, change: Partial<ComparedColumn> = {}): ComparedColumn => ({
  Name,
  Before: column(Name),
  After: column(Name),
  ChangedCells: 0,
  ...change,
})

describe('the columns of two tables', () => {
  it('say how they differ', () => {
    expect(columnChange(compared('a', { Before: null }))).toBe('added')
    expect(columnChange(compared('a', { After: null }))).toBe('removed')
    expect(columnChange(compared('a', { After: column('a', { Type: 'VARCHAR' }) }))).toBe('different type')
    expect(columnChange(compared('a', { ChangedCells: 1200 }))).toBe('1,200 cells changed')
    expect(columnChange(compared('a'))).toBeUndefined()
  })

  it('list type, range and missing values of both', () => {
    expect(columnFacts(compared('a', { Before: null, After: column('a', { NullCount: 3, Max: '7' }) }))).toEqual([
      { label: 'Type', before: undefined, after: 'DOUBLE' },
      { label: 'Range', before: undefined, after: '1–7' },
      { label: 'Missing', before: undefined, after: '3' },
    ])
  })

  it('are shown with keys first, then those that differ, and equal ones only on request', () => {
    const Columns = [compared('equal'), compared('changed', { ChangedCells: 1 }), compared('id')]
    const names = (all: boolean) => columnsToShow({ Columns, KeyColumns: ['id'] }, all).map(({ column: c }) => c.Name)

    expect(names(false)).toEqual(['id', 'changed'])
    expect(names(true)).toEqual(['id', 'changed', 'equal'])
    expect(columnsToShow({ Columns, KeyColumns: [] }, false)).toHaveLength(3)
  })
})
