import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type Table } from '@millrace/tables/table'
import { columnNamed } from '#tables/choose-columns.ts'
import { textSql } from '#tables/value-text.ts'
import { type Condition, type ConditionLog, conditionSql } from '../filter/condition-sql.ts'

export const CHECKS = [
  'is not empty',
  'is unique',
  'is a number',
  'is a time',
  'at least',
  'at most',
  'between',
  'one of',
  'matches',
  'is ascending',
] as const

/** A rule that the user set for a column. The meaning of `value` depends on the check. */
export interface Rule {
  column: string
  check: (typeof CHECKS)[number]
  value?: string | null
}

/** A rule as a sentence, and as a query for the rows that violate the rule. */
export interface Check {
  sentence: string
  column: string
  /** A query for the row numbers and values of the rows that violate the rule. */
  broken: string
}

/** Prepares a rule. Empty cells violate only “is not empty”. */
export async function checkOf(
  engine: Engine,
  table: Table,
  { rule, log }: { rule: Rule; log: ConditionLog },
): Promise<Check> {
  const column = columnNamed(table, { name: rule.column, parameter: 'rules' })
  const value = rule.value ? ` ${rule.value}` : ''
  const sentence = `${column.name} ${rule.check}${value}`
  const name = sqlName(column.name)
  const rowsWhere = (where: string) =>
    `SELECT ${ROW} AS "row", ${textSql(column)} AS value FROM ${table.numbered} WHERE ${where}`
  const base = { sentence, column: column.name }
  switch (rule.check) {
    case 'is not empty':
      return { ...base, broken: rowsWhere(`${name} IS NULL OR trim(${name}::VARCHAR) = ''`) }
    case 'is unique':
      return {
        ...base,
        broken: rowsWhere(
          `${name} IN (SELECT ${name} FROM ${table.view} WHERE ${name} IS NOT NULL GROUP BY ${name} HAVING count(*) > 1)`,
        ),
      }
    case 'is a number':
    case 'is a time':
      return { ...base, broken: rowsWhere(kindSql(column, rule.check === 'is a time' ? 'time' : 'number')) }
    case 'is ascending':
      return {
        ...base,
        broken: `SELECT "row", value FROM (SELECT ${ROW} AS "row", ${textSql(column)} AS value, ${name} < lag(${name}) OVER (ORDER BY ${ROW}) AS falls FROM ${table.numbered} WHERE ${name} IS NOT NULL) WHERE falls`,
      }
    default: {
      const condition: Condition = { column: rule.column, is: rule.check, value: rule.value ?? null }
      const met = await conditionSql(engine, table, { condition, ignoreCase: false, parameter: 'rules', log })
      return { ...base, broken: rowsWhere(`${name} IS NOT NULL AND NOT coalesce(${met}, false)`) }
    }
  }
}

function kindSql(column: Table['columns'][number], wanted: 'number' | 'time'): string {
  const name = sqlName(column.name)
  if (column.kind === wanted) return 'false'
  if (column.mismatches?.wanted === wanted) return `${name} IS NOT NULL AND (${column.mismatches.sql}) IS NULL`
  // Text columns are checked cell by cell, because some of their cells may be numbers or times.
  const value = column.kind === 'text' && `TRY_CAST(${name} AS ${wanted === 'time' ? 'TIMESTAMP' : 'DOUBLE'})`
  return value ? `${name} IS NOT NULL AND ${value} IS NULL` : `${name} IS NOT NULL`
}
