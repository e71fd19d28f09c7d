import dagre from '@dagrejs/dagre'
import { columnsOf, placesInColumns } from './graph-columns.ts'
import type { LayoutNode, Point } from './graph-geometry.ts'

interface LayoutOptions {
  gap?: { x: number; y: number }
}

/** Limits for Dagre, which takes a second for a chain of 500 nodes and overflows the stack for one of 2,000. */
const DAGRE_COLUMNS_MAX = 300
const DAGRE_NODES_MAX = 3000

/** Lays out nodes in columns from left to right with few edge crossings. Returns the upper left corner of each node. */
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
