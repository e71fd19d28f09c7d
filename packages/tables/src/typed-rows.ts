import type { Engine } from './engine.ts'
import { SLICE_COLUMNS } from './row-store.ts'
import { sqlName } from './sql.ts'
import { type CellSource, mayBeEmptied, ROW, type SourceColumn, sqlNames, type Table, type TextPanel } from './table.ts'

/**
 * Creates the views of a table. Values parsed from text are stored, and the text is dropped. Values of a typed file are
 * converted in a view on demand.
 */
export async function createTable(engine: Engine, source: CellSource, index: number): Promise<Table> {
  const { columns, isTyped, panels, name, recognized, notes, skippedRows, file } = source
  const numbered = `numbered_${index}`
  const view = `table_${index}`
  const slices = slicesOf(source)
  const parts = new Map<string, string>()
  const views: string[] = []
  for (const [at, { texts: from, rowSql, columns: own }] of slices.entries()) {
    const values = own.map((column) => `${column.sql} AS ${sqlName(column.name)}`)
    const slice = slices.length === 1 ? numbered : `${numbered}_${at}`
    for (const column of own) parts.set(column.name, slice)
    const query = `SELECT ${[`${rowSql} AS ${ROW}`, ...values].join(', ')} FROM ${from}`
    if (isTyped) views.push(`CREATE VIEW ${slice} AS ${query}`)
    else await engine.store(slice, query, { columns: columns.length })
  }
  if (slices.length > 1) {
    const joined = slices.map((_, at) => `${numbered}_${at} AS s${at}`).join(' POSITIONAL JOIN ')
    views.push(`CREATE VIEW ${numbered} AS SELECT s0.${ROW}, ${sqlNames(columns)} FROM ${joined}`)
  }
  views.push(`CREATE VIEW ${view} AS SELECT ${sqlNames(columns)} FROM ${numbered}`)
  await engine.run(views.join(';'))
  if (!isTyped) for (const panel of panels) await engine.drop(panel.texts)
  const { rows } = await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${numbered}`)
  const values = new Map(columns.map((column) => [column.name, column.sql]))
  const parquet = file === undefined ? undefined : { path: file, values }
  return {
    name,
    numbered,
    view,
    columns,
    rows,
    recognized,
    notes,
    skippedRows,
    parquet,
    numbers: numbersOf(source),
    ...(slices.length > 1 && { parts }),
  }
}

function numbersOf({ panels, columns, isTyped }: CellSource): Table['numbers'] {
  const [panel] = panels
  const numbers = columns.filter(mayBeEmptied)
  if (!isTyped || !panel || numbers.length === 0) return undefined
  const from = `(SELECT ${[`${panel.rowSql} AS ${ROW}`, ...numbers.map(({ own }) => sqlName(own))].join(', ')} FROM ${panel.texts})`
  return { from, cells: new Map(numbers.map(({ name, own, sql }) => [name, { cell: sqlName(own), value: sql }])) }
}

interface Slice extends Pick<TextPanel, 'texts' | 'rowSql'> {
  columns: SourceColumn[]
}

function slicesOf({ panels, columns, isTyped }: CellSource): Slice[] {
  return panels.flatMap(({ texts, rowSql, names }) => {
    const inside = new Set(names)
    const own = columns.filter((column) => inside.has(column.own))
    const together = isTyped ? own.length : SLICE_COLUMNS
    const parts = Math.ceil(own.length / together)
    return Array.from({ length: parts }, (_, at) => ({
      texts,
      rowSql,
      columns: own.slice(at * together, (at + 1) * together),
    }))
  })
}
