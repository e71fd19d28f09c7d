import type { PreviewCell } from '@millrace/contracts/previews'

/** A cell by its position among the displayed rows and columns: in the chosen order, without hidden columns. */
export interface CellPlace {
  row: number
  column: number
}

/** A rectangle of cells, by their displayed positions. All four bounds are inclusive. */
export interface CellRange {
  top: number
  bottom: number
  left: number
  right: number
}

/** Returns the smallest range that contains both cells, in whichever order they are given. */
export function rangeBetween(a: CellPlace, b: CellPlace): CellRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

export function sizeOf({ top, bottom, left, right }: CellRange): { rows: number; columns: number } {
  return { rows: bottom - top + 1, columns: right - left + 1 }
}

/**
 * Formats rows as tab-separated text, which spreadsheets paste into cells. Cells that contain tabs, line breaks or
 * quotation marks are quoted.
 */
export function tabSeparated(rows: readonly (readonly (PreviewCell | undefined)[])[]): string {
  return rows.map((row) => row.map((cell) => quotedCell(cell ?? '')).join('\t')).join('\n')
}

function quotedCell(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
