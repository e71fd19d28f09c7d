import './canvas.css'
import {
  Background,
  BackgroundVariant,
  type Connection,
  ConnectionLineType,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
  SelectionMode,
} from '@xyflow/react'
import { type DragEvent, useMemo, useState } from 'react'
import { useWide } from '#lib/use-media.ts'
import { useStable } from '#lib/use-stable.ts'
import { createValue } from '#lib/value.ts'
import { type Place, setNote } from '../document/draft.ts'
import { connect, type Port, sourcesOf, targetsOf } from '../document/edit-edges.ts'
import { DRAG_TYPE } from '../editor/picker.tsx'
import { addDragged } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { type Fitting, FittingContext, handleKey } from './fitting.ts'
import { type FlowNode, flowEdgesOf, inputHandle, outputHandle, slotOfHandle } from './flow-model.ts'
import { edgeAt, insertIntoEdge } from './insert-into-edge.ts'
import { NoteContext } from './note-context.ts'
import { NoteNode } from './note-node.tsx'
import { StepNode } from './step-node.tsx'
import * as texts from './texts.ts'
import { useFlowNodes } from './use-flow-nodes.ts'
import { useInView } from './use-in-view.ts'

const NODE_TYPES = { step: StepNode, data: StepNode, note: NoteNode }
const MINIMAP_FROM = 12
const DELETE_KEYS = null
const PAN_BUTTONS = [1, 2]
const GRID = { gap: 16, size: 1.5 }

/** A connection that was dropped where nothing is: what could be there. */
export interface DroppedConnection {
  /** The end that exists: an output to continue, or an input slot to fill. */
  from: { output: Port } | { input: { key: string; slot: string } }
  /** In the window, and on the canvas. */
  screen: Place
  at: Place
}

export type CanvasTool = 'select' | 'pan'

interface WorkflowCanvasProps {
  editor: WorkflowEditor
  tool: CanvasTool
  /** While an execution is watched, nothing can be changed. */
  isReadOnly: boolean
  onReady: (canvas: ReactFlowInstance<FlowNode>) => void
  onDropped: (dropped: DroppedConnection) => void
}

