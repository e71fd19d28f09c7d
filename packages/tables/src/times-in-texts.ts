import type { Engine } from './engine.ts'
import type { SourceColumn } from './table.ts'
import { typeColumns } from './type-columns.ts'

/**
 * Reads text columns in which every value is a time as times, because JSON has no type for times, and many programs
 * write times as text. Text that looks like numbers stays text, because a program that quoted it could have written
 * numbers.
 */
export async function withTimes(
  engine: Engine,
  columns: readonly SourceColumn[],
  source: { table: string; rowSql: string },
): Promise<{ columns: SourceColumn[]; notes: string[] }> {
  const texts = columns.filter((column) => column.type === 'VARCHAR' && column.sql === `"${column.own}"`)
  if (texts.length === 0) return { columns: [...columns], notes: [] }
  const names = texts.map((column) => column.own)
  const typed = await typeColumns(engine, { ...source, names, decimal: '.', hasTypes: true })
  const times = new Map(typed.filter(({ kind }) => kind === 'time').map((column) => [column.name, column]))
  const read = columns.map((column) => {
    const time = times.get(column.own)
    return time ? { ...column, kind: time.kind, type: time.type, sql: time.sql, missing: time.missing } : column
  })
  const notes = [...times.values()].map(
    ({ name, spelling = 'times' }) => `Column \`${name}\` contains text and was read as ${spelling}.`,
  )
  return { columns: read, notes }
}
