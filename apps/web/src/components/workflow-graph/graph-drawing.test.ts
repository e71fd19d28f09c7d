import type { WorkflowGraph } from '@millrace/workflows/graph'
import { describe, expect, it } from 'vitest'
import { drawingOf } from './graph-drawing.ts'

function chainOf(length: number): WorkflowGraph {
  const keys = Array.from({ length }, (_, at) => `n${at}`)
  const nodes = keys.map((key) => ({ key, title: key, kind: 'step' as const, repeats: false }))
  return { nodes, edges: keys.slice(1).map((to, at) => ({ from: `n${at}`, to })) } as WorkflowGraph
}

describe('the drawing of a workflow', () => {
  it('has titles while they are large enough to read', () => {
    const drawings = [3, 4].map((length) => drawingOf(chainOf(length)))

    expect(drawings.map(({ hasTitles }) => hasTitles)).toEqual([true, false])
    expect(drawings[0]?.width).toBeLessThanOrEqual(400)
  })

  it('is made once for each graph', () => {
    const graph = chainOf(2)

    expect(drawingOf(graph)).toBe(drawingOf(graph))
  })
})
