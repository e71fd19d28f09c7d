import type { Point } from '#components/workflow-graph/graph-geometry.ts'
import type { Size } from '#lib/size.ts'

/** The visible part of a drawing, in the drawing's coordinates. */
export interface VisibleArea {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * The area moves in steps of a quarter of the frame and extends at least a quarter beyond the frame on each side, so
 * that scrolling rarely causes rendering.
 */
const PARTS = 4

/** Returns the area in and near the frame of a drawing that is scrolled to this point. */
export function visibleAreaAt(scroll: Point, frame: Size, scale: number): VisibleArea {
  const across = rangeAt(scroll.x, frame.width)
  const down = rangeAt(scroll.y, frame.height)
  return { left: across.from / scale, right: across.to / scale, top: down.from / scale, bottom: down.to / scale }
}

function rangeAt(scroll: number, length: number): { from: number; to: number } {
  const part = Math.max(1, length / PARTS)
  const first = Math.floor(scroll / part)
  return { from: (first - 1) * part, to: (first + PARTS + 2) * part }
}

/** Returns whether a box between two corners, such as that around a line, is in the area. */
export function isSeen({ left, top, right, bottom }: VisibleArea, one: Point, other: Point): boolean {
  return (
    Math.max(one.x, other.x) >= left &&
    Math.min(one.x, other.x) <= right &&
    Math.max(one.y, other.y) >= top &&
    Math.min(one.y, other.y) <= bottom
  )
}
