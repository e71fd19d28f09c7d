import type { Engine } from '@millrace/tables/engine'
import { count, listed, plural, quoted } from '@millrace/tables/sentences'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import { type MissingTexts, ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { missingTexts } from '@millrace/tables/type-columns'
import { bareSql, missingValueSql } from '@millrace/tables/value-reading'
import { nanCells } from '#tables/nan-cells.ts'
import { type Change, EXAMPLES } from './clean-report.ts'

/** Rules for cleaning single cells. `missingValues` are strings that mean "no value". */
export interface CellRules {
  trim: boolean
  missingValues: readonly string[]
  /** A text column is read as numbers or times if at most this percentage of its cells mismatches. */
  mismatchPercent: number
}

export interface Cleaned {
  columns: TableColumn[]
  changes: Change[]
}

/**
 * Creates the table `cells` from a table: trims spaces, empties missing values, and parses numbers and times. Returns
 * the columns of `cells` and the changes.
 */
export async function cleanCells(engine: Engine, table: Table, rules: CellRules): Promise<Cleaned> {
  const changes: Change[] = []
  const plans = table.columns.map((column) => planOf(table, column, rules))
  const values = plans.map(({ becomes, sql }) => `${sql} AS ${sqlName(becomes.name)}`)
  await engine.store('cells', `SELECT ${[ROW, ...values].join(', ')} FROM ${table.numbered}`, {
    columns: plans.length,
    inSlices: true,
  })
  const nan = await nanCells(engine, table)
  for (const plan of plans) {
    const cells = nan.get(plan.column.name)
    if (cells) changes.push(missingChange(plan.column.name, cells))
    changes.push(...(await changesOf(engine, table, plan)))
  }
  return { columns: plans.map((plan) => plan.becomes), changes }
}

interface Plan {
  column: TableColumn
  becomes: TableColumn
  sql: string
  /** SQL that is true for a mismatching cell. Only set if the column is converted despite such cells. */
  isMismatch?: string
}

function planOf(table: Table, column: TableColumn, rules: CellRules): Plan {
  const { name, mismatches } = column
  if (mismatches && mismatches.count <= (table.rows * rules.mismatchPercent) / 100) {
    const type = mismatches.wanted === 'time' ? 'TIMESTAMP' : 'DOUBLE'
    const { wanted, losesNanoseconds } = mismatches
    const becomes: TableColumn = { name, kind: wanted, type, ...(losesNanoseconds && { losesNanoseconds }) }
    const cell = sqlName(name)
    const isMismatch = `(${mismatches.sql}) IS NULL AND ${cell} IS NOT NULL AND NOT ${missingValueSql(cell)}`
    return { column, becomes, isMismatch, sql: withoutSentinels(`(${mismatches.sql})::${type}`, becomes, rules) }
  }
  return { column, becomes: column, sql: cellSql(column, rules) }
}

function cellSql(column: TableColumn, rules: CellRules): string {
  const name = sqlName(column.name)
  if (column.kind !== 'text') return withoutSentinels(name, column, rules)
  if (column.type !== 'VARCHAR') return name
  const text = rules.trim ? bareSql(name) : name
  const words = rules.missingValues.map((word) => sqlText(word.trim().toLowerCase()))
  // With `IN`, the planner would turn the list into a join for each column.
  const isMissing = [
    `${text} = ''`,
    ...(words.length > 0 ? [`list_contains([${words.join(', ')}], lower(${bareSql(name)}))`] : []),
  ]
  return `CASE WHEN ${isMissing.join(' OR ')} THEN NULL ELSE ${text} END`
}

/** Returns SQL that empties cells with a number that is in the list of missing values, such as -999. */
function withoutSentinels(sql: string, column: TableColumn, { missingValues }: CellRules): string {
  if (column.kind !== 'number') return sql
  const numbers = missingValues.flatMap((word) => numberOf(word.trim(), column) ?? [])
  if (numbers.length === 0) return sql
  const sentinels = numbers.map(sqlDouble).join(', ')
  return `CASE WHEN (${sql})::DOUBLE IN (${sentinels}) THEN NULL ELSE ${sql} END`
}

/**
 * Parses a number that may have a decimal comma. An ambiguous number such as 1,250 is accepted only if the file has
 * decimal commas.
 */
function numberOf(word: string, { decimal }: TableColumn): number | undefined {
  const isComma = /^[+-]?\d+,\d+$/.test(word) && (decimal === ',' || !/,\d{3}$/.test(word))
  if (isComma) return Number(word.replace(',', '.'))
  return /^[+-]?\d+(\.\d+)?$/.test(word) ? Number(word) : undefined
}

/** Returns the changes of a column. Each cell that differs from the input is counted in exactly one change. */
async function changesOf(engine: Engine, table: Table, { column, sql, isMismatch }: Plan): Promise<Change[]> {
  const cell = sqlName(column.name)
  const unread = column.missing ? [missingChange(column.name, column.missing)] : []
  if (sql === cell) return unread
  const trimmed = column.kind === 'text' && !isMismatch ? `(${sql}) <> ${cell}` : 'false'
  const found = await engine.row<{ trimmed: number; mismatches: number; emptied: number }>(
    `SELECT count_if(${trimmed}) AS trimmed, count_if(${isMismatch ?? 'false'}) AS mismatches,
      count_if((${sql}) IS NULL AND ${cell} IS NOT NULL) AS emptied FROM ${table.numbered}`,
  )
  const changes: Change[] = [...unread]
  if (isMismatch && found.mismatches > 0)
    changes.push(await mismatchChange(engine, table, { column, isMismatch, n: found.mismatches }))
  const missing = found.emptied - found.mismatches
  if (missing > 0) {
    const source = isMismatch ? `(FROM ${table.numbered} WHERE NOT (${isMismatch}))` : table.numbered
    const texts = await missingTexts(engine, source, { cell, value: sql })
    changes.push(missingChange(column.name, { count: missing, texts }))
  }
  if (found.trimmed > 0) {
    const sentence = `Column \`${column.name}\`: leading or trailing spaces were removed from ${plural(found.trimmed, 'cell')}.`
    changes.push({ what: 'trimmed', column: column.name, count: found.trimmed, sentence })
  }
  return changes
}

interface MismatchingCells {
  column: TableColumn
  isMismatch: string
  n: number
}

async function mismatchChange(
  engine: Engine,
  table: Table,
  { column, isMismatch, n }: MismatchingCells,
): Promise<Change> {
  const first = await engine.rows<{ row: number; from: string; to: null }>(
    `SELECT ${ROW} AS row, ${sqlName(column.name)} AS "from", NULL AS "to" FROM ${table.numbered} WHERE ${isMismatch} ORDER BY 1 LIMIT ${EXAMPLES}`,
  )
  const example = `row ${count(first[0]?.row ?? 0)} had ${quoted(first[0]?.from ?? '')}`
  const sentence = `Column \`${column.name}\` was converted to ${column.mismatches?.wanted}s; ${plural(n, 'cell')} that could not be converted ${n === 1 ? 'was' : 'were'} emptied (${example}).`
  return { what: 'stray cells', column: column.name, count: n, sentence, first }
}

function missingChange(column: string, { count: n, texts }: MissingTexts): Change {
  const sentence = `Column \`${column}\`: ${plural(n, 'cell')} with a missing-value marker ${n === 1 ? 'was' : 'were'} emptied (${listed(texts.map(quoted))}).`
  return { what: 'missing values', column, count: n, sentence }
}