/** Draws the draft with React Flow and turns what is dragged, connected and selected into edits. It keeps no document. */
export default function WorkflowCanvas({ editor, tool, isReadOnly, onReady, onDropped }: WorkflowCanvasProps) {
  const { draft, selection, select, slotsOf } = editor
  const [canvas, setCanvas] = useState<ReactFlowInstance<FlowNode>>()
  const [fitting] = useState(() => createValue<Fitting>(undefined))
  const { nodes, apply } = useFlowNodes(editor)
  useInView(canvas, editor)
  const isWide = useWide()
  const edges = useMemo(() => flowEdgesOf(draft, selection.edge), [draft, selection.edge])
  const onNote = useStable((index: number, text: string) => editor.edit(setNote(index, text), `note ${index}`))

  const onNodesChange = useStable((changes: NodeChange<FlowNode>[]) => {
    apply(changes)
    const chosen = changes.filter((change) => change.type === 'select')
    if (chosen.length === 0) return
    const keys = new Set(selection.keys)
    for (const { id, selected } of chosen) {
      if (selected) keys.add(id)
      else keys.delete(id)
    }
    if (keys.size > 0 || selection.keys.length > 0) select({ keys: [...keys] })
  })

  function onConnect({ source, sourceHandle, target, targetHandle }: Connection) {
    const slot = slotOfHandle(targetHandle)
    if (slot === undefined) return
    const most = slotsOf(target)?.inputs.find(({ name }) => name === slot)?.maxSlots ?? null
    editor.edit(connect({ key: source, slot: slotOfHandle(sourceHandle) }, { key: target, slot }, most))
  }

  function onConnectEnd(event: MouseEvent | TouchEvent, { isValid, toNode, fromHandle }: FinalConnectionState) {
    fitting.set(undefined)
    if (isValid || toNode || !fromHandle || !canvas) return
    const point = 'changedTouches' in event ? event.changedTouches[0] : event
    if (!point) return
    const screen = { x: point.clientX, y: point.clientY }
    const slot = slotOfHandle(fromHandle.id)
    const port = { key: fromHandle.nodeId, slot }
    const from = fromHandle.type === 'source' ? { output: port } : { input: { key: port.key, slot: slot ?? '' } }
    onDropped({ from, screen, at: canvas.screenToFlowPosition(screen) })
  }

  function onDrop(event: DragEvent) {
    const what = event.dataTransfer.getData(DRAG_TYPE)
    if (!what || !canvas) return
    event.preventDefault()
    const at = canvas.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const edge = edgeAt(event.clientX, event.clientY)
    if (!edge || !insertIntoEdge(editor, what, edge, at)) addDragged(editor, what, at)
  }

  return (
    <FittingContext value={fitting}>
      <NoteContext value={onNote}>
        <ReactFlow<FlowNode>
          className="workflow-canvas"
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          onInit={(instance) => {
            setCanvas(instance)
            onReady(instance)
          }}
          onNodesChange={onNodesChange}
          onNodeDragStop={(_, _node, moved) => editor.move(new Map(moved.map(({ id, position }) => [id, position])))}
          onSelectionDragStop={(_, moved) => editor.move(new Map(moved.map(({ id, position }) => [id, position])))}
          onEdgeClick={(_, { id }) => select({ keys: [], edge: id })}
          onPaneClick={() => select({ keys: [] })}
          onConnectStart={(_, { nodeId, handleId, handleType }) =>
            fitting.set(nodeId ? fittingHandles(editor, nodeId, slotOfHandle(handleId), handleType) : undefined)
          }
          onConnect={onConnect}
          onConnectEnd={onConnectEnd}
          isValidConnection={({ source, sourceHandle, target, targetHandle }) =>
            fitting.get()?.has(handleKey(target, targetHandle ?? '')) === true ||
            fitting.get()?.has(handleKey(source, sourceHandle ?? '')) === true
          }
          connectionLineType={ConnectionLineType.SmoothStep}
          connectionRadius={28}
          onDragOver={(event) => {
            if (!isReadOnly && event.dataTransfer.types.includes(DRAG_TYPE)) event.preventDefault()
          }}
          onDrop={onDrop}
          selectionMode={SelectionMode.Partial}
          selectionOnDrag={tool === 'select'}
          panOnDrag={tool === 'pan' ? true : PAN_BUTTONS}
          panOnScroll
          deleteKeyCode={DELETE_KEYS}
          minZoom={0.1}
          maxZoom={2}
          fitView
          fitViewOptions={isWide ? FIT : LEGIBLE}
          onlyRenderVisibleElements
          disableKeyboardA11y
          elevateNodesOnSelect={false}
          nodesDraggable={!isReadOnly}
          nodesConnectable={!isReadOnly}
        >
          <Background variant={BackgroundVariant.Dots} color="var(--line-strong)" {...GRID} />
          {nodes.length >= MINIMAP_FROM ? (
            <MiniMap pannable zoomable ariaLabel={texts.overview} className="rounded-lg border border-line" />
          ) : null}
        </ReactFlow>
      </NoteContext>
    </FittingContext>
  )
}

/** Small workflows are not blown up. */
export const FIT = { maxZoom: 1, padding: 0.15 }
/** A narrow canvas opens with a part of a large workflow instead of with all of it too small to read. */
const LEGIBLE = { ...FIT, minZoom: 0.8 }

/** Where a connection from a handle may end. */
function fittingHandles(
  { draft, slotsOf }: WorkflowEditor,
  key: string,
  slot: string | undefined,
  type: 'source' | 'target' | null,
): ReadonlySet<string> {
  if (type === 'target') {
    return new Set(
      sourcesOf(draft, { key, slot: slot ?? '' }, slotsOf).map((port) => handleKey(port.key, outputHandle(port.slot))),
    )
  }
  return new Set(
    targetsOf(draft, { key, slot }, slotsOf).map((target) => handleKey(target.key, inputHandle(target.slot))),
  )
}
