import { numberOfText, secondsOfText } from '@millrace/tables/conditions'
import type { Engine } from '@millrace/tables/engine'
import { plural, quoted } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'

/** How many cells of a text column are numbers, how many are not, and the first that is not. */
interface Numbers {
  numbers: number
  others: number
  first: string | null
}

/**
 * Counts the cells for which the SQL `number` yields a value, and separately all other non-blank cells. `sql` is a text
 * column.
 */
export function numbersIn(
  engine: Engine,
  table: Table,
  { sql, number }: { sql: string; number: string },
): Promise<Numbers> {
  const text = `${sql}::VARCHAR`
  const others = `FILTER (WHERE ${number} IS NULL AND trim(${text}) <> '')`
  return engine.row<Numbers>(
    `SELECT count(${number}) AS numbers, count(*) ${others} AS others, min_by(${text}, ${ROW}) ${others} AS first FROM ${table.numbered}`,
  )
}

/**
 * Returns SQL for the numbers in a text column that mainly contains numbers, or for the seconds if it mainly contains
 * times of day. Undefined for other columns, and for text columns in which every cell is a number.
 */
export async function mainlyNumbers(
  engine: Engine,
  table: Table,
  { name, type }: TableColumn,
): Promise<(Numbers & { number: string; areTimes: boolean }) | undefined> {
  if (type !== 'VARCHAR') return undefined
  const sql = sqlName(name)
  const number = numberOfText(sql)
  const found = await numbersIn(engine, table, { sql, number })
  if (found.numbers > 0) return isMain(found) && found.others > 0 ? { ...found, number, areTimes: false } : undefined
  const seconds = secondsOfText(sql)
  const times = await numbersIn(engine, table, { sql, number: seconds })
  return isMain(times) ? { ...times, number: seconds, areTimes: true } : undefined
}

function isMain({ numbers, others }: Numbers): boolean {
  return numbers > others
}

/** Returns a note that a text column is compared by its numbers or times, with an example of another cell. */
export function comparedByNumbers(
  name: string,
  { others, first, areTimes }: { others: number; first: string | null; areTimes: boolean },
): string {
  const rest = others > 0 ? `; ${plural(others, 'cell')} such as ${quoted(first ?? '')} can’t be` : ''
  return `\`${name}\` is compared by its ${areTimes ? 'times' : 'numbers'}${rest}.`
}
