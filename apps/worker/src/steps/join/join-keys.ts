import { comparisonSql } from '@millrace/tables/compared-columns'
import { listed } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { columnKeys, columnsNamed, findColumn, nameInFile } from '#tables/choose-columns.ts'
import { textSql } from '#tables/value-text.ts'

/** A pair of columns whose values must be equal. */
export interface KeyPair {
  left: TableColumn
  right: TableColumn
  leftSql: string
  rightSql: string
  /**
   * Whether the two columns differ in kind, or in type if their kind is `other`. Their values are then compared as
   * text.
   */
  asText: boolean
  /** Whether one column has single precision, and the other column has another type of number. */
  asSingle: boolean
}

interface Chosen {
  keys: readonly string[]
  otherKeys: readonly string[]
  lenient: boolean
}

/** Returns the columns to join by: the chosen columns, or the columns with the same names in both tables. */
export function keyPairs(left: Table, right: Table, { keys, otherKeys, lenient }: Chosen): KeyPair[] {
  const lefts = keys.length > 0 ? columnsNamed(left, keys, 'keys') : shared(left, right)
  const rights = otherKeys.length > 0 ? columnsNamed(right, otherKeys, 'other_keys') : sameNamed(right, left, lefts)
  if (rights.length !== lefts.length) {
    throw new StepError(
      `“Key columns” has ${lefts.length} and “Key columns of the other table” ${rights.length} columns. Choose the same number, in the same order.`,
      { parameter: { name: 'other_keys', beside: ['keys'] } },
    )
  }
  return lefts.flatMap((column, at) => {
    const other = rights[at]
    return other ? [pairOf(column, other, lenient)] : []
  })
}

function shared(left: Table, right: Table): TableColumn[] {
  const [own = [], others = []] = columnKeys([left, right])
  const found = left.columns.filter((_, at) => others.includes(own[at] ?? ''))
  // Floating-point columns are left out, because measured values rarely identify rows.
  const keys = found.filter((column) => !/^(DOUBLE|FLOAT)$/.test(column.type))
  if (keys.length > 0) return keys
  throw new StepError(
    `The tables have no key column in common. ${left.name} has ${namesOf(left)}; ${right.name} has ${namesOf(right)}. Choose the key columns of both.`,
    { parameter: { name: 'keys', beside: ['other_keys'] } },
  )
}

function sameNamed(right: Table, left: Table, lefts: readonly TableColumn[]): TableColumn[] {
  return lefts.map((column) => {
    const { name } = column
    const found = findColumn(right, nameInFile(left.columns, column))
    if (found) return found
    throw new StepError(
      `The other table has no column \`${name}\`. ${right.name} has ${namesOf(right)}. Choose “Key columns of the other table”.`,
      { parameter: { name: 'other_keys', beside: ['keys'] } },
    )
  })
}

function namesOf({ columns }: Table): string {
  return listed(columns.map((column) => column.name))
}

/**
 * Returns SQL that turns `1.0` into `1`. Some programs write integers in this form if their column also contains
 * fractions or missing values.
 */
function wholeSql(text: string): string {
  return `regexp_replace(${text}, '^(\\s*-?\\d+)\\.0+(\\s*)$', '\\1\\2')`
}

function pairOf(left: TableColumn, right: TableColumn, lenient: boolean): KeyPair {
  const asText = left.kind !== right.kind || (left.kind === 'other' && left.type !== right.type)
  const sqlOf = (column: TableColumn, table: string) => {
    const value = `${table}.${sqlName(column.name)}`
    if (!asText && column.kind === 'time') return `${value}::TIMESTAMP`
    if (!asText && column.kind !== 'text') return value
    const text = asText && column.kind !== 'time' ? wholeSql(textSql(column, table)) : textSql(column, table)
    // macOS stores accents as separate characters, so text is normalized.
    return lenient ? `lower(nfc_normalize(trim(${text}, ' \u00a0\u202f\t')))` : text
  }
  const asSingle = !asText && left.type !== right.type && [left, right].some(({ type }) => type === 'FLOAT')
  if (asSingle) {
    const side = (column: TableColumn, table: string) => {
      const value = `${table}.${sqlName(column.name)}`
      return { ...column, value, text: `${value}::VARCHAR` }
    }
    const { before, after } = comparisonSql({ name: left.name, before: side(left, 'l'), after: side(right, 'r') })
    return { left, right, leftSql: before, rightSql: after, asText, asSingle }
  }
  return { left, right, leftSql: sqlOf(left, 'l'), rightSql: sqlOf(right, 'r'), asText, asSingle }
}
