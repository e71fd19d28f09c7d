import type { WorkflowGraph } from '@millrace/workflows/graph'
import { useMemo } from 'react'
import { drawingOf, NODE } from './graph-drawing.ts'
import type { Point } from './graph-layout.ts'

/** A picture of few nodes is not blown up to fill its frame. */
const LEAST = { width: 312, height: 106 }
/** In wider pictures, titles are too small to read. */
const TITLES_UP_TO = 520
const TITLE_LENGTH = 17

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
      {drawing.boxes.map(({ key, title, x, y, kind, repeats }) => (
        <g key={key} transform={`translate(${x} ${y})`}>
          {repeats ? <Box x={3} y={-3} /> : null}
          <Box x={0} y={0} />
          <circle cx={9} cy={11} r={2.5} className={kind === 'input' ? 'fill-accent' : 'fill-line-strong'} />
          {drawing.width <= TITLES_UP_TO ? (
            <text x={15} y={13.5} className="fill-ink-2 text-[8px]">
              {shortened(title)}
            </text>
          ) : (
            <rect x={16} y={9} width={50} height={4} rx={2} className="fill-line-strong" />
          )}
        </g>
      ))}
    </svg>
  )
}

function shortened(title: string): string {
  return title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH - 1).trimEnd()}…` : title
}

function Box({ x, y }: Point) {
  return <rect x={x} y={y} {...NODE} rx={4} className="fill-raised stroke-line-strong" />
}
