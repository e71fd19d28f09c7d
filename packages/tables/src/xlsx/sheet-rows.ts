import type { CellStyle } from './cell-formats.ts'
import { columnIndex } from './cell-references.ts'
import { cellCharacters, stringText } from './cell-texts.ts'
import { ParseError } from './parse-error.ts'
import { serialText } from './serial-times.ts'
import type { SharedStrings } from './shared-strings.ts'
import { attributeOf, elementsWithin, type XmlElement } from './xml-elements.ts'

/** Maximum size of a sheet in Excel. */
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384

/**
 * What gives the numbers in cells their meaning: the styles, and whether days are counted from 1904 instead of 1900.
 */
export interface Formatting {
  styles: readonly CellStyle[]
  isFrom1904: boolean
}

/** Counts and formats found while rows were read. */
export interface SheetTally {
  /** Number of formulas without a result. Some programs write formulas without computing them. */
  uncomputed: number
  /** Number of merged cells that span several rows, whose value was repeated in each row. */
  filled: number
  /** The number format of each column below the first row with content. Empty if formats differ between rows. */
  codes: string[]
  /** Set if only a part of a large sheet was read. The later reading of the whole sheet fills merged cells down. */
  isFilledLater?: boolean
}

interface Reading extends Formatting {
  tally: SheetTally
}

type Cell = string | null

/** Yields the rows of a sheet as text. Missing rows are returned as empty rows. */
export async function* sheetRows(
  source: AsyncIterable<Buffer>,
  strings: SharedStrings,
  reading: Reading,
): AsyncGenerator<Cell[]> {
  let next = 1
  let isBelowHeader = false
  for await (const rows of elementsWithin(source, 'sheetData', 'row')) {
    for (const row of rows) {
      const number = Number(attributeOf(row.attributes, 'r') ?? next)
      if (!(number <= ROWS_MAX)) throw new ParseError('A row is outside of the sheet.')
      for (; next < number; next += 1) yield []
      next = number + 1
      const { cells, codes, lastString, uncomputed } = readRow(row, strings, reading)
      reading.tally.uncomputed += uncomputed
      if (isBelowHeader) keepCommon(reading.tally.codes, codes)
      isBelowHeader ||= lastString >= 0 || cells.some((cell) => cell !== null)
      const isComplete = lastString < strings.texts.length || !(await strings.reach(lastString))
      yield isComplete ? cells : readRow(row, strings, reading).cells
    }
  }
}

function keepCommon(all: string[], codes: readonly string[]): void {
  codes.forEach((code, at) => {
    all[at] = (all[at] ?? code) === code ? code : ''
  })
}

const PLAIN: CellStyle = { format: 'number', code: '' }
const CELL = /<c(\s[^>]*?)?(?:\/>|>(.*?)<\/c>)/gs

function readRow({ content }: XmlElement, { texts }: SharedStrings, reading: Formatting) {
  const cells: Cell[] = []
  const codes: string[] = []
  let lastString = -1
  let uncomputed = 0
  let at = 0
  for (const [, attributes = '', inside = ''] of content.matchAll(CELL)) {
    const place = attributeOf(attributes, 'r')
    if (place !== undefined) at = columnIndex(place)
    if (at >= COLUMNS_MAX) throw new ParseError('A cell is outside of the sheet.')
    while (cells.length < at) cells.push(null)
    const type = attributeOf(attributes, 't')
    if (type === 's') {
      const index = Number(valueIn(inside) || Number.NaN) // a cell without a value is empty
      cells[at] = texts[index] ?? null
      if (index > lastString) lastString = index
    } else if (type === 'inlineStr') cells[at] = stringText(inside)
    else {
      const style = reading.styles[Number(attributeOf(attributes, 's'))] ?? PLAIN
      const value = valueIn(inside)
      cells[at] = cellText(type, value, style, reading)
      if (value !== '' && (type === undefined || type === 'n')) codes[at] = style.code
    }
    if (inside.startsWith('<f') && type !== 'str' && valueIn(inside) === '') uncomputed += 1
    at += 1
  }
  return { cells, codes, lastString, uncomputed }
}

const VALUE = /<v(?:\s[^>]*?)?(?:\/>|>(.*?)<\/v>)/s

function valueIn(inside: string): string {
  if (inside.startsWith('<v>') && inside.endsWith('</v>')) return inside.slice(3, -4)
  return VALUE.exec(inside)?.[1] ?? ''
}

/** An identifier that a program wrote as a number. Excel itself stores only 15 digits. */
const LONG_INTEGER = /^-?\d{16,}$/

function cellText(type: string | undefined, value: string, { format }: CellStyle, { isFrom1904 }: Formatting): Cell {
  if (value === '') return type === 'str' ? '' : null
  if (type === 'b') return value === '1' || value === 'true' ? 'true' : 'false'
  if (type !== undefined && type !== 'n') return cellCharacters(value)
  const number = Number(value)
  if (Number.isNaN(number)) return cellCharacters(value)
  const time = format === 'number' ? undefined : serialText(number, format, isFrom1904)
  return time ?? (LONG_INTEGER.test(value) ? value : numberText(number))
}

/** Returns a number as text. Large integers get an exponent, because digits alone would look like an identifier. */
function numberText(number: number): string {
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? number.toExponential() : String(number)
}
