import { isNullable, prepareSchema, readSchema, typeOf } from '@millrace/parameters/json-schema'
import { partsOf, pointerOf, sameJson, valueAt, withValueAt } from '@millrace/parameters/pointer'
import { describe, expect, it } from 'vitest'
import { startingParameters } from './defaults.ts'

describe('prepareSchema', () => {
  it('replaces local references with their schemas and keeps the keywords beside them', () => {
    const schema = prepareSchema({
      type: 'object',
      $defs: { threshold: { type: 'number', minimum: 1, title: 'Threshold' } },
      properties: { k: { $ref: '#/$defs/threshold', title: 'Outlier threshold' } },
    })

    expect(schema.properties?.k).toEqual({ type: 'number', minimum: 1, title: 'Outlier threshold' })
  })

  it('leaves a cyclic reference in place', () => {
    const schema = prepareSchema({
      $defs: { node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } } },
      properties: { root: { $ref: '#/$defs/node' } },
    })

    expect(schema.properties?.root?.properties?.child).toEqual({ $ref: '#/$defs/node' })
  })

  it('turns "this or null" into one nullable field', () => {
    const schema = prepareSchema({
      anyOf: [{ type: 'number', maximum: 4 }, { type: 'null' }],
      title: 'Limit',
      default: null,
    })

    expect(schema).toEqual({ type: ['number', 'null'], maximum: 4, title: 'Limit', default: null })
    expect(typeOf(schema)).toBe('number')
    expect(isNullable(schema)).toBe(true)
  })

  it('reads no schema from an absent text', () => {
    expect(readSchema(null)).toBeUndefined()
  })
})

describe('pointers', () => {
  it('survive slashes and tildes in names', () => {
    const pointer = pointerOf(['a/b', 0, 'c~d'])

    expect(pointer).toBe('/a~1b/0/c~0d')
    expect(partsOf(pointer)).toEqual(['a/b', '0', 'c~d'])
  })

  it('read and replace values without touching the original', () => {
    const value = { list: [{ k: 1 }, { k: 2 }] }

    expect(withValueAt(value, '/list/1/k', 3)).toEqual({ list: [{ k: 1 }, { k: 3 }] })
    expect(withValueAt(value, '/list/1/k', undefined)).toEqual({ list: [{ k: 1 }, {}] })
    expect(valueAt(value, '/list/1/k')).toBe(2)
    expect(valueAt(value, '/nowhere/1')).toBeUndefined()
  })

  it('compare values as JSON does', () => {
    expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(sameJson([1, 2], [2, 1])).toBe(false)
  })
})

describe('startingParameters', () => {
  const schema = prepareSchema({
    type: 'object',
    additionalProperties: false,
    properties: {
      method: { type: 'string', default: 'hampel' },
      limits: {
        type: 'object',
        properties: { low: { type: 'number', default: 0 }, high: { type: 'number', default: 9 } },
      },
      note: { type: 'string' },
    },
  })

  it('takes the defaults of the schema, of the step and of an earlier job in that order', () => {
    expect(startingParameters(schema)).toEqual({ method: 'hampel', limits: { low: 0, high: 9 } })
    expect(startingParameters(schema, { limits: { high: 5 } }, { method: 'median' })).toEqual({
      method: 'median',
      limits: { low: 0, high: 5 },
    })
  })

  it('drops values of an earlier version that this schema does not have', () => {
    expect(startingParameters(schema, { gone: 1 })).not.toHaveProperty('gone')
  })
})
