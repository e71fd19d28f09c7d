import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { record } from './results.ts'

/*
 * Measures the peak memory and the time that each table step needs for five million rows. Each step runs in its own
 * process, which has loaded all built-in steps. `npm run bench -- step-memory pivot` runs only steps whose name
 * contains `pivot`.
 */

process.env.TEST_LONG = '1'
const { MEMORY_MB, makeTables, ROWS, runAlone } = await import('../apps/worker/src/testing-large-tables.ts')
const { LARGE_RUNS } = await import('../apps/worker/src/testing-large-runs.ts')
const wanted = new RegExp(process.argv[2] ?? '')

await makeTables()
const rows: string[][] = []
for (const [name, run] of LARGE_RUNS.filter(([step]) => wanted.test(step))) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'))
  const began = performance.now()
  const peak = await runAlone(name, run, folder).then(({ peakMb }) => `${Math.round(peakMb)} MB`, failure)
  const seconds = (performance.now() - began) / 1000
  rows.push([name, describe(run.parameters), peak, `${seconds.toFixed(1)} s`])
  process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`)
  rmSync(folder, { recursive: true })
}

record({
  title: `Table steps: memory for ${ROWS.toLocaleString('en-US')} rows`,
  columns: ['', 'parameters', 'peak', 'time'],
  rows,
  notes: [
    `${ROWS.toLocaleString('en-US')} rows of five columns; profile, clean and convert read CSV, the others Parquet. The limit is ${MEMORY_MB} MB, one run each.`,
    'The process has loaded all steps. The time includes its start and a copy of the inputs.',
  ],
})

function failure({ stderr = '' }: { stderr?: string }): string {
  return `✗ ${/StepError: (.*)/.exec(stderr)?.[1] ?? 'failed'}`
}

/** Formats parameters in at most 60 characters, so the table stays readable. */
function describe(parameters: object | undefined): string {
  const text = Object.entries(parameters ?? {})
    .map(([key, value]) => `${key}: ${Array.isArray(value) ? value.length : value}`)
    .join(', ')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
