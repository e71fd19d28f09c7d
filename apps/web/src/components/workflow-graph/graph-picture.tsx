import type { WorkflowGraph } from '@millrace/workflows/graph'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { layoutOf, type Point } from './graph-layout.ts'
import { stepPath } from './step-path.ts'

const NODE = { width: 56, height: 20 }
const GAP = { x: 24, y: 14 }
const EDGE = 6
/** A picture of few nodes is not blown up to fill its frame. */
const LEAST = { width: 270, height: 92 }

/** A workflow drawn small: boxes and lines. It is decoration; the words beside it say what it is. */
export default function GraphPicture({ graph, className }: { graph: WorkflowGraph; className?: string }) {
  const drawing = useMemo(() => drawingOf(graph), [graph])
  const width = Math.max(drawing.width, LEAST.width)
  const height = Math.max(drawing.height, LEAST.height)
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox={`${(drawing.width - width) / 2} ${(drawing.height - height) / 2} ${width} ${height}`}
    >
      <g className="fill-none stroke-control" strokeWidth={1}>
        {drawing.lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
      {drawing.boxes.map(({ key, x, y, kind, repeats }) => (
        <g key={key} transform={`translate(${x} ${y})`}>
          {repeats ? <Box x={3} y={-3} /> : null}
          <Box x={0} y={0} />
          <circle cx={9} cy={10} r={2.5} className={clsx(kind === 'input' ? 'fill-accent' : 'fill-line-strong')} />
          <rect x={16} y={8} width={28} height={4} rx={2} className="fill-line-strong" />
        </g>
      ))}
    </svg>
  )
}

function Box({ x, y }: Point) {
  return <rect x={x} y={y} {...NODE} rx={4} className="fill-raised stroke-line-strong" />
}

function drawingOf({ nodes, edges }: WorkflowGraph) {
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
