import { holdsUnits, unitIn } from './header-patterns.ts'
import { isTime, isValue } from './kinds.ts'
import { meansMissing } from './missing-values.ts'
import type { TextRecord } from './records.ts'

type Row = Pick<TextRecord, 'fields'>

const ANSWER = /^(Open-Ended )?Response$/

/**
 * Joins column names from two rows if the upper row names groups of columns, like merged cells in a spreadsheet:
 * `Date, T, , pH` above `, min, max, ` becomes `Date`, `T min`, `T max` and `pH`. A group may also mix names and units:
 * `Flow, ` above `m³/s, quality` becomes `Flow m³/s` and `Flow quality`.
 *
 * Undefined if the lower row may be a data row. The lower row counts as names only if it names, in each group, either
 * all columns or none. It must also name at least one column of values, and must not add a name to the first column. If
 * no column is named by the upper row alone, one of the rows must repeat a name, so that neither is a header on its
 * own.
 *
 * In exports of SurveyMonkey, the lower row contains choices, and `Response` below questions without choices.
 */
export function namesBelow(
  names: readonly string[],
  below: readonly string[] | undefined,
  valueColumns: readonly number[],
): string[] | undefined {
  const row = names.map((_, at) => below?.[at]?.trim() ?? '')
  const isSurvey = row.some((cell) => ANSWER.test(cell))
  const lower = row.map((cell) => (ANSWER.test(cell) ? '' : cell))
  if (!lower.every((cell) => cell === '' || (isText(cell) && !meansMissing(cell)))) return undefined
  const groups = groupsOf(names)
  const isSubnamed = ({ from, to }: Group) => {
    const cells = lower.slice(from, to)
    return cells.length > 1 && !cells.includes('') && new Set(cells).size === cells.length && cells.some(isName)
  }
  const isWhole = ({ name, from, to }: Group) =>
    ['', name].includes(lower[from] ?? '') && lower.slice(from + 1, to).every((cell) => cell === '')
  const subnamed = groups.filter((group) => group.name !== '' && isSubnamed(group))
  // At least one column must be named by the upper row alone. Otherwise, the lower row is the header, and the upper row
  // is a title.
  const isNamedAbove = groups.slice(0, 1).every(isWhole) && groups.some((group) => group.name !== '' && isWhole(group))
  // pandas leaves the cells above an index without a name empty in both rows.
  const isAboveIndex = groups[0]?.name === '' && isWhole(groups[0]) && (repeats(names) || repeats(lower))
  const isAboveValues = subnamed.some(({ from, to }) => valueColumns.some((at) => at >= from && at < to))
  if (!(isNamedAbove || isAboveIndex) || !(isAboveValues || (isSurvey && subnamed.length > 0))) return undefined
  if (!groups.every((group) => subnamed.includes(group) || isWhole(group))) return undefined
  return groups.flatMap((group) =>
    names.slice(group.from, group.to).map((name, index) => {
      return subnamed.includes(group) ? `${group.name} ${lower[group.from + index]}` : name.trim()
    }),
  )
}

interface Group {
  /** Empty for columns to the left of the first name. */
  name: string
  from: number
  to: number
}

/** Whether a name occurs more than once. */
export function repeats(names: readonly string[]): boolean {
  const filled = names.map((name) => name.trim()).filter((name) => name !== '')
  return new Set(filled).size < filled.length
}

/** Groups each name with the columns to its right that have the same name or none. */
function groupsOf(names: readonly string[]): Group[] {
  const starts = names.flatMap((name, at) =>
    at === 0 || !['', names[at - 1]?.trim()].includes(name.trim()) ? [at] : [],
  )
  return starts.map((from, index) => ({
    name: names[from]?.trim() ?? '',
    from,
    to: starts[index + 1] ?? names.length,
  }))
}

const NAME_AND_UNIT = /[^\s[(]\s*(\[[^[\]]+\]|\([^()]+\))$/

/**
 * Whether a cell below a name can be part of the name. It must be text that is neither a value nor a unit, but the text
 * may end with a unit in brackets.
 */
function isName(cell: string): boolean {
  return isText(cell) && (NAME_AND_UNIT.test(cell) || unitIn(cell) === undefined || !holdsUnits([cell]))
}

function isText(cell: string): boolean {
  return !isValue(cell, '.') && !isValue(cell, ',') && !isTime(cell)
}

/**
 * Whether a line is prose, such as `Survey, spring 2024`, above a line of names. In prose, a space follows each
 * delimiter. In names, it does not.
 */
export function isProse({ fields }: Row, next: Row): boolean {
  if (!next.fields.every((cell) => isName(cell) && !meansMissing(cell)) || holdsUnits(next.fields)) return false
  return isSpaced(fields) && !isSpaced(next.fields)
}

/**
 * Whether a line of prose is a title rather than the column names. It is a title if it contains a number, several
 * columns have values, and no cell of the next row is repeated further down in the same column.
 */
export function isTitle(line: Row, [next, ...rows]: readonly Row[], valueColumns: readonly number[]): boolean {
  if (!next || valueColumns.length < 2 || !line.fields.some((cell) => /(^|\s)\d+(\s|$)/.test(cell))) return false
  const isFoundBelow = next.fields.some((name, at) => rows.some(({ fields }) => fields[at] === name))
  return !isFoundBelow && isProse(line, next)
}

function isSpaced(fields: readonly string[]): boolean {
  const cells = fields.slice(1).filter((cell) => cell !== '')
  return cells.length > 0 && cells.every((cell) => cell.startsWith(' '))
}
