import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import { describe, expect, it } from 'vitest'
import type { ExecutionNode } from '../executions.queries.ts'
import { neighborOf, nextProblemNode } from './graph-navigation.ts'

const edge = (From: string, To: string) => ({ From, To, Uses: true })

describe('an arrow key', () => {
  const places = new Map([
    ['a', { x: 0, y: 40 }],
    ['b', { x: 100, y: 0 }],
    ['c', { x: 100, y: 50 }],
    ['d', { x: 100, y: 200 }],
  ])
  const graph = { places, edges: [edge('a', 'b'), edge('a', 'c'), edge('c', 'd')] }

  it('follows edges to the nearest node, and moves within a column', () => {
    expect(neighborOf(graph, 'a', 'right')).toBe('c')
    expect(neighborOf(graph, 'b', 'left')).toBe('a')
    expect(neighborOf(graph, 'd', 'up')).toBe('c')
    expect(neighborOf(graph, 'b', 'down')).toBe('c')
  })

  it('leads nowhere at the borders', () => {
    expect(neighborOf(graph, 'a', 'left')).toBeUndefined()
    expect(neighborOf(graph, 'b', 'up')).toBeUndefined()
    expect(neighborOf(graph, 'unknown', 'right')).toBeUndefined()
  })
})

describe('the next node with a problem', () => {
  const node = (Id: string, State: string) =>
    ({ properties: { Id, State } as ExecutionNodeProperties }) as ExecutionNode
  const nodes = [node('a', 'Failed'), node('b', 'Completed'), node('c', 'DataMissing'), node('d', 'Failed')]

  it('is searched in both directions, wrapping around at the ends', () => {
    expect(nextProblemNode(nodes, 'a', 1)).toBe('c')
    expect(nextProblemNode(nodes, 'd', 1)).toBe('a')
    expect(nextProblemNode(nodes, 'a', -1)).toBe('d')
    expect(nextProblemNode(nodes, undefined, 1)).toBe('a')
  })

  it('does not exist if no node has a problem', () => {
    expect(nextProblemNode([node('b', 'Completed')], 'b', 1)).toBeUndefined()
  })
})
