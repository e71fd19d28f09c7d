import { SCHEMA_LIMITS } from '@millrace/contracts/limits'
import { describe, expect, it } from 'vitest'
import { Budget } from './budget.ts'
import { withDefaults } from './defaults.ts'
import { faultsOf, faultsWithDefaults } from './faults.ts'
import { schemaFault } from './usable-schema.ts'

const TOO_LONG = [
  {
    pointer: '',
    message: 'Checking these parameters against the step takes too long. Use shorter strings and lists.',
  },
]
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('a parameter schema is refused', () => {
  it.each([
    ['more than 64 kB', { description: 'x'.repeat(SCHEMA_LIMITS.bytes) }, '64 kB'],
    [
      'more than 500 keywords',
      { properties: Object.fromEntries(many(501, (n) => [`k${n}`, { type: 'string' }])) },
      '500',
    ],
    ['more than 200 branches', { items: { anyOf: many(201, (n) => ({ const: n })) } }, 'branches'],
    [
      'branches in many places',
      { properties: { a: { anyOf: many(150, () => ({})) }, b: { oneOf: many(150, () => ({})) } } },
      'branches',
    ],
    ['more than 1,000 values of enum', { enum: many(1_001, (n) => n) }, 'values of enum'],
    ['more than 32 levels', many(33, () => 0).reduce<object>((items) => ({ items }), {}), 'levels of nesting'],
    ['a lookahead', { pattern: '^(?=a)' }, 'Lookaround'],
    ['a lookbehind', { pattern: '(?<=a)b' }, 'Lookaround'],
    ['a backreference', { pattern: '(a)\\1' }, 'Backreferences'],
    ['a pattern that repeats without end', { pattern: '((a{100}){100}){100}' }, 'repeats too much'],
    ['an empty pattern that repeats', { pattern: '(((){999}){999}){999}' }, 'repeats too much'],
    ['an identifier inside', { properties: { k: { $id: 'https://example.com/k' } } }, '/properties/k'],
  ])('with %s', (_what, schema, reason) => {
    expect(schemaFault(schema as Record<string, unknown>)).toContain(reason)
  })
})

describe('a check ends with a clear fault instead of', () => {
  it('comparing each of many items with many branches', () => {
    const schema = { properties: { list: { items: { anyOf: many(200, (n) => ({ const: n })) } } } }

    expect(schemaFault(schema)).toBeUndefined()
    expect(faultsOf(schema, { list: many(20_000, () => 199) })).toEqual(TOO_LONG)
  })

  it('following references that branch again and again', () => {
    const $defs = Object.fromEntries(
      many(40, (n) => [`d${n}`, { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] }]),
    )
    const schema = { $defs: { ...$defs, d40: { type: 'object' } }, $ref: '#/$defs/d0' }

    expect(schemaFault(schema)).toBeUndefined()
    expect(faultsOf(schema, {})).toEqual(TOO_LONG)
  })

  it('setting a long default in each of many items', () => {
    const item = { properties: { text: { default: 'x'.repeat(50_000) } } }
    const schema = {
      properties: { list: { items: { allOf: many(50, () => ({ $ref: '#/$defs/item' })) } } },
      $defs: { item },
    }

    expect(schemaFault(schema)).toBeUndefined()
    expect(faultsWithDefaults(schema, { list: many(19_000, () => ({})) }, new Budget())).toEqual(TOO_LONG)
  })

  it('filling in defaults inside defaults without end', () => {
    const schema = { properties: { again: { $ref: '#', default: {} } } }

    expect(faultsWithDefaults(schema, {}, new Budget())).toEqual(TOO_LONG)
  })

  it('reading long texts again for every branch', () => {
    const schema = { items: { allOf: many(200, () => ({ uniqueItems: true })) } }

    expect(
      faultsOf(
        schema,
        many(10, (n) => [`${n}${'x'.repeat(20_000)}`, 'y']),
      ),
    ).toEqual(TOO_LONG)
  })
})

describe('a check compares', () => {
  it('large lists for uniqueness without comparing every pair', () => {
    const rows = many(5_000, (n) => ({ row: n, cells: [n] }))

    expect(faultsOf({ uniqueItems: true }, rows)).toEqual([])
    expect(faultsOf({ uniqueItems: true }, [...rows, { cells: [7], row: 7 }])).toMatchObject([{ pointer: '' }])
  })

  it('many items with many listed objects', () => {
    const schema = { items: { enum: many(1_000, (n) => ({ n, text: 'x'.repeat(20) })) } }

    expect(
      faultsOf(
        schema,
        many(2_000, (n) => ({ text: 'x'.repeat(20), n: n % 1_000 })),
      ),
    ).toEqual([])
  })

  it('long texts with patterns that make a backtracking engine hang', () => {
    const text = `${'a'.repeat(5_000)}!`

    for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a*)*b', 'a*a*a*a*a*b']) {
      expect(faultsOf({ pattern }, text)).toHaveLength(1)
    }
  })
})

describe('a check reports', () => {
  it('the first 50 violations', () => {
    expect(
      faultsOf(
        { items: { type: 'number' } },
        many(1_000, () => 'x'),
      ),
    ).toHaveLength(50)
  })
})

describe('defaults', () => {
  it('are filled once, however many ways lead to a schema', () => {
    const $defs = Object.fromEntries(
      many(60, (n) => [`d${n}`, { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] }]),
    )
    const schema = { $defs: { ...$defs, d60: { properties: { k: { default: 1 } } } }, $ref: '#/$defs/d0' }

    expect(withDefaults(schema, {})).toEqual({ k: 1 })
  })
})
