import type { ColumnKind } from '@millrace/contracts/previews'
import { sqlName, sqlText } from '@millrace/tables/sql'
import type { Engine } from './engine.ts'
import type { ColumnPlan } from './profile.ts'
import { Unreadable } from './unreadable.ts'

/** The columns of a Parquet file with their types. A damaged file is told as such. */
export async function parquetColumns(engine: Engine, path: string): Promise<ColumnPlan[]> {
  const described = await engine.rows(`DESCRIBE SELECT * FROM read_parquet(${sqlText(path)})`).catch((error) => {
    throw new Unreadable('The file is not a whole Parquet file; it may have been cut off.', { cause: error })
  })
  return described.map(([name, type]) => plan(String(name), String(type)))
}

/** Rows are counted by a name that a column of the file has; the copy in `out` calls its columns otherwise. */
export async function withoutCountedName(
  engine: Engine,
  { path, out }: { path: string; out: string },
  columns: readonly ColumnPlan[],
): Promise<ColumnPlan[] | undefined> {
  if (!columns.some(({ name }) => name.toLowerCase() === 'file_row_number')) return undefined
  const renamed = columns.map(({ name }, at) => `${sqlName(name)} AS c${at}`).join(', ')
  await engine.run(`COPY (SELECT ${renamed} FROM read_parquet(${sqlText(path)})) TO ${sqlText(out)} (FORMAT parquet)`)
  return columns.map(({ name, type }, at) => plan(name, type, `c${at}`))
}

function plan(name: string, type: string, own = name): ColumnPlan {
  const column = sqlName(own)
  const kind = kindOf(type)
  const text = `CAST(${column} AS VARCHAR)`
  return { name, type, kind, text, value: kind === 'other' ? text : column }
}

function kindOf(type: string): ColumnKind {
  if (/[[(]/.test(type) && !type.startsWith('DECIMAL(')) return 'other'
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL)/.test(type)) return 'number'
  if (/^(DATE|TIME)/.test(type)) return 'time'
  if (type === 'BOOLEAN') return 'boolean'
  return type === 'VARCHAR' ? 'text' : 'other'
}
