import { describe, expect, it } from 'vitest'
import { changeSummary, parameterRows } from './parameter-table.ts'
import type { StepDocument } from './processing-steps.queries.ts'

function step(schema: object | null, defaults?: object): StepDocument {
  const properties = {
    ParameterSchema: schema && JSON.stringify(schema),
    DefaultParameters: defaults ? JSON.stringify(defaults) : null,
  }
  return { properties } as unknown as StepDocument
}

const fields = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

describe('parameterRows', () => {
  it.each([
    [
      { type: 'integer', minimum: 24, maximum: 672, default: 96, 'x-unit': 'samples' },
      'whole number',
      '96 samples',
      '24 – 672 samples',
    ],
    [{ type: 'number', minimum: 0 }, 'number', undefined, 'at least 0'],
    [{ enum: ['hampel', 'median', 'none'], default: 'hampel' }, 'one of 3', 'hampel', 'hampel, median, none'],
    [{ type: 'boolean', default: false }, 'yes or no', 'no', ''],
    [
      { type: 'array', items: { type: 'string' }, default: [], maxItems: 5 },
      'list of text',
      'none',
      'at most 5 values',
    ],
    [{ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], default: null }, 'date, optional', 'none', ''],
    [{ type: 'string', 'x-column-of': 'table' }, 'column', undefined, ''],
    [{}, 'any value', undefined, ''],
  ])('%j is described in words', (field, type, initial, allowed) => {
    const [row] = parameterRows(step(fields({ p: field })))

    expect(row).toMatchObject({ type, initial, allowed })
  })

  it('follows references and marks required parameters', () => {
    const schema = {
      ...fields({ k: { $ref: '#/$defs/K' } }, ['k']),
      $defs: { K: { type: 'number', title: 'Threshold' } },
    }

    expect(parameterRows(step(schema))).toMatchObject([
      { name: 'k', label: 'Threshold', type: 'number', isRequired: true },
    ])
  })

  it('shows the defaults that the step is configured with instead of those of its schema', () => {
    expect(parameterRows(step(fields({ k: { type: 'number', default: 3 } }), { k: 4 }))[0]?.initial).toBe('4')
  })

  it('is empty for a step without parameters', () => {
    expect(parameterRows(step(null))).toEqual([])
  })

  it('says what changed since another version', () => {
    const before = step(
      fields({ k: { type: 'number', default: 3 }, window: { type: 'integer', default: 48 }, old: { type: 'string' } }),
    )
    const now = step(
      fields({ k: { type: 'number', default: 3 }, window: { type: 'integer', default: 96 }, zone: { type: 'string' } }),
    )

    const rows = parameterRows(now, before)

    expect(rows.map(({ name, change, before: was }) => [name, change, was])).toEqual([
      ['k', undefined, '3'],
      ['window', 'changed', '48'],
      ['zone', 'added', undefined],
      ['old', 'removed', undefined],
    ])
    expect(changeSummary(rows)).toBe('1 changed, 1 added, 1 removed')
    expect(changeSummary(parameterRows(now, now))).toBeUndefined()
  })
})
