import type { PreviewCell } from '@millrace/contracts/previews'
import { asItIs, type CellFormat } from '../table/number-format.ts'

const FULL_MINUTE = /([ T]\d\d:\d\d):00$/

/** `2024-01-01 10:00:00` → `2024-01-01 10:00`: full minutes need less room, if all cells of a column have them. */
export function timeFormat(cells: readonly (PreviewCell | undefined)[]): CellFormat {
  const areFull = cells.every((cell) => !cell || FULL_MINUTE.test(cell))
  return areFull ? (cell) => cell?.replace(FULL_MINUTE, '$1') : asItIs
}
