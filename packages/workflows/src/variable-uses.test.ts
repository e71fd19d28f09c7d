import { Budget } from '@millrace/parameters/budget'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'
import { variableUseFaults, variableUses } from './variable-uses.ts'

const choice: JsonSchema = {
  properties: { every: { $ref: '#/$defs/every' } },
  $defs: { every: { enum: ['hour', 'day'] } },
}
const node = (id: string, change: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  step: { function: 'aggregate' },
  parameters: { every: { variable: 'every' } },
  ...change,
})

function usesOf(nodes: WorkflowNode[], parameters: JsonSchema) {
  const definition: WorkflowDefinition = { version: 1, title: 'Test', variables: { every: {} }, nodes }
  const step = { id: 'aggregate 1.0.0', parameters }
  return variableUses(
    definition,
    () => step,
    (index) => nodes[index]?.id ?? '',
  )
}

function messages(nodes: WorkflowNode[], every: unknown = 'fortnight', parameters = choice, budget = new Budget()) {
  const faults = variableUseFaults(usesOf(nodes, parameters), { every }, budget)
  return faults.map(({ pointer, message }) => `${pointer} ${message}`)
}

describe('values of variables that a node can’t run with', () => {
  it('are reported at the variable, once for all nodes of a step', () => {
    expect(messages([node('a'), node('b')])).toEqual([
      '/variables/every The parameter “every” of “a” can’t have this value. Choose one of: hour, day.',
    ])
    expect(messages([node('a')], 'day')).toEqual([])
  })

  it('include lists of forEach', () => {
    const each = [node('a', { forEach: { variable: 'every' } })]

    expect(messages(each)).toEqual([
      '/variables/every “a” can’t run with this value. “For each item” needs a list, but its value is not one.',
    ])
    expect(messages(each, Array(10_001).fill(0))).toEqual([
      '/variables/every “a” can’t run with this value. “For each item” has 10,001 items. The limit is 10,000.',
    ])
  })

  it('include a list of forEach beside a parameter called “items”', () => {
    const nodes = [
      node('a', { forEach: { variable: 'every' } }),
      node('b', { parameters: { items: { variable: 'every' } } }),
    ]

    expect(messages(nodes, [], { properties: { items: { minItems: 1 } } })).toEqual([
      '/variables/every The parameter “items” of “b” can’t have this value. Choose at least one value.',
    ])
  })

  it('are reported at their position in a list', () => {
    expect(messages([node('a')], ['day', 5], { properties: { every: { items: { type: 'string' } } } })).toEqual([
      '/variables/every/1 The parameter “every” of “a” can’t have this value. Expected text.',
    ])
  })

  it('are found with references to other parameters', () => {
    const parameters = { properties: { every: { $ref: '#/properties/other' }, other: { enum: ['day'] } } }

    expect(messages([node('a')], 'day', parameters)).toEqual([])
    expect(messages([node('a')], 'hour', parameters)).toHaveLength(1)
  })

  it('have the defaults of the step, as in a run', () => {
    const is = { enum: ['equals'], default: 'equals' }
    const conditions = { items: { required: ['column', 'is'], properties: { column: {}, is } } }

    expect(messages([node('a')], [{ column: 'station' }], { properties: { every: conditions } })).toEqual([])
    expect(messages([node('a')], [{}], { properties: { every: conditions } })).toHaveLength(1)
  })

  it('are left to nodes that may not run, or may fail', () => {
    const when = { compare: { left: { value: 1 }, is: 'eq' as const, right: { value: 1 } } }

    expect(messages([node('a', { when })])).toEqual([])
    expect(messages([node('a', { onFailure: 'continue' })])).toEqual([])
    expect(messages([node('c', { after: ['b'] }), node('b', { after: ['a'] }), node('a', { when })])).toEqual([])
  })

  it('are left to the run if finding them takes long', () => {
    expect(messages([node('a')], 'fortnight', choice, new Budget(2))).toEqual([])
    expect(
      messages([node('a')], 'x'.repeat(10_000), { properties: { every: { type: 'integer' } } }, new Budget(500)),
    ).toEqual([])
  })
})

it('the schema of a step is listed once for all parameters that use a variable', () => {
  const names = Array.from({ length: 100 }, (_, nth) => `p${nth}`)
  const parameters = Object.fromEntries(names.map((name) => [name, { variable: 'every' }]))
  const schema = {
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/large' }])),
    $defs: { large: { description: 'x'.repeat(10_000) } },
  }

  const { length } = JSON.stringify(usesOf([node('a', { parameters }), node('b', { parameters })], schema))

  expect(length).toBeLessThan(3 * JSON.stringify(schema).length)
})
