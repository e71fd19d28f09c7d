import type { PictureState } from '@millrace/contracts/work-data'
import type { WorkflowGraph } from '@millrace/workflows/graph'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { drawingOf, type GraphDrawing } from './graph-drawing.ts'

/** Prevents enlarging a graph of few nodes to fill its frame. */
const MIN_SIZE = { width: 340, height: 106 }
const TITLE_LENGTH = 16

interface GraphPictureProps {
  graph: WorkflowGraph
  /** The final states of the nodes of an execution, by node id. */
  states?: Readonly<Record<string, PictureState>> | null | undefined
  className?: string
}

/** A small picture of a workflow: boxes and lines. Decorative, because the text beside it describes the workflow. */
export default function GraphPicture({ graph, states, className }: GraphPictureProps) {
  const drawing = useMemo(() => drawingOf(graph), [graph])
  const width = Math.max(drawing.width, MIN_SIZE.width)
  const height = Math.max(drawing.height, MIN_SIZE.height)
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
      {drawing.boxes.map((node) => (
        <Node key={node.key} node={node} drawing={drawing} state={states?.[node.key]} />
      ))}
    </svg>
  )
}

interface NodeProps {
  node: GraphDrawing['boxes'][number]
  drawing: GraphDrawing
  state: PictureState | undefined
}

function Node({ node: { title, x, y, kind, repeats }, drawing: { box, hasTitles }, state }: NodeProps) {
  const middle = box.height / 2
  const frame = clsx('fill-raised', FRAMES[state ?? 'Waiting'] ?? 'stroke-line-strong')
  return (
    <g transform={`translate(${x} ${y})`}>
      {repeats ? <rect x={3} y={-3} {...box} rx={4} className={frame} /> : null}
      <rect {...box} rx={4} className={frame} />
      <circle
        cx={hasTitles ? 10 : 9}
        cy={middle}
        r={hasTitles ? 3 : 2.5}
        className={kind === 'input' ? 'fill-accent' : (DOTS[state ?? 'Waiting'] ?? 'fill-line-strong')}
      />
      {hasTitles ? (
        <text x={18} y={middle + 4} className="fill-ink-2 text-[0.72rem]">
          {shortened(title)}
        </text>
      ) : (
        <rect x={16} y={middle - 2} width={box.width - 24} height={4} rx={2} className="fill-line-strong" />
      )}
    </g>
  )
}

const DOTS: Partial<Record<PictureState, string>> = {
  Completed: 'fill-success',
  Running: 'fill-accent',
  Failed: 'fill-danger',
}

const FRAMES: Partial<Record<PictureState, string>> = { Running: 'stroke-accent', Failed: 'stroke-danger' }

function shortened(title: string): string {
  return title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH - 1).trimEnd()}…` : title
}
