import { COMPARISON_WORDS } from '@millrace/contracts/comparison-words'
import type { RowCondition } from '@millrace/contracts/previews'
import { boundValues, ConditionFault, type ConditionOptions, conditionSql } from '@millrace/tables/conditions'
import type { RowFilter, TableFacts } from '../preview-task.ts'

/** SQL for one condition. Throws a ConditionFault if it doesn’t suit the column. */
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
    { kind, type, sql: `(${field.value})` },
    { is: COMPARISON_WORDS[Is], values: Values ?? [] },
    options,
  )
}

/** SQL for the rows that meet a filter, with the values for its parameters. Without a filter, all rows. */
export function matchingSql(facts: TableFacts, filter: RowFilter, bound = boundValues()) {
  const { values, bind } = bound
  const ignoreCase = filter.ignoreCase ?? false
  const parts = (filter.where ?? []).map((condition) => rowConditionSql(facts, condition, { ignoreCase, bind }))
  if (filter.find) {
    const wanted = bind(filter.find)
    parts.push(`(${facts.fields.map(({ text }) => `contains(lower(${text}), lower(${wanted}))`).join(' OR ')})`)
  }
  return { sql: parts.length > 0 ? parts.join(' AND ') : 'true', values, isAll: parts.length === 0 }
}
