export interface Point {
  x: number
  y: number
}

/** A node to lay out, with its size. */
export interface LayoutNode {
  key: string
  width: number
  height: number
}
