import { meansMissing } from './missing-values.ts'
import type { TextRecord } from './records.ts'

const BRACKETED = /^[[(<].*[\])>]$/
const USGS_WIDTH = /^\d+[snd]$/
/** Aggregates, types and time zones that data loggers write below the column names. */
const KINDS =
  /^(#|units?|avg|mean|min|max|smp|samp|std|tot|sum|wvc|ts|rn|utc|gmt|cet|mez|text|string|str|float|double|int|integer|long|number|numeric|bool|date|time|datetime)$/i
const UNITS =
  /^(n\.?u|ntu|fnu|ppm|ppb|ppt|psu|deg(rees)?( ?[cf])?|degrees?_\w+|grad|celsius|kelvin|volts?|percent|prozent|meters?|metres?|feet|ft|inch(es)?|in|seconds?|sec|min|hours?|hrs?|days?|yrs?|mo|dy|mn|nmi|deg ?t|unitless|none|m\.? ?[üu]\.? ?nn|ph|lux|dbm?|db|[µumkhcdGMn]?(m|g|l|s|v|a|w|pa|bar|hz|n|j|wh|mol|b|c|k|f|t|d|h)[23²³]?)$/i
/**
 * Matches what a file may have in place of a plain unit: a time format, such as `m/d/y`, or a unit relative to an
 * electrode, such as `V vs Ag/AgCl`.
 */
const FORMATS = /^([ymdhs]+[-/.: ])+[ymdhs]+$|^(mmddyy|ddmmyy|hhmmss)$|^[mµ]?[va] vs\b/i
const UNIT_SIGNS = /[°%µ²³‰]|^[a-zµ]{1,8}[23]? ?(\/|per) ?[a-z]{1,10}[23]?$|[a-z]\^?-\d$/i

/** A year, which may be a column name. */
export const YEAR = /^(19|20)\d\d$/

/** Whether a row below the names consists mostly of units or types, rather than values. */
export function holdsUnits(fields: readonly string[]): boolean {
  const cells = fields.map((field) => field.trim()).filter((field) => !meansMissing(field))
  const unitLike = cells.filter((cell) =>
    [BRACKETED, USGS_WIDTH, KINDS, UNITS, FORMATS, UNIT_SIGNS].some((pattern) => pattern.test(cell)),
  )
  return cells.length > 0 && unitLike.length >= cells.length * 0.6
}

/** Whether a string is a unit, such as `mg/l`. */
export function isUnit(text: string): boolean {
  return UNITS.test(text) || UNIT_SIGNS.test(text)
}

/**
 * Returns the text of a cell in a units row, without checking that it is a unit. Undefined if the cell is empty or a
 * placeholder, or contains a type, an aggregate or a time zone.
 */
export function unitIn(cell: string | undefined): string | undefined {
  const text = cell?.trim() ?? ''
  const isUnit = !meansMissing(text) && !KINDS.test(text) && !USGS_WIDTH.test(text)
  return isUnit ? text : undefined
}

/** Whether a row is a line drawn below the names, such as `-----  ---`, or an empty comment. */
export function isRule({ fields }: Pick<TextRecord, 'fields'>): boolean {
  if (fields.length === 1 && /^\s*(#+|\/\/)\s*$/.test(fields[0] ?? '')) return true
  const cells = fields.map((field) => field.trim()).filter((cell) => cell !== '')
  return (
    cells.length > 0 &&
    cells.every((cell) => /^[:+]?[-=_]{2,}[-=_+]*:?$/.test(cell)) &&
    cells.some((cell) => cell.length > 2)
  )
}

/** Whether a row starts with a comment character. */
export function isComment({ fields: [first = ''] }: Pick<TextRecord, 'fields'>): boolean {
  return /^\s*(#|\/\/)/.test(first) || /^%(?!$)/.test(first) || /^!\s*\p{L}/u.test(first)
}

/**
 * Whether a cell is a setting, such as `lambda=0.5`, or the name of a setting whose value is in the next cell, such as
 * `Laser (nm)=` or `Laser:`.
 */
export function isSetting(cell: string): boolean {
  return /[:=]\s*$|^\W*\w+=\S/.test(cell)
}

/** Removes the comment character from a header that is written as a comment: `# time,level`. */
export function withoutSign(fields: readonly string[], width: number): string[] {
  const [first = '', ...rest] = fields
  if (fields.length > width && /^(#|\/\/|%|!)$/.test(first)) return rest
  const bare = first.replace(/^\s*(#+|\/\/|%|!)\s*/, '')
  return [bare === '' ? first : bare, ...rest]
}
