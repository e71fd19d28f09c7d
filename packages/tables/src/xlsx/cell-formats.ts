import { attributeOf, elementsOf, unescaped } from './xml-elements.ts'

/**
 * The meaning that the format of a cell gives to its number: a number, a date with or without a time, a date and time
 * in UTC, a time of day, or a duration that may exceed a day. In workbooks that steps write, a quoted Z at the end of
 * the format marks times in UTC.
 */
export type CellFormat = 'number' | 'date' | 'moment in UTC' | 'clock' | 'duration'

/** Built-in formats of every workbook, from ECMA-376, 18.8.30, including those of East Asian languages. */
const DATES = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]
const CLOCKS = [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56]
const DURATION = 46

/** Built-in number formats that are the same in every language. Currency formats depend on the system. */
const NUMBERS: Record<string, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  48: '##0.0E+0',
}
const CODE_CHARACTERS_MAX = 255

/** The meaning and number format that a cell gets from its style. */
export interface CellStyle {
  format: CellFormat
  /** The number format, such as `0.0%`. Empty if numbers have no format. */
  code: string
}

/** Returns the styles of cells in order of style index. */
export function cellStyles(styles: string): CellStyle[] {
  const own = new Map<string, string>()
  for (const attributes of elementsOf(styles, 'numFmt')) {
    const id = attributeOf(attributes, 'numFmtId')
    if (id !== undefined) own.set(id, unescaped(attributeOf(attributes, 'formatCode') ?? ''))
  }
  const [, cells = ''] = /<(?:\w+:)?cellXfs[\s>](.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? []
  return elementsOf(cells, 'xf').map((attributes) => {
    const id = attributeOf(attributes, 'numFmtId') ?? '0'
    const code = own.get(id)
    const format = code === undefined ? builtIn(Number(id)) : formatOf(code)
    const isShown =
      format === 'number' && !/^(General|@)?$/i.test(code ?? '') && (code?.length ?? 0) <= CODE_CHARACTERS_MAX
    return { format, code: code === undefined ? (NUMBERS[id] ?? '') : isShown ? code : '' }
  })
}

function builtIn(id: number): CellFormat {
  if (DATES.includes(id)) return 'date'
  if (id === DURATION) return 'duration'
  return CLOCKS.includes(id) ? 'clock' : 'number'
}

/**
 * Returns the meaning of a format code such as `dd.mm.yyyy`. Ignores colors, fill characters and quoted text, except
 * for a quoted Z at the end, which marks a time in UTC.
 */
export function formatOf(code: string): CellFormat {
  const [first = ''] = code.replace(/"[^"]*"|\\.|[_*]./g, '').split(';')
  if (/\[(h+|m+|s+)\]/i.test(first)) return 'duration'
  const letters = first.replace(/\[[^\]]*\]/g, '')
  if (/[yd]/i.test(letters)) return code.endsWith('s"Z"') ? 'moment in UTC' : 'date'
  if (/[hs]/i.test(letters)) return 'clock'
  return /m/i.test(letters) ? 'date' : 'number'
}
