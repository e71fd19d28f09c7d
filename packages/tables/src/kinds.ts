import { meansMissing } from './missing-values.ts'
import { ISO_TIME, TIME_SPELLINGS } from './time-formats.ts'

export type Decimal = '.' | ','

const NUMBER_POINT = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?(e[+-]?\d+)?$/i
const NUMBER_COMMA = /^[+-]?(\d{1,3}(\.\d{3})+|\d+)?(,\d*)?(e[+-]?\d+)?$/i

/** Whether a cell is a number. Surrounding spaces do not matter. */
export function isNumber(value: string, decimal: Decimal): boolean {
  const text = value.trim()
  return /\d/.test(text) && (decimal === ',' ? NUMBER_COMMA : NUMBER_POINT).test(text)
}

/**
 * Whether a cell is a time in a common format. Digits alone, and months such as `Jan 2024`, don't count, because they
 * may be numbers or column names.
 */
export function isTime(value: string): boolean {
  const text = value.trim()
  return (
    ISO_TIME.test(text) ||
    TIME_SPELLINGS.some(({ pattern, isDigits, isName }) => !isDigits && !isName && pattern.test(text))
  )
}

/** Whether a cell is a number or a time. The cells of a header are usually neither. */
export function isValue(cell: string, decimal: Decimal): boolean {
  return !meansMissing(cell) && (isNumber(cell, decimal) || isTime(cell))
}
