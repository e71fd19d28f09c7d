import type { ExecutionEdge, NodeState } from '@millrace/contracts/executions'
import { clsx } from 'clsx'
import { Maximize, Minus, Plus } from 'lucide-react'
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { layoutOf, type Point } from '#components/workflow-graph/graph-layout.ts'
import { ICON_STATES, NODE_STATE_LABELS, nodeFacts } from '#components/workflow-graph/node-state.ts'
import { stepPath } from '#components/workflow-graph/step-path.ts'
import { usePhone } from '#lib/use-media.ts'
import type { ExecutionNode } from '../executions.queries.ts'
import * as texts from './texts.ts'

const HEIGHT = 54
const WIDE = { node: { width: 168, height: HEIGHT }, gap: { x: 56, y: 24 }, edge: 20, least: 0.7 }
/** On phones, three nodes side by side fit into the frame and can be read. */
const NARROW = { node: { width: 152, height: HEIGHT }, gap: { x: 20, y: 20 }, edge: 20, least: 0.5 }
type Sizes = typeof WIDE
const ZOOMS = [0.35, 0.5, 0.7, 0.85, 1, 1.2]
/** Graphs are fitted into their frame up to this scale, and down to the least at which titles can be read. */
const FIT_MOST = 1

interface ExecutionGraphProps {
  nodes: readonly ExecutionNode[]
  edges: readonly ExecutionEdge[]
  selected: string | undefined
  /** The node that the reader selected. Others become the selected one while the execution runs. */
  chosen: string | undefined
  onSelect: (id: string) => void
  now: Date
}

/** The nodes of an execution with their states, from left to right in the order they run. */
export default function ExecutionGraph({ nodes, edges, selected, chosen, onSelect, now }: ExecutionGraphProps) {
  const { ref, element, frame } = useFrame()
  // Fitted to the frame until it is zoomed.
  const [zoomed, setZoomed] = useState<number>()
  // As one text, because states change often, but ids and edges never.
  const ids = nodes.map(({ properties }) => properties.Id).join('\n')
  const sizes = usePhone() ? NARROW : WIDE
  const drawing = useMemo(() => drawingOf(ids.split('\n'), edges, sizes), [ids, edges, sizes])
  const completed = nodes
    .flatMap(({ properties }) => (properties.State === 'Completed' ? properties.Id : []))
    .join('\n')
  const scale = zoomed ?? fitted(drawing, frame, sizes.least)
  // When the reader zooms or selects a node. A node that becomes the selected one by itself does not move the picture.
  const bringSelected = useEffectEvent((_chosen: string | undefined, to: number) => {
    const place = drawing.places.get(selected ?? '')
    if (element && frame && place) bringIntoView(element, { ...place, ...sizes.node }, to)
  })
  useEffect(() => {
    if (element && frame) bringSelected(chosen, scale)
  }, [element, frame, chosen, scale])
  const [smaller, larger] = [ZOOMS.findLast((zoom) => zoom < scale), ZOOMS.find((zoom) => zoom > scale)]
  return (
    <div className="relative min-h-0 flex-1 bg-tag short:min-h-64">
      <div ref={ref} className="absolute inset-0 flex overflow-auto bg-tag phone:bottom-14">
        <div className="m-auto flex-none" style={{ width: drawing.width * scale, height: drawing.height * scale }}>
          <div className="relative origin-top-left" style={{ ...sizeOf(drawing), transform: `scale(${scale})` }}>
            <Lines drawing={drawing} completed={completed} />
            <ul aria-label={texts.nodes}>
              {nodes.map(({ properties }) => (
                <GraphNode
                  key={properties.Id}
                  id={properties.Id}
                  title={properties.Title}
                  state={properties.State}
                  repeats={properties.Repeats}
                  facts={nodeFacts(properties, now)}
                  place={drawing.places.get(properties.Id)}
                  size={sizes.node}
                  isSelected={selected === properties.Id}
                  onSelect={onSelect}
                />
              ))}
            </ul>
          </div>
        </div>
      </div>
      <div className="absolute right-3 bottom-3 flex rounded-md border border-line bg-raised phone:bottom-2">
        <IconButton
          label={texts.zoomOut}
          icon={<Minus aria-hidden="true" />}
          disabled={smaller === undefined}
          onClick={() => setZoomed(smaller)}
        />
        <IconButton
          label={texts.zoomIn}
          icon={<Plus aria-hidden="true" />}
          disabled={larger === undefined}
          onClick={() => setZoomed(larger)}
        />
        <IconButton
          label={texts.fitToWindow}
          icon={<Maximize aria-hidden="true" />}
          onClick={() => setZoomed(undefined)}
        />
      </div>
    </div>
  )
}

interface Size {
  width: number
  height: number
}

