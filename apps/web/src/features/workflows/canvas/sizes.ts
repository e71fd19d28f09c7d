/**
 * Sizes on the canvas, in pixels at 100 %. The ends of edges are computed from these sizes, before nodes are rendered.
 */
export const NODE_WIDTH = 208
/** Distances from a node to a node that is added beside or below it. */
export const NODE_STEP = { x: 288, y: 136 }
export const HEAD_HEIGHT = 52
const ROW_HEIGHT = 24
const FOOT_HEIGHT = 6
export const HANDLE = 10
export const NOTE = { width: 200, height: 96 }

export function nodeHeight(rows: number): number {
  return HEAD_HEIGHT + rows * ROW_HEIGHT + (rows > 0 ? FOOT_HEIGHT : 0)
}

export function rowMiddle(row: number): number {
  return HEAD_HEIGHT + FOOT_HEIGHT / 2 + row * ROW_HEIGHT + ROW_HEIGHT / 2
}
