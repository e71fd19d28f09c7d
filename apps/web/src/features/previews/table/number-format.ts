import type { PreviewCell, PreviewColumn } from '@millrace/contracts/previews'

/** Maximum number of significant digits after the decimal point. Zeros directly after the point don't count. */
const SIGNIFICANT = 4
const MOST_DECIMALS = 12
/** From this size on, numbers keep the digits of the file, because a double may not represent them exactly. */
const EXACT = 1e15

const PLAIN = /^-?\d+(\.\d+)?$/
const YEAR = /^(1[5-9]|2[01])\d\d$/
/** Names of columns whose numbers are identifiers or years, which are never grouped. */
const NAMES = /(^|[_\s-])(id|key|code|zip|plz|year|yr|jahr|nr|no)$/i

/** Name suffixes that are units. Numbers with a unit are measurements, even if they look like years. */
const UNIT = /_(m3s|mm|cm|m|km|mg|g|kg|t|ml|l|m3|ms|s|min|h|pa|hpa|v|a|w|kw|mw|wh|kwh|mwh|eur|usd|c|k)$/i

function areYears(name: string, numbers: readonly string[]): boolean {
  return numbers.length > 0 && !UNIT.test(name) && numbers.every((text) => YEAR.test(text))
}

export type CellFormat = (cell: PreviewCell | undefined) => PreviewCell | undefined

/** Thousands separators, by whether the column uses decimal points or decimal commas. */
const GROUPS = {
  point: /(?<=\d)[,\s\u00a0\u202f'’](?=\d{3}(?!\d))/gu,
  comma: /(?<=\d)[.\s\u00a0\u202f'’](?=\d{3}(?!\d))/gu,
}

/**
 * Returns the number in a cell with a decimal point and without thousands separators, such as `1234.5` for `1.234,5` in
 * a column with decimal commas. Anything that isn't a number is returned as in the file.
 */
export function plainNumber(cell: string, { DecimalComma }: Pick<PreviewColumn, 'DecimalComma'>): string {
  if (PLAIN.test(cell) && !DecimalComma) return cell
  const bare = cell
    .trim()
    .replace('\u2212', '-')
    .replace(GROUPS[DecimalComma ? 'comma' : 'point'], '')
  const plain = (DecimalComma ? bare.replace(',', '.') : bare).replace(/^([+-]?)\./, '$10.')
  return plain !== '' && Number.isFinite(Number(plain)) ? plain : cell
}

/**
 * Returns the number format of a column: a decimal point, as many decimals as the first rows need, and commas between
 * thousands, except in years and ids. Other columns and other notations are shown as in the file.
 */
export function cellFormat(column: PreviewColumn, sample: readonly (PreviewCell | undefined)[]): CellFormat {
  if (column.Kind !== 'number') return unformatted
  const written = sample.filter((cell) => typeof cell === 'string')
  const numbers = written.map((cell) => plainNumber(cell, column)).filter((text) => PLAIN.test(text))
  const groups = hasThousands(column.Name, written)
  const decimals = decimalsOf(numbers)
  const shown = new Intl.NumberFormat('en-US', {
    useGrouping: groups,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return (cell) => {
    const plain = cell && plainNumber(cell, column)
    if (!plain || !PLAIN.test(plain)) return plain
    if (!plain.includes('.') && decimals === 0) return groups ? shown.format(BigInt(plain)) : plain
    const value = Number(plain)
    if (Math.abs(value) >= EXACT) return plain
    const isLost = value !== 0 && Math.abs(value) < 0.5 * 10 ** -decimals
    return isLost ? value.toExponential(SIGNIFICANT - 1) : shown.format(value)
  }
}

/** Returns whether a column's numbers get thousands separators, given some of its cells. Years and ids don't. */
export function hasThousands(name: string, cells: readonly string[]): boolean {
  return !NAMES.test(name) && !areYears(name, cells)
}

/** Formats a number of a condition with all its digits, in the notation of the displayed cells. */
export function exactNumber(text: string, { Name, Kind }: Pick<PreviewColumn, 'Name' | 'Kind'>): string {
  if (Kind !== 'number' || !PLAIN.test(text)) return text
  const [whole = '', fraction = ''] = text.replace(/\.0*$/, '').split('.')
  const shown = hasThousands(Name, [text]) ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  return fraction ? `${shown}.${fraction}` : shown
}

/** Returns the format of each column of a table, based on the first rows. */
export function columnFormats(
  columns: readonly PreviewColumn[],
  rows: readonly (readonly PreviewCell[])[],
): CellFormat[] {
  return columns.map((column, at) =>
    cellFormat(
      column,
      rows.map((row) => row[at]),
    ),
  )
}

export const unformatted: CellFormat = (cell) => cell

function decimalsOf(numbers: readonly string[]): number {
  const longest = Math.max(0, ...numbers.map((text) => (text.split('.')[1] ?? '').replace(/0+$/, '').length))
  const sizes = numbers.map((text) => Math.abs(Number(text))).filter((size) => size > 0)
  const typical = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 1
  const leading = typical >= 1 ? 0 : Math.floor(-Math.log10(typical))
  return Math.min(longest, SIGNIFICANT + leading, MOST_DECIMALS)
}

/**
 * Numbers with commas between thousands. `WITH_POINTS` matches numbers with a decimal comma and points between
 * thousands, or with several such points.
 */
const WITH_COMMAS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/
const WITH_POINTS = /^[+-]?[1-9]\d{0,2}((\.\d{3}){2,}|(\.\d{3})+,\d*)$/
const TYPED = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i

/**
 * Parses a number that a user typed, removing thousands separators. Tables show commas between thousands, so `1,250` is
 * `1250`; any other comma is a decimal comma, and a single point is a decimal point. Undefined if the input isn't a
 * number.
 */
export function typedNumber(text: string): string | undefined {
  const spaced = text.trim().replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/gu, '')
  const separator = WITH_COMMAS.test(spaced) ? ',' : WITH_POINTS.test(spaced) ? '.' : undefined
  const bare = separator ? spaced.replaceAll(separator, '') : spaced
  return TYPED.test(bare) ? bare.replace(',', '.') : undefined
}
