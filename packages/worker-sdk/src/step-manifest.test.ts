import { Manifest } from '@millrace/contracts/manifest'
import { describe, expect, it } from 'vitest'
import { withDefaults } from './default-parameters.ts'
import { defineStep } from './define-step.ts'
import { manifestOf } from './step-manifest.ts'

const step = defineStep({
  functionName: 'head_table',
  version: '1.2.0',
  title: 'First rows',
  parameters: {
    type: 'object',
    properties: {
      rows: { type: 'integer', default: 10 },
      columns: { type: 'array', items: { type: 'string' }, default: [] },
      title: { type: ['string', 'null'] },
    },
  },
  inputs: [{ name: 'table', mediaType: 'text/csv' }],
  outputs: [{ name: 'heads', mediaType: 'text/csv', min: 0, max: null }],
  tags: ['category=tables'],
  timeLimitSeconds: 90,
  categories: ['Tables'],
  tasks: ['preview'],
  icon: 'table',
  showFirst: ['heads'],
  examples: [{ title: 'Two rows', parameters: { rows: 2 }, inputs: { table: [{ name: 'a.csv', text: 'a\n1\n' }] } }],
  run: async ({ parameters }) => parameters.rows + parameters.columns.length + (parameters.title?.length ?? 0),
})

describe('manifestOf', () => {
  it('describes a step in a form that the server accepts', () => {
    const manifest = manifestOf(step)

    expect(Manifest.parse(manifest)).toMatchObject({
      function_name: 'head_table',
      version: '1.2.0',
      title: 'First rows',
      parameters: { title: 'Parameters', type: 'object', additionalProperties: false },
      input_dataslots: [{ name: 'table', mediatype: 'text/csv', minSlots: 1, maxSlots: 1 }],
      output_dataslots: [{ name: 'heads', minSlots: 0, maxSlots: null }],
      time_limit_seconds: 90,
      categories: ['Tables'],
      tasks: ['preview'],
      icon: 'table',
      show_first: ['heads'],
      examples: [
        { title: 'Two rows', parameters: { rows: 2 }, inputs: { table: [{ name: 'a.csv', text: 'a\n1\n' }] } },
      ],
      tags: ['category=tables'],
    })
  })
})

describe('withDefaults', () => {
  it('fills in defaults and nulls for absent and null values', () => {
    expect(withDefaults(step.parameters, { rows: null, extra: 1 })).toEqual({
      rows: 10,
      columns: [],
      title: null,
      extra: 1,
    })
    expect(withDefaults(step.parameters, null)).toEqual({ rows: 10, columns: [], title: null })
  })

  it('keeps values that were set, even zero and empty text', () => {
    expect(withDefaults(step.parameters, { rows: 0, title: '' })).toMatchObject({ rows: 0, title: '' })
  })
})
