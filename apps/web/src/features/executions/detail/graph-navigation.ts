import type { ExecutionEdge } from '@millrace/contracts/executions'
import type { Point } from '#components/workflow-graph/graph-geometry.ts'
import type { ExecutionNode } from '../executions.queries.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

interface Graph {
  places: ReadonlyMap<string, Point>
  edges: readonly ExecutionEdge[]
}

/**
 * Returns the node that an arrow key leads to from node `id`: right to the nearest node that depends on it, left to the
 * nearest node on which it depends, up and down to the nearest node in its column.
 */
export function neighborOf({ places, edges }: Graph, id: string, direction: Direction): string | undefined {
  const from = places.get(id)
  if (!from) return undefined
  const candidates =
    direction === 'right'
      ? edges.filter(({ From }) => From === id).map(({ To }) => To)
      : direction === 'left'
        ? edges.filter(({ To }) => To === id).map(({ From }) => From)
        : [...places]
            .filter(([, { x, y }]) => x === from.x && (direction === 'up' ? y < from.y : y > from.y))
            .map(([key]) => key)
  const distance = (key: string) => Math.abs((places.get(key)?.y ?? 0) - from.y)
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0]
}

/**
 * Returns the id of the next or previous node, relative to the selected one, that failed or waits for data. Wraps
 * around at the ends. Undefined if there is no such node.
 */
export function nextProblemNode(
  nodes: readonly ExecutionNode[],
  selected: string | undefined,
  by: 1 | -1,
): string | undefined {
  const order = by === 1 ? nodes : nodes.toReversed()
  const at = order.findIndex(({ properties }) => properties.Id === selected) + 1
  return [...order.slice(at), ...order.slice(0, at)].find(
    ({ properties: { State } }) => State === 'Failed' || State === 'DataMissing',
  )?.properties.Id
}
