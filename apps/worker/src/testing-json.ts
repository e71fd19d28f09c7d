import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEngine } from '@millrace/tables/engine'
import { onTestFinished } from 'vitest'
import { readTable } from '#tables/read-table.ts'
import { testFolder } from './testing.ts'

/** Writes JSON to a file and reads it as steps do. Returns the messages, the names and types of columns, and the rows. */
export async function readJson(content: unknown, name = 'a.json') {
  const folder = await testFolder()
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  const engine = await openEngine(folder)
  onTestFinished(() => engine.close())
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const input = { name, path: async () => path }
  const table = await readTable(engine, input, { folder, badRows: 'stop', log: { info: say, warn: say } })
  const types = table.columns.map((column) => `${column.name} ${column.type}`)
  return { said, types, rows: await engine.rows(`FROM ${table.view}`) }
}
