import type { ExecutionEdge, ExecutionInput, NodeState } from '@millrace/contracts/executions'
import type { WireJobState } from '@millrace/contracts/job-states'
import { clsx } from 'clsx'
import { Maximize, Minus, Plus } from 'lucide-react'
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '#components/ui/icon-button.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import type { Point } from '#components/workflow-graph/graph-geometry.ts'
import { layoutOf } from '#components/workflow-graph/graph-layout.ts'
import { nodeFacts, nodeIcon } from '#components/workflow-graph/node-state.ts'
import { stepPath } from '#components/workflow-graph/step-path.ts'
import { useKeys } from '#lib/keys.ts'
import type { Size } from '#lib/size.ts'
import { usePhone } from '#lib/use-media.ts'
import type { ExecutionNode } from '../executions.queries.ts'
import { drawnInputs, GraphInputs, isInputKey, TWO_LINES } from './graph-inputs.tsx'
import { type Direction, neighborOf } from './graph-navigation.ts'
import * as texts from './texts.ts'
import { useVisibleArea } from './use-visible-area.ts'
import { isSeen, type VisibleArea } from './visible-area.ts'

const WIDE = { node: { width: 168, height: 54 }, gap: { x: 56, y: 24 }, edge: 20 }
/** Sizes on phones, and if the wide ones don't fit. */
const NARROW = { node: { width: 128, height: TWO_LINES }, gap: { x: 16, y: 16 }, edge: 20 }
type Sizes = typeof WIDE
const ZOOMS = [0.35, 0.5, 0.7, 0.85, 1, 1.2]
/** Maximum number of nodes for which the whole graph is rendered, so that the browser's search finds all of them. */
const DRAWN_WHOLE = 300
/**
 * Maximum scale of a fitted graph, its original size. `FIT_LEAST` is the smallest scale at which titles are readable.
 */
const FIT_MOST = 1
const FIT_LEAST = 0.85
/** Minimum scale if the user fits the whole graph to the frame. */
const ZOOM_LEAST = 0.35

interface ExecutionGraphProps {
  nodes: readonly ExecutionNode[]
  edges: readonly ExecutionEdge[]
  inputs: readonly ExecutionInput[]
  selected: string | undefined
  /** The node that the user selected. If undefined, `selected` follows the execution while it is running. */
  chosen: string | undefined
  onSelect: (id: string) => void
  now: Date
}

