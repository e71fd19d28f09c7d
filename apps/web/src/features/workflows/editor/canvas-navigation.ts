import { graphOf } from '@millrace/workflows/graph'
import type { Draft, Place } from '../document/draft.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * Returns the next node in a direction: left and right follow edges, up and down go to the nearest node. Undefined if
 * there is none. If `from` is undefined, returns the leftmost node.
 */
export function nextNode(
  draft: Draft,
  places: ReadonlyMap<string, Place>,
  from: string | undefined,
  direction: Direction,
): string | undefined {
  const start = from === undefined ? undefined : places.get(from)
  if (from === undefined || !start) return leftmost(places)
  const distance = (key: string) => {
    const place = places.get(key) ?? start
    return Math.hypot(place.x - start.x, (place.y - start.y) * 2)
  }
  const nearest = (keys: Iterable<string>) => [...new Set(keys)].toSorted((a, b) => distance(a) - distance(b))[0]
  if (direction === 'up' || direction === 'down') {
    const side = direction === 'up' ? -1 : 1
    return nearest([...places].flatMap(([key, { y }]) => (key !== from && (y - start.y) * side > 0 ? [key] : [])))
  }
  const { edges } = graphOf(draft)
  return nearest(
    direction === 'right'
      ? edges.flatMap((edge) => (edge.from === from ? [edge.to] : []))
      : edges.flatMap((edge) => (edge.to === from ? [edge.from] : [])),
  )
}

function leftmost(places: ReadonlyMap<string, Place>): string | undefined {
  return [...places].toSorted(([, a], [, b]) => a.x - b.x || a.y - b.y)[0]?.[0]
}
