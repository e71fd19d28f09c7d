import type { ReactFlowInstance } from '@xyflow/react'
import { useEffect, useEffectEvent } from 'react'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import type { FlowNode } from './flow-model.ts'
import { overflowOf } from './overflow.ts'
import { NODE_WIDTH, nodeHeight } from './sizes.ts'

const ROWS = 2
const EDGE = 24

/**
 * Scrolls the canvas to a newly selected node that is outside the view. If the node is near, scrolls only as far as
 * necessary, so that its neighbors stay in view. Otherwise, centers the node.
 */
export function useInView(
  canvas: ReactFlowInstance<FlowNode> | undefined,
  { selection, places }: WorkflowEditor,
): void {
  const [only, ...others] = selection.keys
  const key = others.length === 0 ? only : undefined
  const show = useEffectEvent(() => {
    const place = key === undefined ? undefined : places.get(key)
    const frame = document.querySelector('.workflow-canvas')?.getBoundingClientRect()
    if (!canvas || !place || !frame) return
    const size = { width: NODE_WIDTH, height: nodeHeight(ROWS) }
    const start = canvas.flowToScreenPosition(place)
    const end = canvas.flowToScreenPosition({ x: place.x + size.width, y: place.y + size.height })
    const right = overflowOf({ start: start.x, end: end.x }, { start: frame.left + EDGE, end: frame.right - EDGE })
    const down = overflowOf({ start: start.y, end: end.y }, { start: frame.top + EDGE, end: frame.bottom - EDGE })
    if (right === 0 && down === 0) return
    const { x, y, zoom } = canvas.getViewport()
    if (Math.abs(right) < frame.width / 2 && Math.abs(down) < frame.height / 2)
      void canvas.setViewport({ x: x - right, y: y - down, zoom })
    else void canvas.setCenter(place.x + size.width / 2, place.y + size.height / 2, { zoom })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls the canvas
  useEffect(() => show(), [key, canvas])
}
