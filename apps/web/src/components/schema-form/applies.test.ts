import type { JsonSchema } from '@millrace/parameters/json-schema'
import { describe, expect, it } from 'vitest'
import { notAppliedReason } from './applies.ts'

const threshold: JsonSchema = { type: 'number', 'x-applies-if': { outliers: ['hampel', 'iqr'], strict: [true] } }
const schema: JsonSchema = {
  type: 'object',
  properties: {
    outliers: { enum: ['none', 'hampel', 'iqr'], title: 'Outliers' },
    strict: { type: 'boolean' },
    threshold,
  },
}

describe('a field that depends on others', () => {
  it('applies if each of these has one of the listed values', () => {
    expect(notAppliedReason(threshold, schema, { outliers: 'iqr', strict: true })).toBeUndefined()
    expect(notAppliedReason({}, schema, {})).toBeUndefined()
  })

  it('otherwise says what has to be set, in the words of the form', () => {
    expect(notAppliedReason(threshold, schema, { outliers: 'none', strict: true })).toBe(
      'Only used when Outliers is Hampel or IQR.',
    )
    expect(notAppliedReason(threshold, schema, {})).toBe('Only used when Outliers is Hampel or IQR and Strict is on.')
  })
})
