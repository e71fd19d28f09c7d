import { orderOf } from '@millrace/workflows/order'
import type { LayoutNode, Point } from './graph-geometry.ts'

type Edges = readonly { from: string; to: string }[]

/** Assigns nodes to columns: to the right of all nodes that they depend on, but as far left as possible. */
export function columnsOf(nodes: readonly LayoutNode[], edges: Edges): LayoutNode[][] {
  const before = predecessors(nodes, edges)
  const { sorted } = orderOf(before)
  const sure = new Set(sorted)
  // Nodes in a cycle, and nodes that depend on a cycle, come last in their given order.
  const order = [...sorted, ...[...nodes.keys()].filter((node) => !sure.has(node))]
  const column = new Map<number, number>()
  const columns: LayoutNode[][] = []
  for (const node of order) {
    const at = (before[node] ?? []).reduce((most, other) => Math.max(most, (column.get(other) ?? -1) + 1), 0)
    column.set(node, at)
    columns[at] ??= []
    columns[at].push(nodes[node] as LayoutNode)
  }
  return columns
}

/**
 * Lays out graphs that are too large or too deep for a layout that minimizes crossings. Takes linear time, except for
 * sorting the columns, and doesn’t recurse. A node is placed as close to the middle of its dependencies as the other
 * nodes in its column allow.
 */
export function placesInColumns(
  columns: readonly (readonly LayoutNode[])[],
  edges: Edges,
  gap: { x: number; y: number },
): Map<string, Point> {
  const before = Map.groupBy(edges, ({ to }) => to)
  const places = new Map<string, Point>()
  let x = 0
  for (const column of columns) {
    const wanted = column.map((node) => ({ node, y: middleOf(before.get(node.key) ?? [], places) }))
    let free = Number.NEGATIVE_INFINITY
    for (const { node, y } of wanted.toSorted((a, b) => a.y - b.y)) {
      const top = Math.max(y, free)
      places.set(node.key, { x, y: Math.round(top) })
      free = top + node.height + gap.y
    }
    x += Math.max(...column.map(({ width }) => width)) + gap.x
  }
  return places
}

function middleOf(edges: Edges, places: ReadonlyMap<string, Point>): number {
  const found = edges.flatMap(({ from }) => places.get(from)?.y ?? [])
  return found.length === 0 ? 0 : found.reduce((sum, y) => sum + y, 0) / found.length
}

function predecessors(nodes: readonly LayoutNode[], edges: Edges): number[][] {
  const indexes = new Map(nodes.map(({ key }, index) => [key, index]))
  const before = nodes.map(() => new Set<number>())
  for (const { from, to } of edges) {
    const [start, end] = [indexes.get(from), indexes.get(to)]
    if (start !== undefined && end !== undefined && start !== end) before[end]?.add(start)
  }
  return before.map((set) => [...set])
}
