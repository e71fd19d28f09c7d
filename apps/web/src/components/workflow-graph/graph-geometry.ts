export interface Point {
  x: number
  y: number
}

/** A node of a layout. */
export interface LayoutNode {
  key: string
  width: number
  height: number
}
