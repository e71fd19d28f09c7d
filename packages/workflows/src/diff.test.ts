import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition } from './definition.ts'
import { changesOf } from './diff.ts'

const before: WorkflowDefinition = {
  version: 1,
  title: 'Chain',
  variables: { window: { type: 'integer', default: 3 } },
  nodes: [
    { id: 'clean', step: { function: 'clean_table' }, parameters: { window: { value: 3 } } },
    { id: 'plot', step: { function: 'plot_table' }, inputs: { table: [{ node: 'clean', slot: 'cleaned' }] } },
  ],
  layout: { nodes: { clean: { x: 0, y: 0 } } },
}

describe('the changes between two versions', () => {
  it('are none if only positions and the order of nodes differ', () => {
    const moved = { ...before, nodes: before.nodes.toReversed(), layout: { nodes: { clean: { x: 9, y: 9 } } } }

    expect(changesOf(before, moved)).toEqual([])
  })

  it('name added and removed steps', () => {
    const nodes = [...before.nodes.slice(0, 1), { id: 'report', step: { function: 'report' } }]

    expect(changesOf(before, { ...before, nodes })).toEqual([
      { kind: 'removed', of: 'step', name: 'plot' },
      { kind: 'added', of: 'step', name: 'report' },
    ])
  })

  it('name each setting that changed, with both values', () => {
    const after: WorkflowDefinition = {
      ...before,
      title: 'Chain 2',
      variables: { window: { type: 'integer', default: 5 } },
      nodes: before.nodes.map((node) => ({ ...node, parameters: { window: { variable: 'window' } } })),
    }

    expect(changesOf(before, after)).toEqual([
      { kind: 'changed', of: 'workflow', name: '', setting: 'title', before: 'Chain', after: 'Chain 2' },
      { kind: 'changed', of: 'variable', name: 'window', setting: 'default', before: 3, after: 5 },
      {
        kind: 'changed',
        of: 'step',
        name: 'clean',
        setting: 'parameters › window',
        before: { value: 3 },
        after: { variable: 'window' },
      },
      {
        kind: 'changed',
        of: 'step',
        name: 'plot',
        setting: 'parameters › window',
        before: undefined,
        after: { variable: 'window' },
      },
    ])
  })

  it('follow a step whose ID changed, and do not list references to it as changes', () => {
    const after: WorkflowDefinition = {
      ...before,
      nodes: [
        { id: 'tidy', step: { function: 'clean_table' }, parameters: { window: { value: 5 } } },
        { id: 'plot', step: { function: 'plot_table' }, inputs: { table: [{ node: 'tidy', slot: 'cleaned' }] } },
      ],
    }
    const outputs = (node: string) => ({ outputs: { table: { node, slot: 'cleaned' } } })

    expect(changesOf({ ...before, ...outputs('clean') }, { ...after, ...outputs('tidy') })).toEqual([
      { kind: 'renamed', of: 'step', name: 'clean', after: 'tidy' },
      {
        kind: 'changed',
        of: 'step',
        name: 'tidy',
        setting: 'parameters › window',
        before: { value: 3 },
        after: { value: 5 },
      },
    ])
  })

  it('take the most similar step as the renamed one, and do not take constants as references', () => {
    const step = { function: 'query_table' }
    const query = (id: string, sql: string) => ({ id, step, parameters: { sql: { value: sql } } })
    const constant = { id: 'c', step: { function: 'other' }, parameters: { k: { value: { node: 'b' } } } }
    const first = { ...before, nodes: [query('a', 'select 1'), query('b', 'select 2'), constant] }
    const second = { ...before, nodes: [query('x', 'select 2'), constant] }

    expect(changesOf(first, second)).toEqual([
      { kind: 'renamed', of: 'step', name: 'b', after: 'x' },
      { kind: 'removed', of: 'step', name: 'a' },
    ])
  })
})
