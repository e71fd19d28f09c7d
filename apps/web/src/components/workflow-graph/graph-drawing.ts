import type { WorkflowGraph } from '@millrace/workflows/graph'
import { columnsOf } from './graph-columns.ts'
import { layoutOf } from './graph-layout.ts'
import { stepPath } from './step-path.ts'

/** Sizes of boxes with titles, and of boxes without titles for graphs too wide for readable titles. */
const TITLED = { box: { width: 120, height: 26 }, gap: { x: 14, y: 14 } }
const PLAIN = { box: { width: 50, height: 17 }, gap: { x: 22, y: 14 } }
const TITLED_UP_TO = 400
const EDGE = 6

export type GraphDrawing = ReturnType<typeof drawn>

/** Cached by graph, because a picture and the list of steps beside it share the drawing. */
const drawings = new WeakMap<WorkflowGraph, GraphDrawing>()

/** Returns the boxes and lines of a small picture of a workflow. */
export function drawingOf(graph: WorkflowGraph): GraphDrawing {
  const known = drawings.get(graph)
  if (known) return known
  const isTitled = widthOf(graph, TITLED) <= TITLED_UP_TO
  const drawing = { ...drawn(graph, isTitled ? TITLED : PLAIN), hasTitles: isTitled }
  drawings.set(graph, drawing)
  return drawing
}

function widthOf({ nodes, edges }: WorkflowGraph, { box, gap }: typeof TITLED): number {
  const boxes = nodes.map(({ key }) => ({ key, ...box }))
  return columnsOf(boxes, edges).length * (box.width + gap.x) - gap.x + 2 * EDGE
}

function drawn({ nodes, edges }: WorkflowGraph, { box, gap }: typeof TITLED) {
  const places = layoutOf(
    nodes.map(({ key }) => ({ key, ...box })),
    edges,
    { gap },
  )
  const at = (key: string) => places.get(key) ?? { x: 0, y: 0 }
  const left = Math.min(...[...places.values()].map(({ x }) => x))
  const top = Math.min(...[...places.values()].map(({ y }) => y))
  const boxes = nodes.map((node) => ({ ...node, x: at(node.key).x - left + EDGE, y: at(node.key).y - top + EDGE }))
  const byKey = new Map(boxes.map((node) => [node.key, node]))
  const lines = edges.flatMap(({ from, to }) => {
    const [start, end] = [byKey.get(from), byKey.get(to)]
    if (!start || !end || start === end) return []
    const middle = box.height / 2
    return [stepPath({ x: start.x + box.width, y: start.y + middle }, { x: end.x, y: end.y + middle })]
  })
  return {
    box,
    boxes,
    hasTitles: true,
    lines: [...new Set(lines)],
    width: Math.max(0, ...boxes.map(({ x }) => x)) + box.width + EDGE,
    height: Math.max(0, ...boxes.map(({ y }) => y)) + box.height + EDGE,
  }
}
