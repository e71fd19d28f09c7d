import { join } from 'node:path'
import { digitNotes } from '@millrace/tables/column-notes'
import { spellingNotes } from '@millrace/tables/delimited-notes'
import type { Engine } from '@millrace/tables/engine'
import type { NamedEncoding } from '@millrace/tables/legacy-encoding'
import { openTable } from '@millrace/tables/open-table'
import { plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import {
  type Mismatches,
  mismatchNote,
  type ReadOptions,
  ROW,
  type Table,
  type TableColumn,
} from '@millrace/tables/table'
import { createTable } from '@millrace/tables/typed-rows'
import { StepError, type StepInput } from '@millrace/worker-sdk'
import { derivedTable } from './derived-table.ts'
import { missingNotes } from './missing-notes.ts'
import { sampledBytes, sampledFile } from './sampled-file.ts'
import { dateAndTime, withMoments } from './time-of-day-column.ts'

interface Reading {
  folder: string
  parameters?: { encoding?: NamedEncoding | null; sheet?: string | null; sample_rows?: number | null }
  log: { info(text: string): void; warn(text: string): void }
  /**
   * How columns with a few mismatching cells are read. `text` reads them as text, with a note. `empty` reads them as
   * numbers or times and empties these cells. `left to the step` reads them as text, without a note.
   */
  mismatches?: 'text' | 'empty' | 'left to the step'
}

/** Reads a file of any supported format as a table and logs what it detected. */
export async function readTable(
  engine: Engine,
  input: Pick<StepInput, 'name' | 'path'>,
  { folder, log, index = 0, badRows = 'stop', mismatches = 'text', parameters }: Reading & Partial<ReadOptions>,
): Promise<Table> {
  const most = parameters?.sample_rows ?? undefined
  const { file, isCut } = await sampledFile(engine, input, { copy: join(folder, `head-${index}`), rows: most })
  const encoding = parameters?.encoding ?? 'auto'
  const sheet = parameters?.sheet || undefined
  const sheetCharacters = most === undefined ? undefined : sampledBytes(most)
  const rowsMost = most === undefined ? undefined : most + 1
  const isLenient = mismatches === 'left to the step'
  const options = { index, badRows, folder, encoding, sheet, sheetCharacters, rowsMost, isLenient, isCut }
  const source = await openTable(engine, file, options)
  const notes = [...source.notes, ...spellingNotes(source.columns)]
  const whole = await createTable(engine, { ...source, notes }, index)
  const table = most === undefined ? whole : await firstRows(engine, whole, most)
  if (table.rows < whole.rows || isCut || (source.share ?? 1) < 1)
    log.warn(`Only the first ${plural(table.rows, 'row')} of ${input.name} were read.`)
  const size = `${plural(table.rows, 'row')}, ${plural(table.columns.length, 'column')}`
  log.info(`${input.name}: ${table.recognized}; ${size}.`)
  for (const note of notes) log.warn(note)
  if (mismatches === 'left to the step') return table
  for (const note of await missingNotes(engine, table)) log.warn(note)
  if (mismatches === 'empty') return withoutMismatches(engine, table, log)
  for (const note of table.columns.map(mismatchNote)) if (note) log.warn(note)
  return table
}

async function firstRows(engine: Engine, table: Table, most: number): Promise<Table> {
  if (table.rows <= most) return table
  const sql = `SELECT * FROM ${table.numbered} WHERE ${ROW} <= ${most}`
  return { ...(await derivedTable(engine, table, { prefix: 'first', sql })), rows: most }
}

const MISMATCH_SHARE = 0.05

/**
 * Converts each column with few mismatching cells to the kind of the other cells. Mismatching cells are emptied and
 * logged.
 */
async function withoutMismatches(engine: Engine, table: Table, log: Reading['log']): Promise<Table> {
  const healed = (column: TableColumn): column is TableColumn & { mismatches: Mismatches } =>
    column.mismatches !== undefined && column.mismatches.count <= table.rows * MISMATCH_SHARE
  if (!table.columns.some(healed)) return table
  const values = table.columns.map((column) => {
    const name = sqlName(column.name)
    return healed(column) ? `${column.mismatches.sql} AS ${name}` : name
  })
  const sql = `SELECT ${ROW}, ${values.join(', ')} FROM ${table.numbered}`
  const columns = table.columns.map((column): TableColumn => {
    if (!healed(column)) return column
    const { wanted, count: cells, losesNanoseconds } = column.mismatches
    log.warn(`${mismatchNote(column)} It was read as ${wanted}s anyway; ${plural(cells, 'cell')} became empty.`)
    const type = wanted === 'time' ? 'TIMESTAMP' : 'DOUBLE'
    return { name: column.name, kind: wanted, type, ...(losesNanoseconds && { losesNanoseconds }) }
  })
  for (const note of digitNotes(columns.filter((column) => !table.columns.includes(column)))) log.warn(note)
  return derivedTable(engine, table, { prefix: 'healed', sql, columns })
}

/**
 * Combines a column of dates and a column of times of day into one column. Keeps the two columns if `time` names a
 * third column, or if one of `others` names the column of times of day. If `time` names one of the two columns, the
 * returned `time` names the combined column.
 */
export async function readMoments(
  engine: Engine,
  table: Table,
  { log, time, others }: Pick<Reading, 'log'> & { time: string | null; others: readonly (string | null)[] },
): Promise<{ table: Table; time: string | null }> {
  const pair = await dateAndTime(engine, table)
  const isNamed = (name: string | null, column: TableColumn | undefined) =>
    name?.trim().toLowerCase() === column?.name.toLowerCase()
  const isTimeOfDay = (name: string | null) => isNamed(name, pair?.timeOfDay)
  const isOther = time !== null && !isTimeOfDay(time) && !isNamed(time, pair?.date)
  if (!pair || isOther || others.some(isTimeOfDay)) return { table, time }
  log.info(`\`${pair.date.name}\` and \`${pair.timeOfDay.name}\` were combined into times.`)
  return { table: await withMoments(engine, table, pair), time: isTimeOfDay(time) ? pair.date.name : time }
}

export function requireRows(table: Table): void {
  if (table.rows > 0) return
  throw new StepError(`${table.name} has a header but no rows below it. Choose a file with data.`)
}
