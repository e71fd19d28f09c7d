/** A row that may have others inside. */
export interface FoldingRow {
  id: string
  depth: number
  /** How many values are inside. Undefined for a plain value. */
  size: number | undefined
  isOpen: boolean
}

/** What a row says. */
export interface TreeLine {
  /** The key or index. Undefined for the whole file. */
  name: string | undefined
  text: string
  /** How many values are inside, unless the text says all of them. */
  note?: string | undefined
  /** The class of the text's color. */
  tone: string
  /** The path to copy, if the row has one. */
  path: string | undefined
  /** Of a row that could not be loaded: what opening it does. */
  onRetry?: (() => void) | undefined
}
