import { describe, expect, it } from 'vitest'
import { faultsOf } from './faults.ts'
import { type JsonSchema, prepareSchema } from './json-schema.ts'

const schema: JsonSchema = prepareSchema({
  type: 'object',
  required: ['column', 'fill'],
  additionalProperties: false,
  properties: {
    column: { type: 'string', 'x-column-of': 'table' },
    window: { type: 'integer', minimum: 24, maximum: 672, 'x-unit': 'samples' },
    limit: { anyOf: [{ type: 'number', maximum: 4 }, { type: 'null' }] },
    columns: { type: 'array', minItems: 1, items: { type: 'string', 'x-column-of': 'table' } },
    fill: {
      oneOf: [
        {
          type: 'object',
          properties: { how: { const: 'value' }, value: { type: 'number' } },
          required: ['how', 'value'],
        },
        {
          type: 'object',
          properties: { how: { const: 'text' }, text: { type: 'string', minLength: 1 } },
          required: ['how'],
        },
      ],
    },
  },
})

const good = { column: 'level_cm', fill: { how: 'value', value: 0 } }

describe('faultsOf', () => {
  it('finds nothing wrong with good parameters', () => {
    expect(faultsOf(schema, good)).toEqual([])
    expect(faultsOf(schema, { ...good, limit: null })).toEqual([])
  })

  it('puts a missing field at its own place', () => {
    expect(faultsOf(schema, { fill: good.fill })).toEqual([{ pointer: '/column', message: 'Choose a column.' }])
  })

  it('names the value, the limit, the unit and the remedy', () => {
    expect(faultsOf(schema, { ...good, window: 5 })).toEqual([
      { pointer: '/window', message: '5 samples is less than 24 samples. Choose 24 samples or more.' },
    ])
    expect(faultsOf(schema, { ...good, window: 30.5 })[0]?.message).toBe('30.5 is not a whole number.')
    expect(faultsOf(schema, { ...good, window: 'many' })[0]?.message).toBe('"many" is not a number.')
  })

  it('judges a nullable field by its limits', () => {
    expect(faultsOf(schema, { ...good, limit: 9 })).toEqual([
      { pointer: '/limit', message: '9 is more than 4. Choose 4 or less.' },
    ])
  })

  it('reports only the branch that was meant', () => {
    expect(faultsOf(schema, { ...good, fill: { how: 'text', text: '' } })).toEqual([
      { pointer: '/fill/text', message: 'Enter a value.' },
    ])
    expect(faultsOf(schema, { ...good, fill: { how: 'value' } })).toEqual([
      { pointer: '/fill/value', message: 'Enter a number.' },
    ])
  })

  it('asks for a column where the list may not be empty', () => {
    expect(faultsOf(schema, { ...good, columns: [] })).toEqual([
      { pointer: '/columns', message: 'Choose at least one column.' },
    ])
  })

  it('names a parameter the step does not know', () => {
    expect(faultsOf(schema, { ...good, extra: 1 })).toEqual([
      { pointer: '/extra', message: 'The step knows no such parameter. Remove it.' },
    ])
  })
})