/** The graph of an execution with the states of its nodes, from left to right in execution order. */
export default function ExecutionGraph(props: ExecutionGraphProps) {
  const { nodes, edges, selected, chosen, onSelect, now } = props
  const { ref, element, frame } = useFrame()
  // Undefined until the user zooms. Until then, the graph is scaled to fit the frame, but never so small that
  // titles are unreadable.
  const [zoomed, setZoomed] = useState<number | 'whole'>()
  // Joined into one string, which doesn't change with the states of nodes, so that the drawing stays memoized.
  const ids = nodes.map(({ properties }) => properties.Id).join('\n')
  // Phones lack the room for another column.
  const inputs = usePhone() ? NO_INPUTS : props.inputs
  const { drawing, sizes, inputKeys } = useDrawing({ ids, edges, inputs }, frame)
  const completed = [
    ...inputKeys,
    ...nodes.flatMap(({ properties }) => (properties.State === 'Completed' ? properties.Id : [])),
  ].join('\n')
  const scale =
    typeof zoomed === 'number' ? zoomed : fitted(drawing, frame, zoomed === 'whole' ? ZOOM_LEAST : FIT_LEAST)
  const visible = useVisibleArea(element, frame, scale)
  const area = nodes.length > DRAWN_WHOLE ? (visible ?? NOWHERE) : undefined
  const stop = selected ?? nodes[0]?.properties.Id
  const isDrawn = (id: string) => id === stop || !area || isNodeVisible(area, drawing.places.get(id), sizes.node)
  // Scrolls to the selected node when the user zooms or selects a node, or when the size of the frame or the drawing
  // changes. A node that becomes selected automatically doesn't cause scrolling.
  const bringSelected = useEffectEvent((_chosen: string | undefined, { places }: Drawing, to: number) => {
    const place = places.get(selected ?? '')
    // If no node has failed or is running, the last completed one is selected automatically. It is not scrolled to,
    // because readers start at the first node.
    if (chosen === undefined && completed.split('\n').includes(selected ?? '')) return
    if (element && frame && place) bringIntoView(element, { ...place, ...sizes.node }, to)
  })
  useEffect(() => {
    if (element && frame) bringSelected(chosen, drawing, scale)
  }, [element, frame, chosen, drawing, scale])
  const walk = (direction: Direction) => {
    // Outside of the graph, arrow keys belong to the focused element.
    const isHere = document.activeElement === document.body || element?.contains(document.activeElement)
    const places = new Map([...drawing.places].filter(([key]) => !isInputKey(key)))
    const next = isHere && selected !== undefined && neighborOf({ places, edges }, selected, direction)
    if (!next) return false
    // Rendered synchronously, because the node may not be in the page until it is selected.
    flushSync(() => onSelect(next))
    element?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus({ preventScroll: true })
    return true
  }
  useKeys({
    arrowleft: () => walk('left'),
    arrowright: () => walk('right'),
    arrowup: () => walk('up'),
    arrowdown: () => walk('down'),
  })
  const [smaller, larger] = [ZOOMS.findLast((zoom) => zoom < scale), ZOOMS.find((zoom) => zoom > scale)]
  // Phones have little room, so zoom buttons are hidden if the whole graph fits.
  const isWhole =
    zoomed === undefined &&
    frame !== undefined &&
    drawing.width * scale <= frame.width &&
    drawing.height * scale <= frame.height
  return (
    <div className="relative min-h-0 flex-1 bg-sunken short:min-h-64">
      <div ref={ref} className={clsx('absolute inset-0 flex overflow-auto bg-sunken', !isWhole && 'phone:bottom-14')}>
        <div className="m-auto flex-none" style={{ width: drawing.width * scale, height: drawing.height * scale }}>
          <div className="relative origin-top-left" style={{ ...sizeOf(drawing), transform: `scale(${scale})` }}>
            <Lines drawing={drawing} completed={completed} area={area} />
            <GraphInputs inputs={inputs} places={drawing.places} size={sizes.node} />
            <ul aria-label={texts.nodes}>
              {nodes
                .filter(({ properties }) => isDrawn(properties.Id))
                .map(({ properties }) => (
                  <GraphNode
                    key={properties.Id}
                    id={properties.Id}
                    title={properties.Title}
                    state={properties.State}
                    icon={nodeIcon(properties).state}
                    label={nodeIcon(properties).label}
                    repeats={properties.Repeats}
                    facts={nodeFacts(properties, now)}
                    place={drawing.places.get(properties.Id)}
                    size={sizes.node}
                    isSelected={selected === properties.Id}
                    isStop={stop === properties.Id}
                    onSelect={onSelect}
                  />
                ))}
            </ul>
          </div>
        </div>
      </div>
      <div
        className={clsx(
          'absolute right-3 bottom-3 flex rounded-md border border-line bg-raised phone:bottom-2',
          isWhole && 'phone:hidden',
        )}
      >
        <IconButton
          label={texts.zoomOut}
          icon={<Minus />}
          disabled={smaller === undefined}
          onClick={() => setZoomed(smaller)}
        />
        <IconButton
          label={texts.zoomIn}
          icon={<Plus />}
          disabled={larger === undefined}
          onClick={() => setZoomed(larger)}
        />
        <IconButton label={texts.fitToWindow} icon={<Maximize />} onClick={() => setZoomed('whole')} />
      </div>
    </div>
  )
}

/** The visible area until the frame is known. */
const NOWHERE: VisibleArea = { left: 0, right: 0, top: 0, bottom: 0 }

function isNodeVisible(area: VisibleArea, place: Point | undefined, { width, height }: Size): boolean {
  return place !== undefined && isSeen(area, place, { x: place.x + width, y: place.y + height })
}

/**
 * Scrolls just far enough to show the whole node, so that preceding nodes stay visible. Only the frame scrolls, never
 * the page.
 */
function bringIntoView(frame: HTMLElement, node: Point & Size, scale: number): void {
  const [left, top] = [node.x * scale, node.y * scale]
  const [width, height] = [node.width * scale, node.height * scale]
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame
  frame.scrollTo(
    nearest(scrollLeft, { start: left, size: width, room: clientWidth }),
    nearest(scrollTop, { start: top, size: height, room: clientHeight }),
  )
}

const MARGIN = 16

/** Returns the scroll position along one axis that makes an element visible. */
function nearest(scroll: number, { start, size, room }: { start: number; size: number; room: number }): number {
  if (start < scroll) return start - MARGIN
  return start + size > scroll + room ? start + size + MARGIN - room : scroll
}

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

