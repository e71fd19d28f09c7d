import { applyNodeChanges, type NodeChange } from '@xyflow/react'
import { useState } from 'react'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { type FlowEdge, pathOf } from './edge-paths.ts'
import { type FlowNode, flowNodesOf } from './flow-model.ts'

/**
 * Returns the nodes that React Flow renders, and a function that applies position changes to them. During a drag,
 * positions change only here, and the draft is updated on drop. If a single node is dragged, it and its edges are moved
 * directly in the DOM, because each change of this state makes React Flow process all nodes.
 */
export function useFlowNodes({ draft, steps, faults, places, selection }: WorkflowEditor, edges: readonly FlowEdge[]) {
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
      const [only, ...others] = moves
      const dragged = only?.dragging && others.length === 0 ? nodes.find(({ id }) => id === only.id) : undefined
      if (dragged?.dragging && only?.position) moveOnScreen({ ...dragged, position: only.position }, nodes, edges)
      else if (only) setShown((now) => ({ ...now, nodes: applyNodeChanges(moves, now.nodes) }))
    },
  }
}

/** Moves a node and its edges in the DOM. React renders the same result when the node is dropped. */
function moveOnScreen(moved: FlowNode, nodes: readonly FlowNode[], edges: readonly FlowEdge[]): void {
  const canvas = document.querySelector('.workflow-canvas')
  const element = canvas?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(moved.id)}"]`)
  if (!canvas || !element) return
  element.style.transform = `translate(${moved.position.x}px,${moved.position.y}px)`
  const ends = new Map(nodes.map((node) => [node.id, node.id === moved.id ? moved : node]))
  for (const edge of edges) {
    if (edge.source !== moved.id && edge.target !== moved.id) continue
    const path = pathOf(edge, ends) ?? ''
    const drawn = canvas.querySelectorAll(`.react-flow__edge[data-id="${CSS.escape(edge.id)}"] path`)
    for (const part of drawn) part.setAttribute('d', path)
  }
}

interface Shown {
  nodes: FlowNode[]
  source: object
}

function sameSource(a: object, b: object): boolean {
  return Object.entries(b).every(([name, value]) => (a as Record<string, unknown>)[name] === value)
}
