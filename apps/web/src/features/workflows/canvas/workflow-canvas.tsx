import './canvas.css'
import {
  Background,
  BackgroundVariant,
  ConnectionLineType,
  MiniMap,
  ReactFlow,
  type ReactFlowInstance,
  SelectionMode,
  useStore,
} from '@xyflow/react'
import { clsx } from 'clsx'
import { useEffect, useMemo, useState } from 'react'
import { useWide } from '#lib/use-media.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { createValue, type Value } from '#lib/value.ts'
import { setNote } from '../document/draft.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { type ConnectableHandles, ConnectableHandlesContext } from './connectable-handles.ts'
import { EdgeLayer } from './edge-layer.tsx'
import { flowEdgesOf } from './edge-paths.ts'
import type { FlowNode } from './flow-model.ts'
import { NoteContext } from './note-context.ts'
import { NoteNode } from './note-node.tsx'
import { StepNode } from './step-node.tsx'
import * as texts from './texts.ts'
import { type DroppedConnection, useCanvasEvents } from './use-canvas-events.ts'
import { useFlowNodes } from './use-flow-nodes.ts'
import { useInView } from './use-in-view.ts'

const NODE_TYPES = { step: StepNode, data: StepNode, note: NoteNode }
const MINIMAP_FROM = 12
const DELETE_KEYS = null
const PAN_BUTTONS = [1, 2]
/**
 * Zoom below which nodes show only their titles. Other texts are too small to read, and clipping them would slow down
 * each frame of a drag.
 */
const FAR_PERCENT = 45
const GRID = { gap: 16, size: 1.5 }

export type CanvasTool = 'select' | 'pan'

interface WorkflowCanvasProps {
  editor: WorkflowEditor
  tool: CanvasTool
  /** True while an execution is being watched. */
  isReadOnly: boolean
  onReady: (canvas: ReactFlowInstance<FlowNode>) => void
  onDropped: (dropped: DroppedConnection) => void
  /** Receives the zoom, in percent. */
  zoom: Value<number>
}

export default function WorkflowCanvas({ editor, tool, isReadOnly, onReady, onDropped, zoom }: WorkflowCanvasProps) {
  const { draft, selection } = editor
  const [canvas, setCanvas] = useState<ReactFlowInstance<FlowNode>>()
  const [isFar, setFar] = useState(false)
  const [connectable] = useState(() => createValue<ConnectableHandles>(undefined))
  const edges = useMemo(() => flowEdgesOf(draft, selection.edge), [draft, selection.edge])
  const { nodes, apply } = useFlowNodes(editor, edges)
  useInView(canvas, editor)
  const isWide = useWide()
  const onEdge = useStableCallback((edge: string) => editor.select({ keys: [], edge }))
  const onNote = useStableCallback((index: number, text: string) => editor.edit(setNote(index, text), `note ${index}`))
  const events = useCanvasEvents({ editor, canvas, connectable, isReadOnly, apply, onDropped })
  const onInit = useStableCallback((instance: ReactFlowInstance<FlowNode>) => {
    setCanvas(instance)
    onReady(instance)
  })
  return (
    <ConnectableHandlesContext value={connectable}>
      <NoteContext value={onNote}>
        <ReactFlow<FlowNode>
          {...events}
          className={clsx('workflow-canvas', isFar && 'far')}
          nodes={nodes}
          nodeTypes={NODE_TYPES}
          onInit={onInit}
          connectionLineType={ConnectionLineType.SmoothStep}
          connectionRadius={28}
          selectionMode={SelectionMode.Partial}
          selectionOnDrag={tool === 'select'}
          panOnDrag={tool === 'pan' ? true : PAN_BUTTONS}
          panOnScroll
          deleteKeyCode={DELETE_KEYS}
          minZoom={0.1}
          maxZoom={2}
          fitView
          fitViewOptions={isWide ? fitOf(nodes.length) : LEGIBLE}
          onlyRenderVisibleElements
          disableKeyboardA11y
          elevateNodesOnSelect={false}
          nodesDraggable={!isReadOnly}
          nodesConnectable={!isReadOnly}
        >
          <ZoomReport zoom={zoom} onFar={setFar} />
          <EdgeLayer nodes={nodes} edges={edges} onSelect={onEdge} />
          <Background variant={BackgroundVariant.Dots} color="var(--line-strong)" {...GRID} />
          {nodes.length >= MINIMAP_FROM ? (
            <MiniMap pannable zoomable ariaLabel={texts.overview} className="rounded-lg border border-line" />
          ) : null}
        </ReactFlow>
      </NoteContext>
    </ConnectableHandlesContext>
  )
}

/** The zoom is known only inside React Flow. */
function ZoomReport({ zoom, onFar }: Pick<WorkflowCanvasProps, 'zoom'> & { onFar: (isFar: boolean) => void }) {
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100))
  const isFar = percent < FAR_PERCENT
  useEffect(() => zoom.set(percent), [zoom, percent])
  useEffect(() => onFar(isFar), [onFar, isFar])
  return null
}

/** Small workflows are not enlarged. */
const FIT = { maxZoom: 1, padding: 0.06 }
/** Leaves room for the minimap on the right. */
const BESIDE_MAP = { ...FIT, padding: { top: '6%', right: '230px', bottom: '6%', left: '6%' } } as const

function fitOf(nodes: number) {
  return nodes >= MINIMAP_FROM ? BESIDE_MAP : FIT
}

export function fitWhole(canvas: ReactFlowInstance<FlowNode> | undefined): void {
  void canvas?.fitView(fitOf(canvas.getNodes().length))
}

/** Initial view on a narrow canvas. Shows only a part of a large workflow, so that its texts are readable. */
const LEGIBLE = { ...FIT, minZoom: 0.8 }
