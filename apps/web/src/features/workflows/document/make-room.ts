import { graphOf } from '@millrace/workflows/graph'
import type { Draft, Place } from './draft.ts'

/** From one node to the next, and how close another one may be. */
const STEP = { x: 264, y: 100 }
const WIDTH = 208

interface Ends {
  from: string
  to: string
}

/** Where a new node goes, and which nodes move out of its way. */
export interface Room {
  /** Where the new node goes. */
  place: Place
  /** Where nodes have to move for it. */
  moved: Map<string, Place>
}

/**
 * Room for a node that is dropped on the connection of two others. Where it would cover a node, it goes between the two,
 * and what follows moves to the right as far as necessary.
 */
export function roomBetween(draft: Draft, places: ReadonlyMap<string, Place>, { from, to }: Ends, drop: Place): Room {
  const covers = [...places.values()].some(({ x, y }) => Math.abs(x - drop.x) < WIDTH && Math.abs(y - drop.y) < STEP.y)
  const [before, after] = [places.get(from), places.get(to)]
  if (!covers || !before || !after) return { place: drop, moved: new Map() }
  const place = { x: before.x + STEP.x, y: before.y }
  const by = Math.max(0, place.x + STEP.x - after.x)
  // Nodes without a place in the document would be laid out anew.
  const moved = new Map(places)
  for (const key of following(draft, to)) {
    const at = places.get(key)
    if (at && key !== from) moved.set(key, { x: at.x + by, y: at.y })
  }
  return { place, moved }
}

/** A node and everything that uses its results. */
function following(draft: Draft, key: string): Set<string> {
  const { edges } = graphOf(draft)
  const found = new Set([key])
  for (const one of found) for (const { from, to } of edges) if (from === one) found.add(to)
  return found
}
