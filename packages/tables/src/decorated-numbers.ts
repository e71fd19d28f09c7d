import { isUnit } from './header-patterns.ts'
import { meansMissing } from './missing-values.ts'
import { quoted } from './sentences.ts'
import { isIdentifier } from './value-reading.ts'

/** The kind of text that surrounds the numbers in a column, and the first cell with such text. */
export interface NumberDecoration {
  by: 'parentheses' | 'currencies' | 'units'
  example: string
}

/** Minimum share of cells that must be numbers once their decoration is removed. */
const NUMBER_SHARE = 0.9

const NUMBER = String.raw`[+\-\u2212]?(?:\d{1,3}(?:[.,'\u2019 \u00a0\u202f\u2009]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?`
const MONEY = '(?:[€$£¥]|EUR|USD|GBP|CHF|JPY)'
const PLAIN = new RegExp(`^${NUMBER}$`)
const AMOUNT = String.raw`(?:[+\-\u2212]?${MONEY}\s?${NUMBER}|${NUMBER}\s?${MONEY})`
const CURRENCY = new RegExp(`^${AMOUNT}$`)
const PARENTHESES = new RegExp(`^\\((?:${NUMBER}|${AMOUNT})\\)$`)
const WITH_UNIT = new RegExp(String.raw`^${NUMBER}(\s?)([^\s\d.,].*)$`)

/**
 * Finds the decoration that keeps the cells of a text column from being read as numbers. Undefined if a cell is an
 * identifier, or if too few cells are numbers once the decoration is removed.
 */
export function decorationOf(cells: readonly (string | null)[]): NumberDecoration | undefined {
  const values = cells.flatMap((cell) => (cell === null || meansMissing(cell) ? [] : [cell.trim()]))
  let spare = values.length - Math.ceil(values.length * NUMBER_SHARE)
  let first: NumberDecoration | undefined
  const letters = new Set<string>()
  for (const value of values) {
    if (isIdentifier(value)) return undefined
    if (PLAIN.test(value)) continue
    const by = besideNumber(value, letters)
    // Different letters, as in 1A and 2B, are parts of names rather than units.
    if (letters.size > 1 || (!by && spare-- === 0)) return undefined
    if (by) first ??= { by, example: value }
  }
  return first
}

function besideNumber(value: string, letters: Set<string>): NumberDecoration['by'] | undefined {
  if (PARENTHESES.test(value)) return 'parentheses'
  if (CURRENCY.test(value)) return 'currencies'
  const [, blank, unit = ''] = WITH_UNIT.exec(value) ?? []
  if (!isUnit(unit)) return undefined
  if (blank === '' && /^[a-z]$/i.test(unit)) letters.add(unit)
  return 'units'
}

export function decorationNote(name: string, { by, example }: NumberDecoration): string {
  const [how, remedy] =
    by === 'parentheses' ? ['in', 'Write negative numbers with a minus sign.'] : ['with', 'Write the numbers alone.']
  return `Column \`${name}\` has numbers ${how} ${by}, such as ${quoted(example)}, so it is read as text. ${remedy}`
}
