import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValid } from './faults.ts'
import type { JsonSchema } from './json-schema.ts'
import { withoutNull } from './without-null.ts'

const types = fc.constantFrom('string', 'integer', 'boolean', 'object', 'array', 'null')
const notes = { title: fc.string(), default: fc.constantFrom(null, 1, 'a') }
const options = fc.uniqueArray(fc.constantFrom(null, 1, 'a', true), { minLength: 1 })

/** Random schemas in which null is allowed in every way. */
const { schema: schemas } = fc.letrec<{ schema: JsonSchema; branches: JsonSchema[] }>((part) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1 })), ...notes }, { requiredKeys: ['type'] }),
    fc.record({ enum: options }),
    fc.record({ const: fc.constantFrom(null, 1) }),
    fc.record({ anyOf: part('branches'), ...notes, minimum: fc.constant(1) }, { requiredKeys: ['anyOf'] }),
    fc.record({ oneOf: part('branches'), ...notes, minimum: fc.constant(1) }, { requiredKeys: ['oneOf'] }),
    fc.record({ allOf: part('branches') }),
    fc.record({ not: part('schema') }),
    fc.record({ if: part('schema'), else: part('schema') }),
    fc.record({ items: part('schema'), type: fc.constant('array') }),
    fc.record(
      {
        properties: fc.record({ a: part('schema'), type: part('schema') }, { requiredKeys: [] }),
        additionalProperties: fc.oneof(fc.boolean(), part('schema')),
        required: fc.constant(['a']),
        anyOf: part('branches'),
      },
      { requiredKeys: ['properties'] },
    ),
  ) as fc.Arbitrary<JsonSchema>,
  branches: fc.array(fc.oneof(part('schema'), fc.boolean()), { minLength: 1, maxLength: 3 }) as fc.Arbitrary<
    JsonSchema[]
  >,
}))

const { value: values } = fc.letrec((part) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(0, 1, 1.5, 'a', 'b', true, false),
    fc.array(part('value'), { maxLength: 2 }),
    fc.record({ a: part('value'), type: part('value') }, { requiredKeys: [] }),
  ),
}))

describe('withoutNull', () => {
  it('turns “this or null” into this, as a type, an option or a branch', () => {
    const schema = {
      $defs: { limit: { type: ['number', 'null'], default: null } },
      properties: {
        column: { type: ['string', 'null'], title: 'Column', default: null },
        rows: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null, title: 'Rows' },
        mode: { oneOf: [{ const: null }, { const: 'a' }, { const: 'b' }] },
        level: { enum: ['low', null] },
        limit: { anyOf: [{ $ref: '#/$defs/limit' }, { type: 'null' }] },
        list: { type: 'array', items: { properties: { value: { type: ['string', 'null'] } } } },
      },
    }

    expect(withoutNull(schema)).toEqual({
      $defs: { limit: { type: 'number' } },
      properties: {
        column: { type: 'string', title: 'Column' },
        rows: { type: 'integer', minimum: 1, title: 'Rows' },
        mode: { oneOf: [{ const: 'a' }, { const: 'b' }] },
        level: { enum: ['low'] },
        limit: { $ref: '#/$defs/limit' },
        list: { type: 'array', items: { properties: { value: { type: 'string' } } } },
      },
    })
  })

  it.each([
    [
      'accepts only null',
      { properties: { k: { type: 'null' }, l: { enum: [null] }, m: { anyOf: [{ type: 'null' }] } } },
    ],
    [
      'has references into choices',
      { properties: { k: { anyOf: [{ type: 'null' }, { type: 'string' }] }, l: { $ref: '#/properties/k/anyOf/1' } } },
    ],
    ['has a default or an option that contains null', { default: { k: null }, enum: [{ anyOf: [1, null] }] }],
  ])('leaves a schema unchanged that %s', (_what, schema) => {
    expect(withoutNull(schema)).toEqual(schema)
  })

  it('keeps a choice whose branch would lose its meaning beside other keywords', () => {
    const branch = { properties: { a: { type: 'string' } } }
    const schema = { anyOf: [branch, { type: 'null' }], additionalProperties: false }

    expect(withoutNull(schema)).toEqual({ ...schema, anyOf: [branch] })
  })

  it('accepts the same values without null as the original, which stays unchanged', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const original = structuredClone(schema)
        const changed = withoutNull(schema as Record<string, unknown>) as JsonSchema

        expect(schema).toEqual(original)
        expect(isValid(changed, value, changed)).toBe(isValid(schema, value, schema))
      }),
      { numRuns: 3000 },
    )
  })
})
