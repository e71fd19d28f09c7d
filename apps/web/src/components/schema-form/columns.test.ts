import type { ColumnKind, PreviewColumn } from '@millrace/contracts/previews'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { describe, expect, it } from 'vitest'
import {
  chosenSheets,
  columnFaults,
  columnsFor,
  type SlotColumns,
  sheetsFor,
  slotsWithColumns,
  withColumnGuesses,
} from './columns.ts'

function column(Name: string, Kind: ColumnKind): PreviewColumn {
  const facts = {
    Histogram: null,
    Min: null,
    Max: null,
    NullCount: null,
    DistinctCount: null,
    DistinctIsEstimated: false,
  }
  return { Name, Kind, Type: '', AlmostKind: null, ...facts }
}

const readings: SlotColumns = {
  slot: 'table',
  fileName: 'koeln.csv',
  columns: [
    column('timestamp', 'time'),
    column('station', 'text'),
    column('level_cm', 'number'),
    column('flow', 'number'),
  ],
}

describe('columnsFor', () => {
  it('offers the columns of the named slot that have a fitting kind', () => {
    const schema: JsonSchema = { type: 'string', 'x-column-of': 'table', 'x-column-kind': 'number' }

    expect(columnsFor(schema, [readings])?.columns.map((fit) => fit.Name)).toEqual(['level_cm', 'flow'])
  })

  it('offers columns that would have the kind except for a few cells', () => {
    const schema: JsonSchema = { type: 'string', 'x-column-of': 'table', 'x-column-kind': 'number' }
    const almost = { ...column('depth', 'text'), AlmostKind: 'number' as const }

    const offered = columnsFor(schema, [{ ...readings, columns: [column('station', 'text'), almost] }])

    expect(offered?.columns.map((fit) => fit.Name)).toEqual(['depth'])
  })

  it('offers all columns if no kind is given, and none while the file is unknown', () => {
    const schema: JsonSchema = { type: 'array', items: { type: 'string', 'x-column-of': 'table' } }

    expect(columnsFor(schema, [readings])?.columns).toHaveLength(4)
    expect(columnsFor(schema, [])).toBeUndefined()
  })
})

describe('the sheets of a workbook', () => {
  const workbook = { ...readings, sheets: ['Levels', 'Stations'] }

  it('are offered for the slot that a field names, if there are several', () => {
    expect(sheetsFor({ 'x-sheet-of': 'table' }, [workbook])).toEqual(['Levels', 'Stations'])
    expect(sheetsFor({ 'x-sheet-of': 'other' }, [workbook])).toEqual([])
    expect(sheetsFor({ 'x-sheet-of': 'table' }, [{ ...workbook, sheets: ['Levels'] }])).toEqual([])
  })

  it('are known by slot once they have been chosen', () => {
    const schema: JsonSchema = {
      properties: { sheet: { 'x-sheet-of': 'table' }, other_sheet: { 'x-sheet-of': 'other' }, name: {} },
    }

    expect(chosenSheets(schema, { sheet: null, other_sheet: 'Stations', name: 'Levels' })).toEqual({
      other: 'Stations',
    })
    expect(slotsWithColumns(schema)).toEqual(['table', 'other'])
  })
})

describe('slotsWithColumns', () => {
  it('finds them at any depth, each once', () => {
    const schema: JsonSchema = {
      properties: {
        x: { 'x-column-of': 'left' },
        more: { properties: { y: { items: { 'x-column-of': 'right' } }, z: { 'x-column-of': 'left' } } },
      },
    }

    expect(slotsWithColumns(schema)).toEqual(['left', 'right'])
  })
})

describe('withColumnGuesses', () => {
  const schema: JsonSchema = {
    required: ['time', 'value'],
    properties: {
      time: { type: 'string', 'x-column-of': 'table', 'x-column-kind': 'time' },
      value: { type: 'array', items: { type: 'string', 'x-column-of': 'table', 'x-column-kind': 'number' } },
      group: { type: 'string', 'x-column-of': 'table' },
    },
  }

  it('fills in what is required and leaves the rest empty', () => {
    expect(withColumnGuesses(schema, {}, [readings])).toEqual({ time: 'timestamp', value: ['level_cm'] })
  })

  it('never replaces a choice and takes no column twice', () => {
    expect(withColumnGuesses(schema, { time: 'level_cm', value: [] }, [readings])).toEqual({
      time: 'level_cm',
      value: ['flow'],
    })
  })
})

describe('columnFaults', () => {
  const schema: JsonSchema = {
    properties: {
      time: { type: 'string', 'x-column-of': 'table' },
      values: { type: 'array', items: { type: 'string', 'x-column-of': 'table' } },
      other: { type: 'string', 'x-column-of': 'right' },
    },
  }

  it('names the column and the file', () => {
    expect(columnFaults(schema, { time: 'timestamp', values: ['flow', 'discharge'], other: 'x' }, [readings])).toEqual([
      { pointer: '/values', message: 'Column `discharge` is not in koeln.csv. Choose another column.' },
    ])
  })

  it('accepts any name while only the first columns of a wide file are known', () => {
    const wide = { ...readings, hasMore: true }

    expect(columnFaults(schema, { time: 'column_501' }, [wide])).toEqual([])
    expect(columnFaults(schema, { time: 'column_501' }, [readings])).toHaveLength(1)
  })

  it('says nothing while the file is unknown', () => {
    expect(columnFaults(schema, { time: 'nowhere' }, [])).toEqual([])
  })
})
