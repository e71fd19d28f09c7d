import type { ReactFlowInstance } from '@xyflow/react'
import { useEffect, useEffectEvent } from 'react'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import type { FlowNode } from './flow-model.ts'
import { NODE_WIDTH, nodeHeight } from './sizes.ts'

const ROWS = 2
const EDGE = 24

/** Moves the window of the canvas when what has been selected is outside of it. */
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
    const isInside =
      start.x >= frame.left + EDGE &&
      start.y >= frame.top + EDGE &&
      end.x <= frame.right - EDGE &&
      end.y <= frame.bottom - EDGE
    if (isInside) return
    void canvas.setCenter(place.x + size.width / 2, place.y + size.height / 2, { zoom: canvas.getZoom() })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection moves the window
  useEffect(() => show(), [key, canvas])
}
