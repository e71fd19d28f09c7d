import dagre from '@dagrejs/dagre'
import { columnsOf, placesInColumns } from './graph-columns.ts'
import type { LayoutNode, Point } from './graph-geometry.ts'

interface LayoutOptions {
  /** Between nodes of one column, and between columns. */
  gap?: { x: number; y: number }
}

/**
 * Dagre needs a second for a chain of 500 nodes, and its recursion overflows the stack in one of 2,000. Workflows have up
 * to 10,000 nodes.
 */
const DAGRE_COLUMNS_MAX = 300
const DAGRE_NODES_MAX = 3000

/** Places nodes in columns from left to right, so that edges point to the right and cross little. Upper left corners. */
export function layoutOf(
  nodes: readonly LayoutNode[],
  edges: readonly { from: string; to: string }[],
  { gap = { x: 80, y: 40 } }: LayoutOptions = {},
): Map<string, Point> {
  const columns = columnsOf(nodes, edges)
  if (columns.length > DAGRE_COLUMNS_MAX || nodes.length > DAGRE_NODES_MAX) return placesInColumns(columns, edges, gap)
  const graph = new dagre.graphlib.Graph({ multigraph: false })
  graph.setGraph({ rankdir: 'LR', ranksep: gap.x, nodesep: gap.y })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key, width, height } of nodes) graph.setNode(key, { width, height })
  for (const { from, to } of edges) if (from !== to) graph.setEdge(from, to)
  dagre.layout(graph)
  return new Map(
    nodes.map(({ key, width, height }) => {
      const { x = 0, y = 0 } = graph.node(key) as Partial<Point>
      return [key, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
    }),
  )
}
