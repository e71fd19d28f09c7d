import type { Engine } from './engine.ts'
import type { SourceColumn } from './table.ts'
import { typeColumns } from './type-columns.ts'

/**
 * Texts that are times throughout are read as such: JSON has no other way to write them, and programs that do not read
 * times pass them on as texts. Texts that look like numbers stay texts: who could have written numbers meant names.
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
    ({ name, spelling = 'times' }) => `Column \`${name}\` holds texts and was read as ${spelling}.`,
  )
  return { columns: read, notes }
}
