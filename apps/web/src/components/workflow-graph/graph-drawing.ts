import type { WorkflowGraph } from '@millrace/workflows/graph'
import { layoutOf } from './graph-layout.ts'
import { stepPath } from './step-path.ts'

export const NODE = { width: 84, height: 22 }
const GAP = { x: 24, y: 14 }
const EDGE = 6

/** The boxes and lines of a workflow that is drawn small. */
export function drawingOf({ nodes, edges }: WorkflowGraph) {
  const places = layoutOf(
    nodes.map(({ key }) => ({ key, ...NODE })),
    edges,
    { gap: GAP },
  )
  const at = (key: string) => places.get(key) ?? { x: 0, y: 0 }
  const left = Math.min(...[...places.values()].map(({ x }) => x))
  const top = Math.min(...[...places.values()].map(({ y }) => y))
  const boxes = nodes.map((node) => ({ ...node, x: at(node.key).x - left + EDGE, y: at(node.key).y - top + EDGE }))
  const box = new Map(boxes.map((node) => [node.key, node]))
  const lines = edges.flatMap(({ from, to }) => {
    const [start, end] = [box.get(from), box.get(to)]
    if (!start || !end || start === end) return []
    const middle = NODE.height / 2
    return [stepPath({ x: start.x + NODE.width, y: start.y + middle }, { x: end.x, y: end.y + middle })]
  })
  return {
    boxes,
    lines: [...new Set(lines)],
    width: Math.max(0, ...boxes.map(({ x }) => x)) + NODE.width + EDGE,
    height: Math.max(0, ...boxes.map(({ y }) => y)) + NODE.height + EDGE,
  }
}
