import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'

const FRACTIONS = ['DOUBLE', 'FLOAT']
const INTEGERS = /^U?(INTEGER|BIGINT|HUGEINT)$/
/** Floating-point numbers represent every integer up to these limits exactly. */
const DOUBLE_EXACT_MAX = 2 ** 53
const FLOAT_EXACT_MAX = 2 ** 24

/**
 * Whether integers would lose digits if these columns were combined. Combined with fractions, integers become
 * floating-point numbers.
 */
export async function wouldLoseDigits(
  engine: Engine,
  columns: readonly { table: Table; column: TableColumn }[],
): Promise<boolean> {
  const types = columns.map(({ column }) => column.type)
  if (!types.some((type) => FRACTIONS.includes(type))) return false
  // The engine may convert integers to single precision before it converts the result to double precision.
  const most = types.includes('FLOAT') ? FLOAT_EXACT_MAX : DOUBLE_EXACT_MAX
  for (const { table, column } of columns.filter((one) => INTEGERS.test(one.column.type))) {
    const name = sqlName(column.name)
    const { large } = await engine.row<{ large: boolean | null }>(
      `SELECT max(${name}) > ${most} OR min(${name}) < -${most} AS large FROM ${table.view}`,
    )
    if (large) return true
  }
  return false
}
