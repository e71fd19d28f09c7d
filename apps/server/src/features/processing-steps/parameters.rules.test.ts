import { CASES, SCHEMA } from '@millrace/parameters/testing/cases'
import { describe, expect, it } from 'vitest'
import { defaultsFaults, parameterFaults } from './parameters.rules.ts'

describe('the parameters of a job', () => {
  it.each(CASES)('are checked for $what', ({ value, faults }) => {
    expect(parameterFaults(SCHEMA, null, value)).toEqual(faults)
  })

  it('may omit values for which the schema or the step has defaults', () => {
    const schema = { required: ['a', 'b'], properties: { a: { type: 'number', default: 1 }, b: { type: 'number' } } }

    expect(parameterFaults(schema, { b: 2 }, {})).toEqual([])
    expect(parameterFaults(schema, null, {})).toEqual([{ pointer: '/b', message: 'Enter a number.' }])
    expect(defaultsFaults(schema, {})).toEqual([])
    expect(defaultsFaults(schema, { b: 'x' })).toEqual([{ pointer: '/b', message: '“x” isn’t a number.' }])
  })

  it('are matched against a pattern in linear time', () => {
    const slow = { properties: { text: { type: 'string', pattern: '^(a+)+$' } } }

    expect(parameterFaults(slow, null, { text: `${'a'.repeat(10_000)}!` })).toMatchObject([{ pointer: '/text' }])
  })

  it('report only the first of very many faults', () => {
    const schema = { properties: { list: { items: { oneOf: [{ const: 1 }, { const: 2 }] } } } }

    expect(parameterFaults(schema, null, { list: Array(100_000).fill('x') }).length).toBeGreaterThan(0)
  })
})
