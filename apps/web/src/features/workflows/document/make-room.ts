import { graphOf } from '@millrace/workflows/graph'
import type { Draft, Place } from './draft.ts'

/** `x` is the distance from a node to the next one, `y` the minimum vertical distance between nodes. */
const STEP = { x: 264, y: 100 }
const WIDTH = 208

interface Ends {
  from: string
  to: string
}

export interface Room {
  place: Place
  /** New positions by key: empty if no node has to move, otherwise those of all nodes. */
  moved: Map<string, Place>
}

/**
 * Finds room for a node that is dropped on the edge between two others. If the dropped node would cover a node, the
 * dropped node is placed to the right of the edge's source, and all nodes that follow are moved to the right as far as
 * necessary.
 */
export function roomBetween(draft: Draft, places: ReadonlyMap<string, Place>, { from, to }: Ends, drop: Place): Room {
  const covers = [...places.values()].some(({ x, y }) => Math.abs(x - drop.x) < WIDTH && Math.abs(y - drop.y) < STEP.y)
  const [before, after] = [places.get(from), places.get(to)]
  if (!covers || !before || !after) return { place: drop, moved: new Map() }
  const place = { x: before.x + STEP.x, y: before.y }
  const by = Math.max(0, place.x + STEP.x - after.x)
  // All positions are returned, because nodes without a position in the definition would be laid out again.
  const moved = new Map(places)
  for (const key of following(draft, to)) {
    const at = places.get(key)
    if (at && key !== from) moved.set(key, { x: at.x + by, y: at.y })
  }
  return { place, moved }
}

function following(draft: Draft, key: string): Set<string> {
  const { edges } = graphOf(draft)
  const found = new Set([key])
  for (const one of found) for (const { from, to } of edges) if (from === one) found.add(to)
  return found
}
