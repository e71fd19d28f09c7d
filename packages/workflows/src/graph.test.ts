import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition } from './definition.ts'
import { graphOf, inputKey, variableOfKey } from './graph.ts'

const definition: WorkflowDefinition = {
  version: 1,
  title: 'Clean and plot',
  variables: { readings: { type: 'string', format: 'work-data', title: 'Readings' }, window: { type: 'integer' } },
  nodes: [
    {
      id: 'clean',
      step: { function: 'clean_table' },
      parameters: { window: { variable: 'window' } },
      inputs: { table: [{ variable: 'readings' }] },
    },
    {
      id: 'plot',
      title: 'Chart',
      step: { function: 'plot_table' },
      parameters: { log_y: { node: 'clean', result: '/rows' } },
      inputs: {
        'a/b': [
          { node: 'clean', slot: 'cleaned' },
          { node: 'gone', slot: 'x' },
        ],
      },
      after: ['clean'],
      forEach: { value: [1, 2] },
    },
  ],
}

describe('the graph of a workflow', () => {
  it('has a node for each step and for each variable of work data', () => {
    const { nodes } = graphOf(definition)

    expect(nodes.map(({ key, kind, title, repeats }) => [key, kind, title, repeats])).toEqual([
      ['variable-readings', 'input', 'Readings', false],
      ['clean', 'step', 'clean', false],
      ['plot', 'step', 'Chart', true],
    ])
  })

  it('has an edge for each reference to something that exists', () => {
    const { edges } = graphOf(definition)

    expect(edges.map(({ from, slot, to, input }) => [from, slot, to, input])).toEqual([
      ['variable-readings', undefined, 'clean', 'table'],
      ['clean', undefined, 'plot', undefined],
      ['clean', 'cleaned', 'plot', 'a/b'],
      ['clean', undefined, 'plot', undefined],
    ])
    expect(edges[2]?.pointer).toBe('/nodes/1/inputs/a~1b/0')
  })

  it('names variables by their keys', () => {
    expect(variableOfKey(inputKey('window'), definition)).toBe('window')
    expect(variableOfKey('clean', definition)).toBeUndefined()
  })
})
