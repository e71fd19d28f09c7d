import type { Engine } from '@millrace/tables/engine'
import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, sqlNames, type TableColumn } from '@millrace/tables/table'
import type { Change } from './clean-report.ts'

/** Drops rows of `cells` in which every column is empty. Returns the change, if any. */
export async function dropEmptyRows(engine: Engine, columns: readonly TableColumn[]): Promise<Change[]> {
  const isEmpty = columns.map(({ name }) => `${sqlName(name)} IS NULL`).join(' AND ')
  return dropRows(engine, columns, {
    query: `SELECT ${ROW} FROM cells WHERE ${isEmpty}`,
    what: 'empty rows',
    words: (n) => `${plural(n, 'empty row')} ${n === 1 ? 'was' : 'were'} dropped`,
  })
}

/**
 * Drops rows of `cells` that equal an earlier row in every column. Returns the change, if any. To save memory, first
 * finds rows with equal hashes, and compares only these rows value by value.
 */
export async function dropDuplicates(engine: Engine, columns: readonly TableColumn[]): Promise<Change[]> {
  const names = sqlNames(columns)
  await engine.store('alike', `SELECT hash(${names}) AS h FROM cells GROUP BY 1 HAVING count(*) > 1`, { columns: 1 })
  const { n: alike } = await engine.row<{ n: number }>('SELECT count(*) AS n FROM alike')
  if (alike === 0) return []
  const repeated = `SELECT ${ROW} FROM (SELECT ${ROW}, row_number() OVER (PARTITION BY ${names} ORDER BY ${ROW}) AS n
    FROM cells WHERE hash(${names}) IN (FROM alike)) WHERE n > 1`
  return dropRows(engine, columns, {
    query: repeated,
    what: 'duplicate rows',
    words: (n) => `${plural(n, 'duplicate row')} ${n === 1 ? 'was' : 'were'} dropped`,
  })
}

async function dropRows(
  engine: Engine,
  columns: readonly TableColumn[],
  { query, what, words }: { query: string; what: Change['what']; words: (n: number) => string },
): Promise<Change[]> {
  await engine.store('unwanted', query, { columns: 1 })
  const found = await engine.row<{ n: number; first: number }>(
    `SELECT count(*) AS n, coalesce(min(${ROW}), 0) AS first FROM unwanted`,
  )
  if (found.n === 0) return []
  await engine.store('cells', `SELECT * FROM cells WHERE ${ROW} NOT IN (FROM unwanted)`, {
    columns: columns.length,
    inSlices: true,
  })
  return [{ what, count: found.n, sentence: `${words(found.n)}; the first is row ${count(found.first)}.` }]
}

/** Returns the columns with at least one value. If no column has a value, returns all columns. */
export async function withoutEmptyColumns(
  engine: Engine,
  columns: readonly TableColumn[],
): Promise<{ columns: TableColumn[]; changes: Change[] }> {
  const counts = columns.map(({ name }, at) => `count(${sqlName(name)}) AS n${at}`)
  const row = await engine.row<Record<string, number>>(`SELECT count(*) AS rows, ${counts.join(', ')} FROM cells`)
  const empty = columns.filter((_, at) => row[`n${at}`] === 0)
  if (row.rows === 0 || empty.length === 0 || empty.length === columns.length)
    return { columns: [...columns], changes: [] }
  const kept = columns.filter((column) => !empty.includes(column))
  const names = empty.map((column) => `\`${column.name}\``)
  const sentence = `${plural(names.length, 'empty column')} ${names.length === 1 ? 'was' : 'were'} dropped: ${listed(names)}.`
  return { columns: kept, changes: [{ what: 'empty columns', count: empty.length, sentence }] }
}
