import type { Size } from '#lib/size.ts'
import type { MapFeature, Position } from './geojson.ts'

/** Properties that name a feature, case-insensitive. Earlier ones take precedence. */
const NAMES = ['name', 'title', 'label', 'station']

/**
 * Maximum number of points whose names are shown. With more, points are too close to each other, and placing the names
 * would take too long.
 */
const NAMED_MOST = 300

const GAP = 8
const HEIGHT = 14
/** Distance from the point down to the name's baseline. */
const BASELINE = 4

/** Returns the first non-empty string among the properties in `NAMES`. Undefined if there is none. */
export function nameOf({ properties }: MapFeature): string | undefined {
  const known = Object.entries(properties).map(([key, value]) => [key.toLowerCase(), value] as const)
  const found = NAMES.map((name) => known.find(([key]) => key === name)?.[1])
  return found.find((value): value is string => typeof value === 'string' && value !== '')
}

interface Named {
  name: string
  at: Position
}

/**
 * Places names to the right of their points. Names that would extend beyond the map or overlap another name are left
 * out. If there are more than `NAMED_MOST` names, all are left out.
 */
export function namesWithRoom(all: readonly Named[], size: Size, widthOf: (name: string) => number) {
  if (all.length > NAMED_MOST) return []
  const taken: { left: number; right: number; middle: number }[] = []
  return all.flatMap(({ name, at: [x, y] }) => {
    const box = { left: x + GAP, right: x + GAP + widthOf(name), middle: y }
    const isInside = box.right < size.width && y > 0 && y < size.height
    const isFree = taken.every(
      ({ left, right, middle }) => box.right < left || box.left > right || Math.abs(middle - y) > HEIGHT,
    )
    if (!isInside || !isFree) return []
    taken.push(box)
    return [{ name, x: box.left, y: y + BASELINE }]
  })
}
