import { numberOfText } from '@millrace/tables/conditions'
import type { Engine } from '@millrace/tables/engine'
import { plural, quoted } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'

/** How many cells of a column of text are numbers, how many are something else, and the first of these. */
interface Numbers {
  numbers: number
  others: number
  first: string | null
}

export function numbersIn(
  engine: Engine,
  table: Table,
  { sql, number }: { sql: string; number: string },
): Promise<Numbers> {
  const others = `FILTER (WHERE ${number} IS NULL AND trim(${sql}) <> '')`
  return engine.row<Numbers>(
    `SELECT count(${number}) AS numbers, count(*) ${others} AS others, min_by(${sql}, ${ROW}) ${others} AS first FROM ${table.numbered}`,
  )
}

/** SQL for the numbers in a column of text that mainly has numbers. Undefined for others. */
export async function mainlyNumbers(
  engine: Engine,
  table: Table,
  { name, type }: TableColumn,
): Promise<(Numbers & { number: string }) | undefined> {
  if (type !== 'VARCHAR') return undefined
  const sql = sqlName(name)
  const number = numberOfText(sql)
  const found = await numbersIn(engine, table, { sql, number })
  return found.others > 0 && found.numbers > found.others ? { ...found, number } : undefined
}

export function comparedByNumbers(name: string, others: number, first: string | null): string {
  return `\`${name}\` is compared by its numbers; ${plural(others, 'cell')} such as ${quoted(first ?? '')} can’t be.`
}
