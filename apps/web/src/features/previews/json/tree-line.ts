/** A row that may have children. */
export interface FoldingRow {
  id: string
  depth: number
  /** Number of direct children. Undefined for a scalar. */
  size: number | undefined
  isOpen: boolean
}

export interface TreeLine {
  /** The key or index. Undefined for the whole file. */
  name: string | undefined
  text: string
  /** The number of children, unless the text contains all of them. */
  note?: string | undefined
  /** The class of the text's color. */
  tone: string
  /** The path to copy, if the row has one. */
  path: string | undefined
  /** Called when a row is opened that could not be loaded. */
  onRetry?: (() => void) | undefined
}
