import { Budget } from '@millrace/parameters/budget'
import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'
import { variableUseFaults, variableUses } from './variable-uses.ts'

const step = {
  functionName: 'aggregate',
  version: '1.0.0',
  parameters: { properties: { every: { $ref: '#/$defs/every' } }, $defs: { every: { enum: ['hour', 'day'] } } },
}
const node = (id: string, change: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  step: { function: 'aggregate' },
  parameters: { every: { variable: 'every' } },
  ...change,
})

function messages(nodes: WorkflowNode[], every: unknown = 'fortnight'): string[] {
  const definition: WorkflowDefinition = { version: 1, title: 'Test', variables: { every: {} }, nodes }
  const uses = variableUses(
    definition,
    () => step,
    (index) => nodes[index]?.id ?? '',
  )
  return variableUseFaults(uses, { every }, new Budget()).map(({ pointer, message }) => `${pointer} ${message}`)
}

describe('values of variables that a node can’t run with', () => {
  it('are reported at the variable, once for all nodes of a step', () => {
    expect(messages([node('a'), node('b')])).toEqual([
      '/variables/every The parameter “every” of “a” can’t have this value. Choose one of: hour, day.',
    ])
    expect(messages([node('a')], 'day')).toEqual([])
  })

  it('include lists of forEach', () => {
    expect(messages([node('a', { forEach: { variable: 'every' } })])).toEqual([
      '/variables/every “forEach” of “a” can’t have this value. Expected a list.',
    ])
  })

  it('are left to nodes that may not run, or may fail', () => {
    const when = { compare: { left: { value: 1 }, is: 'eq' as const, right: { value: 1 } } }

    expect(messages([node('a', { when })])).toEqual([])
    expect(messages([node('a', { onFailure: 'continue' })])).toEqual([])
    expect(messages([node('c', { after: ['b'] }), node('b', { after: ['a'] }), node('a', { when })])).toEqual([])
  })
})
