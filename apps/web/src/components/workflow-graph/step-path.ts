import type { Point } from './graph-geometry.ts'

const RADIUS = 6

/** Returns an SVG path from the right of one node to the left of another, with rounded corners. */
export function stepPath(from: Point, to: Point, radius = RADIUS): string {
  const middle = (from.x + to.x) / 2
  const rise = to.y - from.y
  const corner = Math.min(radius, Math.abs(rise) / 2, Math.abs(to.x - from.x) / 2)
  if (corner < 1) return `M${from.x} ${from.y}L${to.x} ${to.y}`
  const down = Math.sign(rise) * corner
  const right = Math.sign(to.x - from.x) * corner
  return [
    `M${from.x} ${from.y}`,
    `H${middle - right}`,
    `Q${middle} ${from.y} ${middle} ${from.y + down}`,
    `V${to.y - down}`,
    `Q${middle} ${to.y} ${middle + right} ${to.y}`,
    `H${to.x}`,
  ].join('')
}
