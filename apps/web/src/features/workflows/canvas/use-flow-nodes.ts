import { applyNodeChanges, type NodeChange } from '@xyflow/react'
import { useState } from 'react'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { type FlowNode, flowNodesOf } from './flow-model.ts'

/**
 * The nodes that React Flow draws. While nodes are dragged their positions change here, at the rate of the screen; the
 * draft gets them when they are dropped.
 */
export function useFlowNodes({ draft, steps, faults, places, selection }: WorkflowEditor) {
  const [shown, setShown] = useState<Shown>({ nodes: [], source: {} })
  const source = { draft, steps, faults, places, keys: selection.keys }
  let nodes = shown.nodes
  if (!sameSource(shown.source, source)) {
    const before = new Map(nodes.map((node) => [node.id, node]))
    const selected = new Set(selection.keys)
    nodes = flowNodesOf({ draft, steps, faults, places, before }).map((node) => {
      const isSelected = selected.has(node.id)
      return (node.selected ?? false) === isSelected ? node : { ...node, selected: isSelected }
    })
    setShown({ nodes, source })
  }
  return {
    nodes,
    apply(changes: readonly NodeChange<FlowNode>[]) {
      const moves = changes.filter((change) => change.type === 'position')
      if (moves.length > 0) setShown((now) => ({ ...now, nodes: applyNodeChanges(moves, now.nodes) }))
    },
  }
}

interface Shown {
  nodes: FlowNode[]
  source: object
}

function sameSource(a: object, b: object): boolean {
  return Object.entries(b).every(([name, value]) => (a as Record<string, unknown>)[name] === value)
}
