import { graphOf, variableOfKey } from '@millrace/workflows/graph'
import { getSmoothStepPath, Position } from '@xyflow/react'
import type { Draft, Place } from '../document/draft.ts'
import { type FlowNode, inputHandle, outputHandle } from './flow-model.ts'
import { HANDLE, HEAD_HEIGHT, NODE_WIDTH } from './sizes.ts'

export interface FlowEdge {
  /** JSON pointer of the edge's reference in the definition. */
  id: string
  source: string
  target: string
  /**
   * The handles at the ends of the edge. If undefined, the edge ends at the header of the node, because it doesn't
   * belong to a slot there.
   */
  sourceHandle: string | undefined
  targetHandle: string | undefined
  isData: boolean
  isSelected: boolean
  label: string
}

export function flowEdgesOf(draft: Draft, selected: string | undefined): FlowEdge[] {
  return graphOf(draft).edges.map(({ from, slot, to, input, pointer }) => {
    const isInput = variableOfKey(from, draft) !== undefined
    return {
      id: pointer,
      source: from,
      target: to,
      sourceHandle: slot !== undefined || isInput ? outputHandle(slot) : undefined,
      targetHandle: input === undefined ? undefined : inputHandle(input),
      isData: input !== undefined,
      isSelected: pointer === selected,
      label: `${from} to ${to}`,
    }
  })
}

/** Returns the SVG path of an edge. Undefined if one of its ends doesn't exist. */
export function pathOf(edge: FlowEdge, nodes: ReadonlyMap<string, FlowNode>): string | undefined {
  const source = endOf(nodes.get(edge.source), edge.sourceHandle, NODE_WIDTH)
  const target = endOf(nodes.get(edge.target), edge.targetHandle, 0)
  if (!source || !target) return undefined
  const [path] = getSmoothStepPath({
    sourceX: source.x,
    sourceY: source.y,
    sourcePosition: Position.Right,
    targetX: target.x,
    targetY: target.y,
    targetPosition: Position.Left,
  })
  return path
}

/**
 * Returns the point at which an edge ends: at the outer side of a handle or, if `handle` is undefined, at the header.
 * Undefined if the node or the handle doesn't exist. `side` is the x offset of the node's side.
 */
function endOf(node: FlowNode | undefined, handle: string | undefined, side: number): Place | undefined {
  if (!node) return undefined
  const { x, y } = node.position
  if (handle === undefined) return { x: x + side, y: y + HEAD_HEIGHT / 2 }
  const found = node.handles?.find(({ id }) => id === handle)
  return found && { x: x + (side === 0 ? -HANDLE / 2 : side + HANDLE / 2), y: y + found.y + HANDLE / 2 }
}
