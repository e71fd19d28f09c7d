import { globSync } from 'node:fs'
import { inRoot, ROOT } from './paths.mjs'
import { giveUp, Refusal } from './say.mjs'
import { run } from './test-step.mjs'

/**
 * Runs the workload whose file name starts with this id.
 * @param {string} id
 * @param {string[]} args options of the workload
 */
export async function bench(id, args) {
  const named =
    'fairness,large-previews,large-table,live-updates,step-memory,streams,table-steps,table-view,tables,trials'
  const all = globSync(['bench/w*.ts', `bench/{${named}}.ts`], { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
  const files = all.filter((file) => file === `bench/${id}.ts` || file.startsWith(`bench/${id}-`))
  const [file] = files
  if (!file || files.length > 1) giveUp(new Refusal(`Name a workload: ${all.map(idOf).join(', ')}.`))
  process.exitCode = await run(process.execPath, [inRoot(file), ...args])
}

/** @param {string} file */
function idOf(file) {
  return file.slice('bench/'.length, -'.ts'.length)
}
