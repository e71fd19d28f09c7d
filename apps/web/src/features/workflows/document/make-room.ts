import { graphOf } from '@millrace/workflows/graph'
import { NODE_STEP, NODE_WIDTH } from '../canvas/sizes.ts'
import type { Draft, Place } from './draft.ts'

/** Distance from a node to one that is inserted after it, on an edge. */
const INSERTED_STEP_X = 264
const STEP_Y_MIN = 100

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
  const [before, after] = [places.get(from), places.get(to)]
  if (!isTaken(places, drop) || !before || !after) return { place: drop, moved: new Map() }
  const place = { x: before.x + INSERTED_STEP_X, y: before.y }
  const by = Math.max(0, place.x + INSERTED_STEP_X - after.x)
  // All positions are returned, because nodes without a position in the definition would be laid out again.
  const moved = new Map(places)
  for (const key of following(draft, to)) {
    const at = places.get(key)
    if (at && key !== from) moved.set(key, { x: at.x + by, y: at.y })
  }
  return { place, moved }
}

/** Returns the first free place at or below the wanted one. */
export function freePlace(places: ReadonlyMap<string, Place>, wanted: Place): Place {
  let place = wanted
  while (isTaken(places, place)) place = { x: place.x, y: place.y + NODE_STEP.y }
  return place
}

function isTaken(places: ReadonlyMap<string, Place>, { x, y }: Place): boolean {
  return [...places.values()].some((other) => Math.abs(other.x - x) < NODE_WIDTH && Math.abs(other.y - y) < STEP_Y_MIN)
}

function following(draft: Draft, key: string): Set<string> {
  const { edges } = graphOf(draft)
  const found = new Set([key])
  for (const one of found) for (const { from, to } of edges) if (from === one) found.add(to)
  return found
}
