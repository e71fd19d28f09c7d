import type { PreviewCell } from '@millrace/contracts/previews'

/** A cell by its place in what is shown: hidden columns do not count, and the order is the one chosen. */
export interface CellPlace {
  row: number
  column: number
}

/** A rectangle of cells, by their places in what is shown. Both corners belong to it. */
export interface CellRange {
  top: number
  bottom: number
  left: number
  right: number
}

/** The smallest range that contains two cells, whichever comes first. */
export function rangeBetween(a: CellPlace, b: CellPlace): CellRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

/** The number of rows and columns in a range. */
export function sizeOf({ top, bottom, left, right }: CellRange): { rows: number; columns: number } {
  return { rows: bottom - top + 1, columns: right - left + 1 }
}

/** Rows as tab-separated text, which spreadsheets paste into cells. Cells with tabs or line breaks are quoted. */
export function tabSeparated(rows: readonly (readonly (PreviewCell | undefined)[])[]): string {
  return rows.map((row) => row.map((cell) => quotedCell(cell ?? '')).join('\t')).join('\n')
}

function quotedCell(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
