import { holdsUnits, unitIn } from './header-words.ts'
import { isTime, isValue } from './kinds.ts'
import { saysNoValue } from './no-value.ts'
import type { TextRecord } from './records.ts'

type Row = Pick<TextRecord, 'fields'>

/**
 * The names of columns in two rows, of which the upper one names groups of columns, like cells merged in a spreadsheet:
 * `Temp, , pH` above `min, max, ` becomes `Temp min`, `Temp max` and `pH`. Undefined if the lower row names no column.
 */
export function namesBelow(names: readonly string[], below: readonly string[] | undefined): string[] | undefined {
  if (!below?.every((cell) => cell.trim() === '' || isName(cell))) return undefined
  // A row that names every column by itself is the header, below a title.
  const isNamedAbove = names.some((name, at) => name.trim() !== '' && ['', name].includes(below[at]?.trim() ?? ''))
  if (!isNamedAbove) return undefined
  let group = ''
  let groupAt = 0
  let isGrouped = false
  const complete = names.map((name, at) => {
    const [own, lower] = [name.trim(), below[at]?.trim() ?? '']
    if (own !== '') [group, groupAt] = [own, at]
    if (own !== '' || lower === '' || group === '') return own === lower ? own : `${own} ${lower}`.trim()
    const isMember = (below[groupAt]?.trim() ?? '') !== '' && below[groupAt] !== lower
    isGrouped ||= isMember
    return isMember ? `${group} ${lower}` : own
  })
  return isGrouped ? complete : undefined
}

/** Whether a cell below a name can be part of it: a text that is not a value or a unit. */
function isName(cell: string): boolean {
  return (
    !isValue(cell, '.') && !isValue(cell, ',') && !isTime(cell) && (unitIn(cell) === undefined || !holdsUnits([cell]))
  )
}

/**
 * Whether a line is a title with commas, such as `Survey, spring 2024`, above the names of columns: only its delimiters
 * are followed by a blank.
 */
export function isTitle({ fields }: Row, next: Row | undefined): boolean {
  if (!next?.fields.every((cell) => isName(cell) && !saysNoValue(cell)) || holdsUnits(next.fields)) return false
  return isSpaced(fields) && !isSpaced(next.fields)
}

function isSpaced(fields: readonly string[]): boolean {
  const cells = fields.slice(1).filter((cell) => cell !== '')
  return cells.length > 0 && cells.every((cell) => cell.startsWith(' '))
}
