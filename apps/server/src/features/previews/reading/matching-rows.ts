import { COMPARISON_LABELS } from '@millrace/contracts/comparison-labels'
import type { RowCondition } from '@millrace/contracts/previews'
import { boundValues, ConditionFault, type ConditionOptions, conditionSql } from '@millrace/tables/conditions'
import type { ReadyTable, RowFilter, TableFacts, TableField } from '../preview-task.ts'
import { rowsOf } from './read-cells.ts'

/** Returns SQL for one condition. Throws a ConditionFault if the condition doesn’t suit the column. */
export function rowConditionSql(
  facts: TableFacts,
  { Column, Is, Values }: RowCondition,
  options: ConditionOptions,
): string {
  const at = facts.columns.findIndex(({ Name }) => Name === Column)
  const [column, field] = [facts.columns[at], facts.fields[at]]
  if (!column || !field) throw new ConditionFault('names no column of the table.')
  const { Kind: kind, Type: type } = column
  return conditionSql(
    { kind, type, sql: `(${field.value})`, decimal: field.decimal },
    { is: COMPARISON_LABELS[Is], values: Values ?? [] },
    options,
  )
}

/**
 * Returns SQL that selects the matching rows of the first block, and the values of the SQL parameters. Without a
 * filter, all rows match. Conditions on columns of other blocks select rows by row number.
 */
export function matchingSql(blocks: readonly [ReadyTable, ...ReadyTable[]], filter: RowFilter, bound = boundValues()) {
  const { values, bind } = bound
  const ignoreCase = filter.ignoreCase ?? false
  const [first] = blocks
  const rowsIn = (block: ReadyTable, sql: string) =>
    block.path === first.path ? sql : `file_row_number IN (SELECT file_row_number FROM ${rowsOf(block)} WHERE ${sql})`
  const parts = (filter.where ?? []).map((condition) => {
    const block = blockWith(blocks, condition.Column)
    return rowsIn(block, rowConditionSql(block.facts, condition, { ignoreCase, bind }))
  })
  if (filter.find) {
    const find = spellingsOf(filter.find).map((text) => ({ text, wanted: once(() => bind(text)) }))
    parts.push(`(${blocks.map((block) => foundSql(block, find, (sql) => rowsIn(block, sql))).join(' OR ')})`)
  }
  return { sql: parts.length > 0 ? parts.join(' AND ') : 'true', values, isAll: parts.length === 0 }
}

interface Find {
  text: string
  /** Returns SQL for the search term. Called only if the term is used, because the engine refuses unused parameters. */
  wanted: () => string
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A number as tables display it, such as `1,234.5`, regardless of how the file writes it. */
const SHOWN_NUMBER = /^-?(\d{1,3}(,\d{3})+(\.\d*)?|\d*\.\d*)$/

/**
 * Returns the search term and, if the term is a displayed number, the forms in which files may contain the number: with
 * a decimal point or a decimal comma.
 */
function spellingsOf(text: string): string[] {
  const plain = text.replaceAll(',', '')
  return SHOWN_NUMBER.test(text) ? [text, plain, plain.replace('.', ',')] : [text]
}

/** Limits for searching columns separately. More columns or row numbers would use too much memory. */
const SEPARATE_COLUMNS_MAX = 32
const SEPARATE_CELLS_MAX = 100_000_000

/**
 * Returns SQL for the rows of a block that have a cell with the search term. Usually searches each column separately,
 * because the engine then tests each dictionary value once instead of each cell. For 5 million rows of five columns,
 * that takes 1.2 s instead of 3.4 s. A single character occurs in nearly every row, so the columns of each row are
 * tested one after another, up to the first match.
 */
function foundSql(block: ReadyTable, spellings: readonly Find[], rowsIn: (sql: string) => string): string {
  const columns = block.facts.fields
    .flatMap((field, at) => {
      const isNumber = block.facts.columns[at]?.Kind === 'number'
      const known = isNumber ? (field.decimal ? 3 : 2) : 1
      const others = spellings.slice(1, known).filter(({ text }) => text !== spellings[0]?.text)
      return [...spellings.slice(0, 1), ...others].map((find) => containsSql(field, find))
    })
    .filter((sql) => sql !== 'false')
  if (columns.length === 0) return 'false'
  const isLarge = columns.length > SEPARATE_COLUMNS_MAX || columns.length * block.facts.totalRows > SEPARATE_CELLS_MAX
  if (columns.length === 1 || spellings[0]?.text.length === 1 || isLarge) return rowsIn(columns.join(' OR '))
  const found = columns.map((sql) => `SELECT file_row_number FROM ${rowsOf(block)} WHERE ${sql}`)
  return `file_row_number IN (${found.join(' UNION ALL ')})`
}

/** The characters with which the engine writes numbers and times, such as `-1e+15`, `nan` and `infinity`. */
const WRITTEN = /^[\d\s.:+()a-cefinty-]*$/i

/** A search term without letters has no case, so cells need not be converted to lowercase to find it. */
const CASELESS = /^[\p{Nd}\p{P}\p{Sm}\p{Sc}\s]*$/u

/**
 * Returns SQL that is true if a cell contains the search term. Formats numbers as text, which is slow, only if
 * necessary.
 */
function containsSql({ text, cast }: TableField, find: Find): string {
  if (cast === undefined || (/[a-z]/i.test(find.text) && WRITTEN.test(find.text)))
    return CASELESS.test(find.text)
      ? `contains(${text}, ${find.wanted()})`
      : `contains(lower(${text}), lower(${find.wanted()}))`
  if (!WRITTEN.test(find.text)) return 'false'
  // The displayed text of a whole number has no `.0`. Only the search term `0` and terms with a point would match the
  // `.0` of the cast.
  const isTidied = find.text === '0' || find.text.includes('.')
  return `contains(${isTidied ? text : cast}, ${find.wanted()})`
}

/** Returns the block that contains a column, or the first block. */
export function blockWith(blocks: readonly [ReadyTable, ...ReadyTable[]], column: string): ReadyTable {
  return blocks.find(({ facts }) => facts.columns.some(({ Name }) => Name === column)) ?? blocks[0]
}
