import { spellingNotes } from '@millrace/tables/delimited-notes'
import type { Engine } from '@millrace/tables/engine'
import type { NamedEncoding } from '@millrace/tables/legacy-encoding'
import { openTable } from '@millrace/tables/open-table'
import { plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import {
  type ReadOptions,
  ROW,
  type Strays,
  sqlNames,
  strayNote,
  type Table,
  type TableColumn,
} from '@millrace/tables/table'
import { createTable } from '@millrace/tables/typed-rows'
import { StepError, type StepInput } from '@millrace/worker-sdk'
import { dateAndClock, withMoments } from './clock-column.ts'

interface Reading {
  folder: string
  /** Those of the step, in which people may name the encoding. */
  parameters?: { encoding?: NamedEncoding | null }
  log: { info(text: string): void; warn(text: string): void }
  /** What becomes of columns that a few cells keep from being numbers or times: text, or those cells empty. */
  strays?: 'text' | 'empty' | 'left to the step'
}

/** Reads a file as a table, whatever it is written in, and says in the log what it recognised. */
export async function readTable(
  engine: Engine,
  input: Pick<StepInput, 'name' | 'path'>,
  { folder, log, index = 0, badRows = 'stop', strays = 'text', parameters }: Reading & Partial<ReadOptions>,
): Promise<Table> {
  const file = { path: await input.path(), name: input.name }
  const encoding = parameters?.encoding ?? 'auto'
  const source = await openTable(engine, file, { index, badRows, folder, encoding })
  const table = await createTable(engine, source, index)
  const size = `${plural(table.rows, 'row')}, ${plural(table.columns.length, 'column')}`
  log.info(`${input.name}: ${table.recognised}; ${size}.`)
  for (const note of [...source.notes, ...spellingNotes(source.columns)]) log.warn(note)
  if (strays === 'empty') return withEmptyStrays(engine, table, log)
  const notes = strays === 'text' ? table.columns.map(strayNote) : []
  for (const note of notes) if (note) log.warn(note)
  return table
}

const STRAY_SHARE = 0.05

/** The same table with columns read as what nearly all of their cells are; the log says which cells are empty now. */
async function withEmptyStrays(engine: Engine, table: Table, log: Reading['log']): Promise<Table> {
  const healed = (column: TableColumn): column is TableColumn & { strays: Strays } =>
    column.strays !== undefined && column.strays.count <= table.rows * STRAY_SHARE
  if (!table.columns.some(healed)) return table
  const values = table.columns.map((column) => {
    const name = sqlName(column.name)
    return healed(column) ? `${column.strays.sql} AS ${name}` : name
  })
  const numbered = `healed_${table.numbered}`
  const view = `healed_${table.view}`
  await engine.run(`CREATE VIEW ${numbered} AS SELECT ${ROW}, ${values.join(', ')} FROM ${table.numbered}`)
  await engine.run(`CREATE VIEW ${view} AS SELECT ${sqlNames(table.columns)} FROM ${numbered}`)
  const columns = table.columns.map((column): TableColumn => {
    if (!healed(column)) return column
    const { wanted, count: cells } = column.strays
    log.warn(`${strayNote(column)} It was read as ${wanted}s all the same, without ${plural(cells, 'cell')}.`)
    return { name: column.name, kind: wanted, type: wanted === 'time' ? 'TIMESTAMP' : 'DOUBLE' }
  })
  return { ...table, numbered, view, columns }
}

/**
 * The table with dates and the clock beside them read together, unless the clock is asked for by itself. Answers the
 * name by which the times are asked for: that of the clock stands for both.
 */
export async function readMoments(
  engine: Engine,
  table: Table,
  { log, time, others }: Pick<Reading, 'log'> & { time: string | null; others: readonly (string | null)[] },
): Promise<{ table: Table; time: string | null }> {
  const pair = await dateAndClock(engine, table)
  const isClock = (name: string | null) => name?.trim().toLowerCase() === pair?.clock.name.toLowerCase()
  if (!pair || others.some(isClock)) return { table, time }
  log.info(`\`${pair.date.name}\` and \`${pair.clock.name}\` stand beside each other and were read together as times.`)
  return { table: await withMoments(engine, table, pair), time: isClock(time) ? pair.date.name : time }
}

/** Refuses a table without rows, for steps that have nothing to do then. */
export function requireRows(table: Table): void {
  if (table.rows > 0) return
  throw new StepError(`${table.name} has a header but no rows below it. Choose a file with data.`)
}
