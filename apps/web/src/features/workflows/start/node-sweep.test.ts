import { expect, it } from 'vitest'
import type { Draft } from '../document/draft.ts'
import type { KnownStep } from '../known-steps.ts'
import { nodeParameters, withVariables } from './node-sweep.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    window: { type: 'integer', title: 'Window', default: 3, 'x-group': 'Cleaning' },
    method: { type: 'string' },
    bound: { type: 'string' },
  },
} as const
const step = {
  version: { functionName: 'clean', version: '1.0.0', parameters: PARAMETERS, inputs: [], outputs: [] },
  document: { properties: { Title: 'Clean table' } },
} as unknown as KnownStep
const steps = { stepOf: () => step }
const draft: Draft = {
  version: 1,
  title: 'Test',
  variables: { which: { type: 'string' }, clean_window: { type: 'integer' } },
  nodes: [
    {
      id: 'clean',
      title: 'Clean levels',
      step: { function: 'clean' },
      parameters: { bound: { variable: 'which' }, method: { value: 'median' } },
    },
  ],
}

it('offers constants and defaults of nodes, under names that no variable uses', () => {
  expect(nodeParameters(draft, steps)).toEqual([
    {
      node: 'clean',
      parameter: 'window',
      variable: 'clean_window_2',
      schema: { type: 'integer', title: 'Clean levels: Window', default: 3 },
    },
    {
      node: 'clean',
      parameter: 'method',
      variable: 'clean_method',
      schema: { type: 'string', title: 'Clean levels: method', default: 'median' },
    },
  ])
})

it('binds the swept parameters, and leaves the others', () => {
  const [window] = nodeParameters(draft, steps)

  const { variables, nodes } = withVariables(draft, [window!])

  expect(Object.keys(variables ?? {})).toEqual(['which', 'clean_window', 'clean_window_2'])
  expect(nodes[0]?.parameters).toEqual({
    bound: { variable: 'which' },
    method: { value: 'median' },
    window: { variable: 'clean_window_2' },
  })
})