/** Centers a node that is not wholly in sight. Only the frame scrolls, never the page. */
function bringIntoView(frame: HTMLElement, node: Point & Size, scale: number): void {
  const [left, top] = [node.x * scale, node.y * scale]
  const [width, height] = [node.width * scale, node.height * scale]
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame
  const isAcross = left >= scrollLeft && left + width <= scrollLeft + clientWidth
  const isDown = top >= scrollTop && top + height <= scrollTop + clientHeight
  if (isAcross && isDown) return
  frame.scrollTo(left - (clientWidth - width) / 2, top - (clientHeight - height) / 2)
}

/** The element that takes the ref, and its size. */
function useFrame() {
  const [element, setElement] = useState<HTMLDivElement>()
  const [frame, setFrame] = useState<Size>()
  const ref = useCallback((element: HTMLDivElement) => {
    setElement(element)
    const observer = new ResizeObserver(() => setFrame({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, element, frame }
}

function fitted(drawing: Size, frame: Size | undefined, least: number): number {
  if (!frame) return FIT_MOST
  const scale = Math.min(frame.width / drawing.width, frame.height / drawing.height)
  return Math.max(least, Math.min(FIT_MOST, scale))
}

/** The lines of the graph. Those from completed nodes, whose ids are given as one text, are solid. */
const Lines = memo(function Lines({ drawing, completed }: { drawing: Drawing; completed: string }) {
  const done = new Set(completed.split('\n'))
  return (
    <svg aria-hidden="true" className="absolute inset-0 fill-none" {...sizeOf(drawing)}>
      {drawing.lines.map(({ key, from, path }) => (
        <path
          key={key}
          d={path}
          strokeWidth={1.5}
          className={done.has(from) ? 'stroke-success' : 'stroke-control'}
          strokeDasharray={done.has(from) ? undefined : '4 4'}
        />
      ))}
    </svg>
  )
})

interface GraphNodeProps {
  id: string
  title: string
  state: NodeState
  repeats: boolean
  facts: string
  place: Point | undefined
  size: Size
  isSelected: boolean
  onSelect: (id: string) => void
}

/** While an execution runs, the page is drawn every second. Of thousands of nodes, only those that changed are drawn again. */
const GraphNode = memo(function GraphNode(props: GraphNodeProps) {
  const { id, title, state, repeats, facts, place, size, isSelected, onSelect } = props
  return (
    <li className="absolute" style={placeOf(place)}>
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={() => onSelect(id)}
        style={size}
        className={clsx(
          'flex items-start gap-2 rounded-lg border bg-raised px-2.5 py-2 text-left',
          borderOf(state, isSelected),
          isSelected && 'ring-2 ring-accent ring-offset-2 ring-offset-(--tag)',
          repeats && 'shadow-[3px_-3px_0_-1px_var(--raised),3px_-3px_0_0_var(--line-strong)]',
          state === 'Waiting' && 'border-dashed',
        )}
      >
        <StateIcon state={ICON_STATES[state]} label={NODE_STATE_LABELS[state]} className="pt-0.5" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-xs text-ink-2">{facts}</span>
        </span>
      </button>
    </li>
  )
})

/** Selection is a ring around the node, so that a failed one stays red. */
function borderOf(state: NodeState, isSelected: boolean): string {
  if (state === 'Failed') return 'border-danger'
  return isSelected ? 'border-accent' : 'border-line-strong hover:border-control'
}

interface Drawing extends Size {
  places: Map<string, Point>
  lines: { key: string; from: string; path: string }[]
}

function drawingOf(ids: readonly string[], edges: readonly ExecutionEdge[], { node, gap, edge }: Sizes): Drawing {
  const boxes = ids.map((key) => ({ key, ...node }))
  const found = layoutOf(
    boxes,
    edges.map(({ From, To }) => ({ from: From, to: To })),
    { gap },
  )
  const left = Math.min(...[...found.values()].map(({ x }) => x))
  const top = Math.min(...[...found.values()].map(({ y }) => y))
  const places = new Map([...found].map(([key, { x, y }]) => [key, { x: x - left + edge, y: y - top + edge }]))
  const lines = edges.flatMap(({ From, To }) => {
    const [start, end] = [places.get(From), places.get(To)]
    if (!start || !end || start === end) return []
    const middle = node.height / 2
    const path = stepPath({ x: start.x + node.width, y: start.y + middle }, { x: end.x, y: end.y + middle })
    return [{ key: `${From} ${To}`, from: From, path }]
  })
  return {
    places,
    lines,
    width: Math.max(0, ...[...places.values()].map(({ x }) => x)) + node.width + edge,
    height: Math.max(0, ...[...places.values()].map(({ y }) => y)) + node.height + edge,
  }
}

function sizeOf({ width, height }: Size) {
  return { width, height }
}

function placeOf(point: Point | undefined) {
  return { left: point?.x ?? 0, top: point?.y ?? 0 }
}
