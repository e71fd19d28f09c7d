import { digitNotes } from './column-notes.ts'
import type { Engine } from './engine.ts'
import { meansMissing } from './missing-values.ts'
import { sqlName } from './sql.ts'
import type { SourceColumn } from './table.ts'
import { typeColumns } from './type-columns.ts'
import { readingsOf } from './value-reading.ts'

/** Number of rows to check first. They rule out most columns. */
const HEAD_ROWS = 100

/**
 * Turns text columns into time columns if every value is a time. JSON has no type for times, and many programs write
 * times as text. Strings that look like numbers stay text, because the program chose to quote them.
 */
export async function withTimes(
  engine: Engine,
  columns: readonly SourceColumn[],
  {
    hasTimeType,
    ...source
  }: { table: string; rowSql: string /** Whether the format has a type for times. */; hasTimeType: boolean },
): Promise<{ columns: SourceColumn[]; notes: string[] }> {
  const texts = await likelyTimes(engine, columns.filter(isPlainText), source.table)
  if (texts.length === 0) return { columns: [...columns], notes: [] }
  const names = texts.map((column) => column.own)
  const typed = await typeColumns(engine, { ...source, names, decimal: '.', hasTypes: true })
  const found = new Map(typed.filter(({ kind }) => kind === 'time').map((column) => [column.name, column]))
  const read = columns.map((column) => {
    const time = found.get(column.own)
    return time ? { ...column, kind: time.kind, type: time.type, sql: time.sql, missing: time.missing } : column
  })
  const times = texts.flatMap(({ own, name }) => {
    const time = found.get(own)
    return time ? [{ ...time, name }] : []
  })
  const notes = times.map(
    ({ name, spelling = 'times' }) => `${hasTimeType ? 'Text column' : 'Column'} \`${name}\` was read as ${spelling}.`,
  )
  return { columns: read, notes: [...notes, ...digitNotes(times)] }
}

function isPlainText({ type, sql, own }: SourceColumn): boolean {
  return type === 'VARCHAR' && sql === `"${own}"`
}

async function likelyTimes(engine: Engine, columns: readonly SourceColumn[], table: string): Promise<SourceColumn[]> {
  if (columns.length === 0) return []
  const values = columns.map(({ own }) => sqlName(own)).join(', ')
  const head = await engine.rows<{ cells: (string | null)[] }>(
    `SELECT [${values}] AS cells FROM ${table} LIMIT ${HEAD_ROWS}`,
  )
  return columns.filter((_, at) => mayBeTimes(head.map(({ cells }) => cells[at] ?? null)))
}

function mayBeTimes(cells: readonly (string | null)[]): boolean {
  const values = cells.filter((cell) => cell !== null && !meansMissing(cell))
  return values.length === 0 || readingsOf(values, { decimal: '.', hasTypes: true }).some(({ kind }) => kind === 'time')
}
