import { describe, expect, it } from 'vitest'
import { inShownOrder, mainResults, resultValues, slotsBeforeValues } from './result-values.ts'

const schema = {
  properties: {
    rows: { title: 'Rows' },
    slope: { title: 'Slope', 'x-unit': 'cm/h' },
    valid: { title: 'Valid' },
    kind: { title: 'Kind', enum: ['line', 'box'], 'x-enum-titles': { box: 'Box plot' } },
    raw: {},
  },
}

describe('resultValues', () => {
  it('shows the figures that the step describes, with their units', () => {
    expect(resultValues({ rows: 12_345, slope: 0.123_456_78, valid: false }, schema)).toEqual([
      { name: 'rows', label: 'Rows', text: '12,345', unit: undefined },
      { name: 'slope', label: 'Slope', text: '0.123457', unit: 'cm/h' },
      { name: 'valid', label: 'Valid', text: 'no', unit: undefined },
    ])
  })

  it('shows choices by their labels', () => {
    expect(resultValues({ kind: 'line' }, schema)?.[0]?.text).toBe('Line')
    expect(resultValues({ kind: 'box' }, schema)?.[0]?.text).toBe('Box plot')
  })

  it('leaves results with other values to the JSON view', () => {
    expect(resultValues({ rows: 1, raw: 2 }, schema)).toBeUndefined()
    expect(resultValues({ rows: [1] }, schema)).toBeUndefined()
    expect(resultValues(5, schema)).toBeUndefined()
  })
})

describe('inShownOrder', () => {
  it('puts the slots that the step names first, in that order', () => {
    expect(inShownOrder(['table', 'report', 'log', 'plot'], (slot) => slot, ['plot', 'report'])).toEqual([
      'plot',
      'report',
      'table',
      'log',
    ])
  })
})

describe('mainResults', () => {
  it('are the slots that the step names, or all', () => {
    const own = (slot: string) => slot

    expect(mainResults(['unmatched', 'joined'], own, ['joined'])).toEqual(['joined'])
    expect(mainResults(['unmatched', 'joined'], own, [])).toEqual(['unmatched', 'joined'])
    expect(mainResults(['unmatched'], own, ['joined'])).toEqual(['unmatched'])
  })
})

it('files come before the returned values, unless the step names a value first', () => {
  const schema = { properties: { equation: { title: 'Equation' }, rows: {} } }
  const before = (first: string[]) => slotsBeforeValues(['plot', 'fitted'], first, schema)

  expect(before([])).toEqual(['plot', 'fitted'])
  expect(before(['fitted'])).toEqual(['plot', 'fitted'])
  expect(before(['plot', 'equation', 'fitted'])).toEqual(['plot'])
  expect(before(['equation'])).toEqual([])
})
