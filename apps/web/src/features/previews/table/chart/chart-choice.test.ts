import { describe, expect, it } from 'vitest'
import { asChart, suggestedChart } from './chart-choice.ts'

const TIME = { Name: 'day', Kind: 'time' } as const
const STATION = { Name: 'station', Kind: 'text' } as const
const LEVEL = { Name: 'level', Kind: 'number' } as const
const FLOW = { Name: 'flow', Kind: 'number' } as const
const COLUMNS = [TIME, STATION, LEVEL, FLOW]

describe('suggestedChart', () => {
  it.each([
    ['a table with times', COLUMNS, undefined, ['Line', 'day', 'level']],
    ['a table with numbers only', [LEVEL, FLOW], undefined, ['Line', undefined, 'level']],
    ['a table without numbers', [TIME, STATION], undefined, ['Bars', 'station', undefined]],
    ['a column with numbers', COLUMNS, FLOW, ['Line', 'day', 'flow']],
    ['a column with texts', COLUMNS, STATION, ['Bars', 'station', undefined]],
    ['a column with times', COLUMNS, TIME, ['Line', 'day', 'level']],
  ])('suits %s', (_name, columns, about, expected) => {
    const { chart, x, y } = suggestedChart(columns, about)

    expect([chart, x, y]).toEqual(expected)
  })
})

describe('asChart', () => {
  it('keeps the columns that suit the other type', () => {
    const line = suggestedChart(COLUMNS)
    const bars = asChart(line, 'Bars', COLUMNS)

    expect(asChart(line, 'Points', COLUMNS)).toEqual({ ...line, chart: 'Points' })
    expect(bars).toEqual({ chart: 'Bars', x: 'station', y: 'level', measure: 'Mean' })
    expect(asChart(bars, 'Line', COLUMNS)).toMatchObject({ chart: 'Line', x: 'day', y: 'level' })
  })
})
