import type { PreviewCell, PreviewColumn } from '@millrace/contracts/previews'

/** Digits after the point that count, zeros right after it aside. */
const SIGNIFICANT = 4
const MOST_DECIMALS = 12
/** Above, a double is not exact to the last digit before the point. */
const EXACT = 1e15

const PLAIN = /^-?\d+(\.\d+)?$/
const YEAR = /^(1[5-9]|2[01])\d\d$/
/** Numbers that only name something are never grouped. */
const NAMES = /(^|[_\s-])(id|key|code|zip|plz|year|yr|jahr|nr|no)$/i

/** Numbers with a unit are measured, even if they look like years. */
const UNIT = /_(m3s|mm|cm|m|km|mg|g|kg|t|ml|l|m3|ms|s|min|h|pa|hpa|v|a|w|kw|mw|wh|kwh|mwh|eur|usd|c|k)$/i

/** Whether the numbers of a column are years. */
export function areYears(name: string, numbers: readonly string[]): boolean {
  return numbers.length > 0 && !UNIT.test(name) && numbers.every((text) => YEAR.test(text))
}

/** What a comma in a number means: there are tables with either. */
export type Commas = 'thousands' | 'decimal'

export type CellFormat = (cell: PreviewCell | undefined) => PreviewCell | undefined

/** Whether numbers of a table have decimal commas. A comma between thousands would be mistaken for one. */
export function hasDecimalCommas(
  columns: readonly PreviewColumn[],
  rows: readonly (readonly PreviewCell[])[],
): boolean {
  return columns.some(({ Kind }, at) => Kind === 'number' && rows.some((row) => /^-?\d+,\d+$/.test(row[at] ?? '')))
}

/**
 * How the numbers of a column are shown: all with as many decimals, as its first rows need, and with thousands apart,
 * except in years and ids, and if `commas` are decimal ones. Other columns and spellings are shown as the file has them.
 */
export function cellFormat(
  { Kind, Name }: PreviewColumn,
  sample: readonly (PreviewCell | undefined)[],
  commas: Commas = 'thousands',
): CellFormat {
  if (Kind !== 'number') return asItIs
  const numbers = sample.filter((cell) => typeof cell === 'string' && PLAIN.test(cell)) as string[]
  const groups = commas === 'thousands' && !(NAMES.test(Name) || areYears(Name, numbers))
  const decimals = decimalsOf(numbers)
  const shown = new Intl.NumberFormat('en-US', {
    useGrouping: groups,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return (cell) => {
    if (!cell || !PLAIN.test(cell)) return cell
    if (!cell.includes('.') && decimals === 0) return groups ? shown.format(BigInt(cell)) : cell
    const value = Number(cell)
    if (Math.abs(value) >= EXACT) return cell
    const isLost = value !== 0 && Math.abs(value) < 0.5 * 10 ** -decimals
    return isLost ? value.toExponential(SIGNIFICANT - 1) : shown.format(value)
  }
}

/** How each column of a table is shown, judged by its first rows, and what their commas mean. */
export function columnFormats(
  columns: readonly PreviewColumn[],
  rows: readonly (readonly PreviewCell[])[],
): { commas: Commas; formats: CellFormat[] } {
  const commas = hasDecimalCommas(columns, rows) ? 'decimal' : 'thousands'
  const formats = columns.map((column, at) =>
    cellFormat(
      column,
      rows.map((row) => row[at]),
      commas,
    ),
  )
  return { commas, formats }
}

export const asItIs: CellFormat = (cell) => cell

function decimalsOf(numbers: readonly string[]): number {
  const longest = Math.max(0, ...numbers.map((text) => (text.split('.')[1] ?? '').replace(/0+$/, '').length))
  const sizes = numbers.map((text) => Math.abs(Number(text))).filter((size) => size > 0)
  const typical = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 1
  const leading = typical >= 1 ? 0 : Math.floor(-Math.log10(typical))
  return Math.min(longest, SIGNIFICANT + leading, MOST_DECIMALS)
}

const TYPED = {
  thousands: /^[+-]?(\d{1,3}(,\d{3})+(\.\d*)?|\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i,
  decimal: /^[+-]?(\d{1,3}(\.\d{3})+(,\d*)?|\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i,
}

/**
 * Numbers with thousands separators. `0,250` and `1234,567` have a decimal comma instead. Statistics use a point, so a
 * single point is a decimal point.
 */
const GROUPED = {
  thousands: /^[+-]?[1-9]\d{0,2}(,\d{3})+(?![\d,])/,
  decimal: /^[+-]?[1-9]\d{0,2}((\.\d{3}){2,}(?![\d.])|\.\d{3},)/,
}

/**
 * A number that a reader typed as the table shows numbers, without what groups its thousands: `1,250` becomes `1250`, or
 * stays if commas are decimal ones. Undefined if it isn’t a number.
 */
export function typedNumber(text: string, commas: Commas): string | undefined {
  const bare = text.trim().replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/gu, '')
  if (!TYPED[commas].test(bare)) return undefined
  const isGrouped = GROUPED[commas].test(bare)
  return isGrouped ? bare.replaceAll(commas === 'decimal' ? '.' : ',', '') : bare
}
