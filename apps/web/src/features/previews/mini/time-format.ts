import type { PreviewCell } from '@millrace/contracts/previews'
import { type CellFormat, unformatted } from '../table/number-format.ts'

const FULL_MINUTE = /([ T]\d\d:\d\d):00$/
const YEAR_OF_TIME = /^(\d{4})-(?=\d\d-\d\d[ T])/

/**
 * Returns a format that shortens times: `2024-01-01 10:00:00` becomes `2024-01-01 10:00` if all cells of a column are
 * full minutes. If space is short and all are in the same year, `01-01 10:00`.
 */
export function timeFormat(cells: readonly (PreviewCell | undefined)[], isShort = false): CellFormat {
  const given = cells.filter((cell) => cell != null)
  const areFull = given.every((cell) => FULL_MINUTE.test(cell))
  const years = new Set(given.map((cell) => YEAR_OF_TIME.exec(cell)?.[1]))
  const isOneYear = isShort && years.size === 1 && !years.has(undefined)
  if (!areFull && !isOneYear) return unformatted
  return (cell) => {
    const time = isOneYear ? cell?.replace(YEAR_OF_TIME, '') : cell
    return areFull ? time?.replace(FULL_MINUTE, '$1') : time
  }
}
