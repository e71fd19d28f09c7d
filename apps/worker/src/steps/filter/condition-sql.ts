import {
  asLiteral,
  type Condition as Comparing,
  type Comparison,
  ConditionFault,
  doubtfulNumber,
  isOrder,
  numbersInText,
  conditionSql as sqlOf,
} from '@millrace/tables/conditions'
import type { Engine } from '@millrace/tables/engine'
import { quoted } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { valuesIn } from '@millrace/tables/value-list'
import { type StepContext, StepError } from '@millrace/worker-sdk'
import { columnNamed } from '#tables/choose-columns.ts'
import { comparedByNumbers, numbersIn } from '#tables/numbers-in-text.ts'

export interface Condition {
  column: string
  is: Comparison
  value?: string | null
}

/** The part of a step's log that conditions write to. */
export type ConditionLog = Pick<StepContext<unknown>['log'], 'info'>

interface ConditionOptions {
  condition: Condition
  ignoreCase: boolean
  parameter: string
  log: ConditionLog
}

/** Returns SQL for a condition on a column. For an empty cell, the result may be null instead of false. */
export async function conditionSql(
  engine: Engine,
  table: Table,
  { condition, ignoreCase, parameter, log }: ConditionOptions,
): Promise<string> {
  const column = columnNamed(table, { name: condition.column, parameter })
  const sql = sqlName(column.name)
  const comparing: Comparing = { is: condition.is, values: valuesOf(condition) }
  for (const value of comparing.values) {
    const read = doubtfulNumber(value, column)
    if (read) log.info(`${quoted(value)} was read as the number ${read}.`)
  }
  try {
    if (condition.is === 'matches') await requirePattern(engine, comparing, ignoreCase)
    await logTextOrder(engine, table, { column, comparing, log })
    return sqlOf({ ...column, sql }, comparing, { ignoreCase, bind: asLiteral })
  } catch (error) {
    if (error instanceof ConditionFault) refuse(condition, parameter, error.message)
    throw error
  }
}

/**
 * Logs a note if a text column is compared alphabetically, or if it is compared as numbers or times and some cells are
 * neither. Such cells never meet the condition.
 */
async function logTextOrder(
  engine: Engine,
  table: Table,
  { column, comparing, log }: { column: TableColumn; comparing: Comparing; log: ConditionLog },
): Promise<void> {
  if (column.kind !== 'text' || !isOrder(comparing.is)) return
  const { name } = column
  const sql = sqlName(name)
  const numbers = numbersInText({ ...column, sql }, comparing)
  if (!numbers) return log.info(`\`${name}\` is text, so it is compared alphabetically: 10 comes before 9.`)
  const found = await numbersIn(engine, table, { sql, number: numbers.sql })
  if (found.others > 0) log.info(comparedByNumbers(name, { ...found, areTimes: numbers.areTimes }))
}

function valuesOf({ is, value }: Condition): string[] {
  const text = value ?? ''
  if (is === 'is empty' || is === 'is not empty' || text.trim() === '') return []
  if (is === 'between') return text.trim().split(/\s*(?:;|\.\.|\s+and\s+)\s*/)
  return is === 'one of' ? valuesIn(text) : [text]
}

async function requirePattern(engine: Engine, comparing: Comparing, ignoreCase: boolean): Promise<void> {
  const sql = sqlOf({ kind: 'text', type: 'VARCHAR', sql: "''" }, comparing, { ignoreCase, bind: asLiteral })
  await engine.row(`SELECT ${sql} AS m`).catch(() => {
    throw new ConditionFault('isn’t a valid pattern. Use a regular expression, such as ^K.*n$.')
  })
}

function refuse({ column, is, value }: Condition, parameter: string, remedy: string): never {
  const shown = value ? ` ${quoted(value)}` : ''
  throw new StepError(`The condition \`${column}\` ${is}${shown} ${remedy}`, {
    parameter: { name: parameter, wrong: value || column },
  })
}
