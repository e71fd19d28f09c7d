import { useStoreApi, ViewportPortal } from '@xyflow/react'
import { clsx } from 'clsx'
import { memo, useMemo } from 'react'
import { type FlowEdge, pathOf } from './edge-paths.ts'
import type { FlowNode } from './flow-model.ts'

interface EdgeLayerProps {
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
  onSelect: (id: string) => void
}

/**
 * Draws all edges in a single SVG. React Flow creates one SVG per edge, which the browser composites again in each
 * frame of a drag. Whenever a node or the canvas moves, React Flow also checks for each edge whether it must be
 * rendered again.
 */
export const EdgeLayer = memo(function EdgeLayer({ nodes, edges, onSelect }: EdgeLayerProps) {
  const flow = useStoreApi()
  const ends = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  return (
    <ViewportPortal>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: connections can be edited by keyboard in the panel of a node */}
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: each edge has a label */}
      <svg
        className="flow-edges"
        onClick={({ target }) => {
          const id = (target as Element).closest('.react-flow__edge')?.getAttribute('data-id')
          if (!id) return
          flow.setState({ nodesSelectionActive: false })
          onSelect(id)
        }}
      >
        {edges.map((edge) => (
          <EdgePath key={edge.id} edge={edge} path={pathOf(edge, ends)} />
        ))}
      </svg>
    </ViewportPortal>
  )
})

interface EdgePathProps {
  edge: FlowEdge
  path: string | undefined
}

/** The second path is wider and invisible, so that the edge is easier to click. */
const EdgePath = memo(function EdgePath({ edge: { id, isSelected, isData, label }, path }: EdgePathProps) {
  if (path === undefined) return null
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of paths is not interactive
    <g
      className={clsx(
        'react-flow__edge nopan selectable',
        isData ? 'flow-data' : 'flow-value',
        isSelected && 'selected',
      )}
      role="img"
      aria-label={label}
      data-id={id}
    >
      <path className="react-flow__edge-path" d={path} />
      <path fill="none" strokeOpacity={0} strokeWidth={20} d={path} />
    </g>
  )
})
