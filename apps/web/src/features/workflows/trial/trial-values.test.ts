import { describe, expect, it } from 'vitest'
import type { Draft, WorkflowNode } from '../document/draft.ts'
import { askedSchema, asVariables, knownData, knownValues } from './trial-values.ts'

const node: WorkflowNode = {
  id: 'plot',
  step: { function: 'plot_table' },
  forEach: { value: [{ station: 'Cologne' }, { station: 'Bonn' }] },
  parameters: {
    width: { value: 3 },
    unit: { variable: 'unit' },
    title: { variable: 'title' },
    station: { item: '/station' },
    mean: { node: 'profile', result: '/mean' },
  },
  inputs: { table: [{ workData: '/api/WorkData/1' }, { variable: 'readings' }, { node: 'clean', slot: 'cleaned' }] },
}

const draft: Draft = {
  version: 1,
  title: 'Plot',
  variables: {
    unit: { type: 'string', default: 'cm' },
    title: { type: 'string' },
    readings: { type: 'string', format: 'work-data', default: '/api/WorkData/2' },
  },
  nodes: [node],
}

describe('values for a trial run', () => {
  it('takes constants, defaults of variables, and the first item', () => {
    expect(knownValues(draft, node)).toEqual({ width: 3, unit: 'cm', station: 'Cologne' })
  })

  it('asks only for bound parameters whose values a running workflow would have', () => {
    const schema = {
      type: 'object' as const,
      properties: {
        width: {},
        unit: {},
        title: { type: 'string' as const },
        mean: { type: 'number' as const },
        rest: {},
      },
      required: ['width', 'mean', 'rest'],
    }

    expect(askedSchema(schema, node, knownValues(draft, node))).toEqual({
      type: 'object',
      properties: { title: { type: 'string' }, mean: { type: 'number' } },
      required: ['mean'],
    })
  })

  it('takes linked work data and defaults of variables, but no results of other steps', () => {
    expect(knownData(draft, node, 'table')).toEqual(['/api/WorkData/1', '/api/WorkData/2'])
  })

  it('passes the inputs of a workflow as its variables: one file, several files, or none', () => {
    const inner = { name: 'workflow', maxSlots: 1, hrefs: ['/api/WorkData/3'] }
    const table = { name: 'table', maxSlots: 1, hrefs: ['/api/WorkData/1'] }
    const parts = { name: 'parts', maxSlots: null, hrefs: ['/api/WorkData/1', '/api/WorkData/2'] }

    expect(asVariables([inner, table, parts, { name: 'stations', maxSlots: 1, hrefs: [] }])).toEqual({
      slots: [inner],
      variables: { table: '/api/WorkData/1', parts: ['/api/WorkData/1', '/api/WorkData/2'] },
    })
  })
})
