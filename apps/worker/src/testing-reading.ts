import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEngine } from '@millrace/tables/engine'
import { onTestFinished } from 'vitest'
import { readTable } from '#tables/read-table.ts'
import { testFolder } from './testing.ts'

/**
 * Writes a file and reads it as steps do. `types` contains the name and type of each column. `said` contains the log
 * messages.
 */
export async function readContent(name: string, content: string | Uint8Array, badRows: 'stop' | 'skip' = 'stop') {
  const folder = await testFolder()
  const path = join(folder, name)
  await writeFile(path, content)
  const engine = await openEngine(folder)
  onTestFinished(() => engine.close())
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const input = { name, path: async () => path }
  const table = await readTable(engine, input, { folder, badRows, log: { info: say, warn: say } })
  return { table, said, engine, types: table.columns.map((column) => `${column.name} ${column.type}`) }
}

/** Writes JSON to a file and reads it as steps do. */
export async function readJson(content: unknown, name = 'a.json') {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const { table, said, engine, types } = await readContent(name, text)
  return { said, types, rows: await engine.rows(`FROM ${table.view}`) }
}
