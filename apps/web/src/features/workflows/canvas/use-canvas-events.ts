import type {
  Connection,
  Edge,
  FinalConnectionState,
  NodeChange,
  OnConnectStartParams,
  ReactFlowInstance,
} from '@xyflow/react'
import type { DragEvent } from 'react'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import type { Value } from '#lib/value.ts'
import type { Place } from '../document/draft.ts'
import { outputOf, type Port, sourcesOf, targetsOf } from '../document/edit-edges.ts'
import { connectSlots } from '../document/edit-repetition.ts'
import { DRAG_TYPE } from '../editor/picker.tsx'
import { addDragged } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { type ConnectableHandles, handleKey } from './connectable-handles.ts'
import { type FlowNode, inputHandle, outputHandle, slotOfHandle } from './flow-model.ts'
import { edgeAt, insertIntoEdge } from './insert-into-edge.ts'

/** A connection that was dropped on an empty part of the canvas. */
export interface DroppedConnection {
  /** The existing end: an output to continue, or an input slot to fill. */
  from: { output: Port } | { input: { key: string; slot: string } }
  /** The drop position in the window. `at` is the position on the canvas. */
  screen: Place
  at: Place
}

interface CanvasEventsOptions {
  editor: WorkflowEditor
  canvas: ReactFlowInstance<FlowNode> | undefined
  connectable: Value<ConnectableHandles>
  isReadOnly: boolean
  apply: (changes: readonly NodeChange<FlowNode>[]) => void
  onDropped: (dropped: DroppedConnection) => void
}

/**
 * Turns drags, connections and selections on the canvas into edits. The returned functions never change. Otherwise,
 * React Flow would store each new function, and then check for all nodes and edges whether they must be rendered again.
 */
export function useCanvasEvents({ editor, canvas, connectable, isReadOnly, apply, onDropped }: CanvasEventsOptions) {
  const { selection, select } = editor
  const onMoved = useStableCallback((_: unknown, _node: unknown, moved: FlowNode[]) =>
    editor.move(new Map(moved.map(({ id, position }) => [id, position]))),
  )
  return {
    onNodesChange: useStableCallback((changes: NodeChange<FlowNode>[]) => {
      apply(changes)
      const chosen = changes.filter((change) => change.type === 'select')
      if (chosen.length === 0) return
      const keys = new Set(selection.keys)
      for (const { id, selected } of chosen) {
        if (selected) keys.add(id)
        else keys.delete(id)
      }
      if (keys.size > 0 || selection.keys.length > 0) select({ keys: [...keys] })
    }),
    onNodeDragStop: onMoved,
    onSelectionDragStop: useStableCallback((event: unknown, moved: FlowNode[]) => onMoved(event, undefined, moved)),
    onPaneClick: useStableCallback(() => select({ keys: [] })),
    onConnectStart: useStableCallback((_: unknown, { nodeId, handleId, handleType }: OnConnectStartParams) =>
      connectable.set(nodeId ? connectableHandles(editor, nodeId, slotOfHandle(handleId), handleType) : undefined),
    ),
    onConnect: useStableCallback(({ source, sourceHandle, target, targetHandle }: Connection) => {
      const slot = slotOfHandle(targetHandle)
      if (slot === undefined) return
      const from = { key: source, slot: slotOfHandle(sourceHandle) }
      const input = editor.slotsOf(target)?.inputs.find(({ name }) => name === slot)
      editor.edit(connectSlots({ from, output: outputOf(from, editor.slotsOf), to: { key: target, slot }, input }))
    }),
    onConnectEnd: useStableCallback(
      (event: MouseEvent | TouchEvent, { isValid, toNode, fromHandle }: FinalConnectionState) => {
        connectable.set(undefined)
        if (isValid || toNode || !fromHandle || !canvas) return
        const point = 'changedTouches' in event ? event.changedTouches[0] : event
        if (!point) return
        const screen = { x: point.clientX, y: point.clientY }
        const slot = slotOfHandle(fromHandle.id)
        const port = { key: fromHandle.nodeId, slot }
        const from = fromHandle.type === 'source' ? { output: port } : { input: { key: port.key, slot: slot ?? '' } }
        onDropped({ from, screen, at: canvas.screenToFlowPosition(screen) })
      },
    ),
    isValidConnection: useStableCallback(
      ({ source, sourceHandle, target, targetHandle }: Connection | Edge) =>
        connectable.get()?.has(handleKey(target, targetHandle ?? '')) === true ||
        connectable.get()?.has(handleKey(source, sourceHandle ?? '')) === true,
    ),
    onDragOver: useStableCallback((event: DragEvent) => {
      if (!isReadOnly && event.dataTransfer.types.includes(DRAG_TYPE)) event.preventDefault()
    }),
    onDrop: useStableCallback((event: DragEvent) => {
      const what = event.dataTransfer.getData(DRAG_TYPE)
      if (!what || !canvas) return
      event.preventDefault()
      const at = canvas.screenToFlowPosition({ x: event.clientX, y: event.clientY })
      const edge = edgeAt(event.clientX, event.clientY)
      if (!edge || !insertIntoEdge(editor, what, edge, at)) addDragged(editor, what, at)
    }),
  }
}

function connectableHandles(
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
