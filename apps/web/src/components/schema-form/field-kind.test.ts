import type { JsonSchema } from '@millrace/parameters/json-schema'
import { describe, expect, it } from 'vitest'
import { fieldKind, fieldsBesideGaps, rangeMark, rangeOf, spansRow } from './field-kind.ts'

describe('fieldKind', () => {
  const cases: [string, JsonSchema][] = [
    ['segmented', { enum: ['hampel', 'median', 'none'] }],
    ['select', { enum: ['a', 'b', 'c', 'd', 'e'] }],
    [
      'select',
      { enum: ['Local time as in the stations table', 'Coordinated universal time', 'Central European time'] },
    ],
    [
      'segmented',
      {
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, title: 'Two' },
        ],
      },
    ],
    ['variants', { oneOf: [{ type: 'object', properties: {} }, { type: 'string' }] }],
    ['switch', { type: 'boolean' }],
    ['slider', { type: 'number', minimum: 1, maximum: 6 }],
    ['number', { type: 'integer', minimum: 24, maximum: 672 }],
    ['number', { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }],
    ['number', { type: ['number', 'null'], minimum: 1, maximum: 6 }],
    ['column', { type: 'string', 'x-column-of': 'table' }],
    ['sheet', { type: ['string', 'null'], maxLength: 200, 'x-sheet-of': 'table' }],
    ['columns', { type: 'array', items: { type: 'string' }, 'x-column-of': 'table' }],
    ['columns', { type: 'array', items: { type: 'string', 'x-column-of': 'table' } }],
    ['choices', { type: 'array', items: { enum: ['a', 'b'] } }],
    ['chips', { type: 'array', items: { type: 'number' } }],
    ['list', { type: 'array', items: { type: 'object', properties: {} } }],
    ['group', { type: 'object', properties: { a: {} } }],
    ['date', { type: 'string', format: 'date' }],
    ['long-text', { type: 'string', maxLength: 4000 }],
    ['json', {}],
  ]

  it.each(cases)('edits as %s: %j', (kind, schema) => {
    expect(fieldKind(schema)).toBe(kind)
  })
})

describe('rangeMark', () => {
  it('names both limits, one, or none', () => {
    expect(rangeMark({ type: 'integer', minimum: 24, maximum: 672 })).toBe('24–672')
    expect(rangeMark({ type: 'integer', exclusiveMinimum: 0 })).toBe('at least 1')
    expect(rangeMark({ type: 'number', maximum: 10000 })).toBe('at most 10,000')
    expect(rangeMark({ type: 'integer', minimum: -9007199254740991 })).toBeUndefined()
  })

  it('steps by what the schema says, otherwise by a tenth of the span', () => {
    expect(rangeOf({ type: 'number', minimum: 1, maximum: 6 }).step).toBe(0.1)
    expect(rangeOf({ type: 'number', minimum: 0, maximum: 100, multipleOf: 5 }).step).toBe(5)
    expect(rangeOf({ type: 'integer' }).step).toBe(1)
  })
})

describe('spansRow', () => {
  it('gives lists and long choices the whole row', () => {
    expect(spansRow({ type: 'array', items: { type: 'string' } })).toBe(true)
    expect(spansRow({ enum: ['hampel', 'median', 'none'] })).toBe(false)
    expect(spansRow({ enum: ['First observation', 'Last observation', 'Mean'] })).toBe(true)
  })
})

it('finds fields that stand alone beside a gap', () => {
  const [half, whole] = [{ type: 'string' }, { type: 'array', items: { type: 'string' } }]
  const fields = Object.entries({ a: half, b: whole, c: half, d: half, e: whole, f: half })

  expect(fieldsBesideGaps(fields.map(([name, schema]) => ({ name, schema })))).toEqual(['a'])
})
