import type { ExecutionEdge } from '@millrace/contracts/executions'
import { clsx } from 'clsx'
import { Minus, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { layoutOf, type Point } from '#components/workflow-graph/graph-layout.ts'
import { ICON_STATES, NODE_STATE_LABELS, nodeFacts } from '#components/workflow-graph/node-state.ts'
import { stepPath } from '#components/workflow-graph/step-path.ts'
import type { ExecutionNode } from '../executions.queries.ts'
import * as texts from './texts.ts'

const NODE = { width: 168, height: 54 }
const GAP = { x: 56, y: 24 }
const EDGE = 20
const ZOOMS = [0.35, 0.5, 0.7, 0.85, 1, 1.2]

interface ExecutionGraphProps {
  nodes: readonly ExecutionNode[]
  edges: readonly ExecutionEdge[]
  selected: string | undefined
  onSelect: (id: string) => void
  now: Date
}

/** The nodes of an execution with their states, from left to right in the order they run. */
export default function ExecutionGraph({ nodes, edges, selected, onSelect, now }: ExecutionGraphProps) {
  const [zoom, setZoom] = useState(ZOOMS.indexOf(nodes.length > 60 ? 0.5 : 1))
  // As one text, because states change often, but ids and edges never.
  const ids = nodes.map(({ properties }) => properties.Id).join('\n')
  const drawing = useMemo(() => drawingOf(ids.split('\n'), edges), [ids, edges])
  const states = new Map(nodes.map(({ properties }) => [properties.Id, properties.State]))
  const scale = ZOOMS[zoom] ?? 1
  return (
    <div className="relative min-h-0 flex-1">
      <div className="absolute inset-0 overflow-auto bg-tag">
        <div style={{ width: drawing.width * scale, height: drawing.height * scale }}>
          <div className="relative origin-top-left" style={{ ...sizeOf(drawing), transform: `scale(${scale})` }}>
            <svg aria-hidden="true" className="absolute inset-0 fill-none" {...sizeOf(drawing)}>
              {drawing.lines.map(({ key, from, path }) => (
                <path
                  key={key}
                  d={path}
                  strokeWidth={1.5}
                  className={states.get(from) === 'Completed' ? 'stroke-success' : 'stroke-control'}
                  strokeDasharray={states.get(from) === 'Completed' ? undefined : '4 4'}
                />
              ))}
            </svg>
            <ul aria-label={texts.nodes}>
              {nodes.map((node) => (
                <li
                  key={node.properties.Id}
                  className="absolute"
                  style={placeOf(drawing.places.get(node.properties.Id))}
                >
                  <GraphNode
                    node={node}
                    now={now}
                    isSelected={selected === node.properties.Id}
                    onSelect={() => onSelect(node.properties.Id)}
                  />
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      <div className="absolute right-3 bottom-3 flex rounded-md border border-line bg-raised">
        <IconButton
          label={texts.zoomOut}
          icon={<Minus aria-hidden="true" />}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          label={texts.zoomIn}
          icon={<Plus aria-hidden="true" />}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </div>
    </div>
  )
}

interface GraphNodeProps {
  node: ExecutionNode
  now: Date
  isSelected: boolean
  onSelect: () => void
}

function GraphNode({ node: { properties }, now, isSelected, onSelect }: GraphNodeProps) {
  const { Title, State, Repeats } = properties
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onSelect}
      style={NODE}
      className={clsx(
        'flex items-start gap-2 rounded-lg border bg-raised px-2.5 py-2 text-left',
        isSelected ? 'border-accent ring-2 ring-accent-soft' : 'border-line-strong hover:border-control',
        Repeats && 'shadow-[3px_-3px_0_-1px_var(--raised),3px_-3px_0_0_var(--line-strong)]',
        State === 'Waiting' && 'border-dashed',
      )}
    >
      <StateIcon state={ICON_STATES[State]} label={NODE_STATE_LABELS[State]} className="pt-0.5" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{Title}</span>
        <span className="block truncate text-xs text-ink-2">{nodeFacts(properties, now)}</span>
      </span>
    </button>
  )
}

interface Drawing {
  places: Map<string, Point>
  lines: { key: string; from: string; path: string }[]
  width: number
  height: number
}

function drawingOf(ids: readonly string[], edges: readonly ExecutionEdge[]): Drawing {
  const boxes = ids.map((key) => ({ key, ...NODE }))
  const found = layoutOf(
    boxes,
    edges.map(({ From, To }) => ({ from: From, to: To })),
    { gap: GAP },
  )
  const left = Math.min(...[...found.values()].map(({ x }) => x))
  const top = Math.min(...[...found.values()].map(({ y }) => y))
  const places = new Map([...found].map(([key, { x, y }]) => [key, { x: x - left + EDGE, y: y - top + EDGE }]))
  const lines = edges.flatMap(({ From, To }) => {
    const [start, end] = [places.get(From), places.get(To)]
    if (!start || !end || start === end) return []
    const middle = NODE.height / 2
    const path = stepPath({ x: start.x + NODE.width, y: start.y + middle }, { x: end.x, y: end.y + middle })
    return [{ key: `${From} ${To}`, from: From, path }]
  })
  return {
    places,
    lines,
    width: Math.max(0, ...[...places.values()].map(({ x }) => x)) + NODE.width + EDGE,
    height: Math.max(0, ...[...places.values()].map(({ y }) => y)) + NODE.height + EDGE,
  }
}

function sizeOf({ width, height }: Drawing) {
  return { width, height }
}

function placeOf(point: Point | undefined) {
  return { left: point?.x ?? 0, top: point?.y ?? 0 }
}
