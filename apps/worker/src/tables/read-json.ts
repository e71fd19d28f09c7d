import { join } from 'node:path'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { StepError } from '@millrace/worker-sdk'
import type { Engine } from './engine.ts'
import { requireRoom } from './engine-room.ts'
import { readHead } from './file-format.ts'
import type { ReadOptions } from './read-delimited.ts'
import { kindOfType, ROW, sqlNames, type Table, type TableColumn } from './table.ts'
import { utf8File } from './utf8-file.ts'

const OBJECT_BYTES_MAX = 16_000_000

/** Reads an array of objects, or one object per line. Nested values become JSON text. */
export async function readJson(
  engine: Engine,
  { path, name }: { path: string; name: string },
  { folder, index }: ReadOptions,
): Promise<Table> {
  const file = await utf8File(path, join(folder, `recoded-${index}`))
  const head = (await readHead(file.path, 4096)).toString('utf8').trimStart()
  const format = head.startsWith('[') ? 'array' : 'newline_delimited'
  const source = `read_json(${sqlText(file.path)}, format = '${format}', records = true, maximum_object_size = ${OBJECT_BYTES_MAX}`
  const loaded = `loaded_${index}`
  await load(engine, { source, loaded, name })
  const columns = await flatColumns(engine, loaded)
  if (columns.length === 0) throw new StepError(notTabular(name))
  const numbered = `numbered_${index}`
  const view = `table_${index}`
  const values = columns.map((column) => `${column.sql} AS ${sqlName(column.name)}`)
  await engine.run(`CREATE VIEW ${numbered} AS SELECT rowid + 1 AS ${ROW}, ${values.join(', ')} FROM ${loaded}`)
  await engine.run(`CREATE VIEW ${view} AS SELECT ${sqlNames(columns)} FROM ${numbered}`)
  const { rows } = await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${loaded}`)
  const recognised = `JSON, ${format === 'array' ? 'an array of objects' : 'one object per line'}`
  return { name, numbered, view, columns, rows, recognised, notes: file.notes, skippedRows: 0 }
}

/** Types are taken from the first rows; if a later row contradicts them, all rows are asked. */
async function load(engine: Engine, { source, loaded, name }: { source: string; loaded: string; name: string }) {
  try {
    const { length } = await engine.rows(`DESCRIBE FROM ${source})`)
    requireRoom(name, length)
    await engine.makeRoom(length)
    await engine.run(`CREATE TABLE ${loaded} AS FROM ${source})`)
  } catch (error) {
    if (error instanceof StepError) throw error
    await engine.run(`CREATE TABLE ${loaded} AS FROM ${source}, sample_size = -1)`).catch(() => {
      throw new StepError(notTabular(name))
    })
  }
}

function notTabular(name: string): string {
  return `${name} is JSON, but not a table: it needs an array of objects, or one object per line. Bring it into that form or choose another file.`
}

async function flatColumns(engine: Engine, loaded: string): Promise<(TableColumn & { sql: string })[]> {
  const described = await engine.rows<{ column_name: string; column_type: string }>(`DESCRIBE ${loaded}`)
  return described.map(({ column_name: name, column_type: type }) => {
    const flat = kindOfType(type) !== 'other' || type === 'TIME'
    if (flat) return { name, type, kind: kindOfType(type), sql: sqlName(name) }
    return { name, type: 'VARCHAR', kind: 'text', sql: `${sqlName(name)}::JSON::VARCHAR` }
  })
}