const NO_INPUTS: readonly ExecutionInput[] = []

interface Drawn extends Pick<ExecutionGraphProps, 'edges' | 'inputs'> {
  ids: string
}

function useDrawing({ ids, edges, inputs }: Drawn, frame: Size | undefined) {
  const isPhone = usePhone()
  const graph = useMemo(() => {
    const before = drawnInputs(inputs)
    return { keys: [...before.keys, ...ids.split('\n')], edges: [...before.edges, ...edges], inputKeys: before.keys }
  }, [ids, edges, inputs])
  const wide = useMemo(() => drawingOf(graph.keys, graph.edges, WIDE), [graph])
  const isNarrow = isPhone || (frame !== undefined && wide.width > frame.width)
  const narrow = useMemo(() => (isNarrow ? drawingOf(graph.keys, graph.edges, NARROW) : wide), [graph, isNarrow, wide])
  return { drawing: narrow, sizes: isNarrow ? NARROW : WIDE, inputKeys: graph.inputKeys }
}

function fitted(drawing: Size, frame: Size | undefined, least: number): number {
  if (!frame) return FIT_MOST
  const scale = Math.min(frame.width / drawing.width, frame.height / drawing.height)
  return Math.max(least, Math.min(FIT_MOST, scale))
}

interface LinesProps {
  drawing: Drawing
  /** The ids of inputs and of completed nodes, joined into one string. Lines from these are solid. */
  completed: string
  /** Lines outside of it are not rendered. */
  area: VisibleArea | undefined
}

const Lines = memo(function Lines({ drawing, completed, area }: LinesProps) {
  const done = new Set(completed.split('\n'))
  const lines = area ? drawing.lines.filter(({ start, end }) => isSeen(area, start, end)) : drawing.lines
  return (
    <svg aria-hidden="true" className="absolute inset-0 fill-none" {...sizeOf(drawing)}>
      {lines.map(({ key, from, start, end }) => (
        <path
          key={key}
          d={stepPath(start, end)}
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
  icon: WireJobState
  label: string
  repeats: boolean
  facts: string
  place: Point | undefined
  size: Size
  isSelected: boolean
  /** Whether the node is the tab stop. From there, arrow keys navigate. */
  isStop: boolean
  onSelect: (id: string) => void
}

/**
 * Memoized, because graphs may have thousands of nodes, and the page is rendered every second while an execution is
 * running.
 */
const GraphNode = memo(function GraphNode(props: GraphNodeProps) {
  const { id, title, state, icon, label, repeats, facts, place, size, isSelected, isStop, onSelect } = props
  return (
    <li className="absolute" style={placeOf(place)}>
      <button
        type="button"
        aria-pressed={isSelected}
        data-node={id}
        tabIndex={isStop ? 0 : -1}
        onClick={() => onSelect(id)}
        style={size}
        className={clsx(
          'flex items-center rounded-lg border bg-raised px-2.5 text-left',
          borderOf(state, isSelected),
          isSelected && 'ring-2 ring-accent ring-offset-2 ring-offset-(--tag)',
          repeats && 'shadow-[3px_-3px_0_-1px_var(--raised),3px_-3px_0_0_var(--line-strong)]',
          state === 'Waiting' && 'border-dashed',
        )}
      >
        <span className="flex min-w-0 items-start gap-2">
          <StateIcon state={icon} label={label} className="pt-0.5" />
          <span className="min-w-0">
            <span
              className={clsx('leading-4 font-medium', size.height < TWO_LINES ? 'line-clamp-1' : 'line-clamp-2')}
              title={title}
            >
              {title}
            </span>
            <span className="block truncate text-xs text-ink-2">{facts}</span>
          </span>
        </span>
      </button>
    </li>
  )
})

/** Nodes that failed or lack data keep their colored border when selected, because a ring shows the selection, too. */
function borderOf(state: NodeState, isSelected: boolean): string {
  if (state === 'Failed') return 'border-danger'
  if (state === 'DataMissing') return 'border-warning'
  return isSelected ? 'border-accent' : 'border-line-strong hover:border-control'
}

interface Drawing extends Size {
  places: Map<string, Point>
  lines: { key: string; from: string; start: Point; end: Point }[]
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
    const ends = { start: { x: start.x + node.width, y: start.y + middle }, end: { x: end.x, y: end.y + middle } }
    return [{ key: `${From} ${To}`, from: From, ...ends }]
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
