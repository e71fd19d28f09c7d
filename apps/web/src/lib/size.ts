/** A width and a height, in pixels or in the units of a drawing. */
export interface Size {
  width: number
  height: number
}
