import type { Engine } from './engine.ts'
import { SLICE_COLUMNS } from './row-keeper.ts'
import { sqlName } from './sql.ts'
import { ROW, sqlNames } from './table.ts'
import type { TextPanel } from './text-panels.ts'
import type { TypedColumn } from './type-columns.ts'

interface Typed {
  texts: readonly TextPanel[]
  columns: readonly TypedColumn[]
  /** Columns that the header leaves without a name. */
  unnamed: readonly string[]
  name: string
  index: number
}

/** Makes the views of a table out of its texts, which are dropped. */
export async function createValues(engine: Engine, { texts, columns, unnamed, name, index }: Typed) {
  const phantoms = await phantomsAmong(engine, { texts, unnamed, columns })
  const kept = columns.filter((column) => !phantoms.has(column.name))
  const numbered = `numbered_${index}`
  const view = `table_${index}`
  const slices = slicesOf(texts, kept)
  const parts = new Map<string, string>()
  for (const [at, { texts: from, rowSql, columns: own }] of slices.entries()) {
    const values = own.map((column) => `${column.sql} AS ${sqlName(column.name)}`)
    const slice = slices.length === 1 ? numbered : `${numbered}_${at}`
    for (const column of own) parts.set(column.name, slice)
    const query = `SELECT ${[`${rowSql} AS ${ROW}`, ...values].join(', ')} FROM ${from}`
    await engine.keep(slice, query, { columns: columns.length })
  }
  if (slices.length > 1) {
    const joined = slices.map((_, at) => `${numbered}_${at} AS s${at}`).join(' POSITIONAL JOIN ')
    await engine.run(`CREATE VIEW ${numbered} AS SELECT s0.${ROW}, ${sqlNames(kept)} FROM ${joined}`)
  }
  await engine.run(`CREATE VIEW ${view} AS SELECT ${sqlNames(kept)} FROM ${numbered}`)
  for (const panel of texts) await engine.drop(panel.texts)
  const { rows } = await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${numbered}`)
  return { name, numbered, view, columns: kept, rows, ...(slices.length > 1 && { parts }) }
}

interface Slice extends Pick<TextPanel, 'texts' | 'rowSql'> {
  columns: TypedColumn[]
}

function slicesOf(panels: readonly TextPanel[], columns: readonly TypedColumn[]): Slice[] {
  return panels.flatMap(({ texts, rowSql, names }) => {
    const inside = new Set(names)
    const own = columns.filter((column) => inside.has(column.name))
    const parts = Math.ceil(own.length / SLICE_COLUMNS)
    return Array.from({ length: parts }, (_, at) => ({
      texts,
      rowSql,
      columns: own.slice(at * SLICE_COLUMNS, (at + 1) * SLICE_COLUMNS),
    }))
  })
}

/** A delimiter at the end of every line makes a column without name and content; it is not part of the table. */
async function phantomsAmong(
  engine: Engine,
  { texts, unnamed, columns }: Pick<Typed, 'texts' | 'unnamed' | 'columns'>,
): Promise<Set<string>> {
  const phantoms = new Set<string>()
  if (unnamed.length === columns.length) return phantoms
  for (const panel of texts) {
    const names = unnamed.filter((name) => panel.names.includes(name))
    if (names.length === 0) continue
    const counts = names.map((name, at) => `count(${sqlName(name)}) AS n${at}`)
    const row = await engine.row(`SELECT ${counts.join(', ')} FROM ${panel.texts}`)
    for (const [at, name] of names.entries()) if (row[`n${at}`] === 0) phantoms.add(name)
  }
  return phantoms
}
