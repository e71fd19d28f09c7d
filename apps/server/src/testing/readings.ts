import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEngine } from '@millrace/tables/engine'
import { openTable } from '@millrace/tables/open-table'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { TableFault } from '@millrace/tables/table-fault'
import { createTable } from '@millrace/tables/typed-rows'
import { onTestFinished } from 'vitest'
import { buildTable } from '#features/previews/reading/build-table.ts'

export interface Reading {
  columns: string[]
  values: Record<string, string | null>[]
  notes: string[]
}

/** Returns what the preview shows of a file: the name, type, kind and values of each column, and the notes. */
export async function asPreviewed(folder: string, file: { path: string; name: string }): Promise<Reading> {
  const [scratch, out] = [path.join(folder, 'preview'), path.join(folder, 'preview', 'out.parquet')]
  await mkdir(scratch)
  const { columns, fields, isCopied, notes } = await buildTable({ kind: 'build', ...file, out, scratch })
  const engine = await openEngine(scratch, { files: [file.path], memory: '256MB', scratchBytes: 1_000_000_000 })
  onTestFinished(() => engine.close())
  const values = columns.map(({ Name }, at) => `(${fields[at]?.value})::VARCHAR AS ${sqlName(Name)}`)
  return {
    columns: columns.map(({ Name, Type, Kind, AlmostKind }) => [Name, Type, Kind, AlmostKind ?? ''].join(' ').trim()),
    values: await engine.rows(
      `SELECT ${values.join(', ')} FROM read_parquet(${sqlText(isCopied ? out : file.path)}, file_row_number = true)
       ORDER BY file_row_number`,
    ),
    notes,
  }
}

/** Returns what steps read from the same file: the name, type, kind and values of each column, and the notes. */
export async function asInSteps(folder: string, file: { path: string; name: string }): Promise<Reading> {
  const scratch = path.join(folder, 'step')
  await mkdir(scratch)
  const engine = await openEngine(folder)
  onTestFinished(() => engine.close())
  const options = { folder: scratch, index: 0, badRows: 'skip', encoding: 'auto' } as const
  const table = await createTable(engine, await openTable(engine, file, options), 0)
  const values = table.columns.map(({ name }) => `${sqlName(name)}::VARCHAR AS ${sqlName(name)}`)
  return {
    columns: table.columns.map(({ name, type, kind, mismatches }) =>
      [name, type, kind, mismatches?.wanted ?? ''].join(' ').trim(),
    ),
    values: await engine.rows(`SELECT ${values.join(', ')} FROM ${table.view}`),
    notes: table.notes,
  }
}

/** Returns the message of the `TableFault` for a table that cannot be read. */
export function faultOf(reading: Promise<Reading>): Promise<string> {
  return reading.then(
    ({ columns }) => `no fault: ${columns}`,
    (error: unknown) => {
      if (!(error instanceof TableFault)) throw error
      return error.message
    },
  )
}

/** Writes a file to a new folder, which is removed after the test. Returns the folder and the file. */
export async function stored(name: string, content: string | Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'same-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = { path: path.join(folder, name), name }
  await writeFile(file.path, content)
  return [folder, file] as const
}
