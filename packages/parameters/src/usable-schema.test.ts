import { describe, expect, it } from 'vitest'
import { withDefaults } from './defaults.ts'
import { faultsOf } from './faults.ts'
import { schemaFault } from './usable-schema.ts'

describe('a parameter schema', () => {
  it('may contain local references, choices and every common keyword', () => {
    expect(
      schemaFault({
        $id: 'https://example.com/schema',
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { limit: { type: 'number', minimum: 0 } },
        type: 'object',
        properties: {
          limit: { $ref: '#/$defs/limit' },
          $ref: { type: 'string', pattern: '^a+$' },
          mode: { oneOf: [{ const: 'a' }, { const: 'b' }] },
          list: { type: 'array', items: { type: ['integer', 'null'] }, uniqueItems: true },
        },
        required: ['limit'],
        additionalProperties: false,
        'x-note': 'kept',
      }),
    ).toBeUndefined()
  })

  it.each([
    ['a misspelled type', { properties: { k: { type: 'strnig' } } }, '/properties/k/type'],
    ['a broken pattern', { properties: { k: { type: 'string', pattern: '(' } } }, '/properties/k/pattern'],
    ['a broken key pattern', { patternProperties: { '(': {} } }, '/patternProperties'],
    ['properties that are a list', { properties: [] }, '/properties'],
    ['required as text', { required: 'k' }, '/required'],
    ['a negative length', { properties: { k: { minLength: -1 } } }, '/properties/k/minLength'],
    ['a reference to another document', { properties: { k: { $ref: 'https://example.com/x.json' } } }, 'x.json'],
    ['a reference to nothing', { properties: { k: { $ref: '#/$defs/none' } } }, '#/$defs/none'],
    ['a dynamic reference', { properties: { k: { $dynamicRef: '#k' } } }, '$dynamicRef'],
    ['an identifier that is not a URL', { $id: 'http://[' }, 'URL'],
  ])('is refused with %s, and the message names the place', (_what, schema, place) => {
    expect(schemaFault(schema)).toContain(place)
  })

  it('does not affect another schema with the same $id', () => {
    const $id = 'https://example.com/shared'
    const loose = { $id, type: 'object', properties: { k: { type: 'string' } } }
    const strict = { $id, type: 'object', properties: { k: { type: 'string', maxLength: 1 } } }
    const referring = { properties: { k: { $ref: `${$id}#/properties/k` } } }

    expect(faultsOf(loose, { k: 'long' })).toEqual([])
    expect(faultsOf(strict, { k: 'long' })).toMatchObject([{ pointer: '/k' }])
    expect(schemaFault(referring)).toContain('cannot be resolved')
  })

  it('that refers to itself endlessly is reported as too deep to check', () => {
    const endless = { $ref: '#' }

    expect(faultsOf(endless, {})).toEqual([
      { pointer: '', message: 'These parameters are too large or nested too deeply to check.' },
    ])
  })
})

describe('defaults', () => {
  it('fill missing fields at every depth, through references, but not inside a choice', () => {
    const schema = {
      $defs: { range: { type: 'object', properties: { low: { default: 0 }, high: { default: 9 } } } },
      properties: {
        k: { default: 3 },
        range: { $ref: '#/$defs/range' },
        rows: { items: { properties: { on: { default: true } } } },
        choice: { anyOf: [{ properties: { a: { default: 1 } } }] },
      },
    }
    const value = { range: { high: 5 }, rows: [{}, { on: false }], choice: {} }

    expect(withDefaults(schema, value)).toEqual({
      k: 3,
      range: { low: 0, high: 5 },
      rows: [{ on: true }, { on: false }],
      choice: {},
    })
    expect(value).toEqual({ range: { high: 5 }, rows: [{}, { on: false }], choice: {} })
  })

  it('stop at a cyclic reference', () => {
    expect(withDefaults({ $ref: '#', properties: { k: { default: 1 } } }, {})).toEqual({ k: 1 })
  })
})
