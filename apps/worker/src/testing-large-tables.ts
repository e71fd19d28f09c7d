import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { IS_LONG } from '@millrace/tables/testing/long'
import { STEP_MEMORY } from './step-settings.ts'

/**
 * Number of rows. `npm run test:long` uses the documented sizes. By default, tables are a hundredth as large, with the
 * same limits.
 */
export const ROWS = IS_LONG ? 5_000_000 : 50_000
export const MEMORY_MB = 512
export const CACHE = join(tmpdir(), 'millrace-test-cache')

export const CSV = join(CACHE, `levels-${ROWS}.csv`)
export const PARQUET = join(CACHE, `levels-${ROWS}.parquet`)
/** The same readings as `PARQUET`, except for the discharge. */
export const CORRECTED = join(CACHE, `corrected-${ROWS}.parquet`)
export const POINTS = join(CACHE, `points-${ROWS}.parquet`)

/** One reading a minute from five stations. Some cells are empty. */
const LEVELS = `SELECT TIMESTAMP '2020-01-01' + to_minutes(i // 5) AS timestamp,
  ['Basel', 'Köln', 'Mainz', 'Worms', 'Bonn'][(i % 5)::INT + 1] AS station,
  CASE WHEN hash(i) % 500 <> 0 THEN round(300 + 100 * sin(i / 50000.0) + (hash(i) % 1000) / 100.0, 1) END AS level_cm,
  round(2000 + 800 * sin(i / 50000.0) + (hash(i + 1) % 1000) / 10.0, 1) AS discharge_m3s,
  ['good', 'estimated', 'suspect'][(hash(i) % 3)::INT + 1] AS quality FROM range(${ROWS}) t(i)`

const SURVEY = `SELECT 'point ' || i AS name, 6 + (hash(i) % 100000) / 1e5 AS longitude,
  50 + (hash(i + 1) % 100000) / 1e5 AS latitude FROM range(${ROWS}) t(i)`

/** Creates the tables unless an earlier run has created them. */
export async function makeTables(): Promise<void> {
  if ([CSV, PARQUET, CORRECTED, POINTS].every(existsSync)) return
  await mkdir(CACHE, { recursive: true })
  const limits = { memory_limit: '512MB', threads: '2', temp_directory: CACHE }
  const instance = await DuckDBInstance.create(':memory:', limits)
  const connection = await instance.connect()
  for (const [path, rows, options] of [
    [CSV, LEVELS, 'FORMAT csv, HEADER'],
    [PARQUET, LEVELS, 'FORMAT parquet'],
    [CORRECTED, `SELECT * REPLACE (discharge_m3s + 1 AS discharge_m3s) FROM (${LEVELS})`, 'FORMAT parquet'],
    [POINTS, SURVEY, 'FORMAT parquet'],
  ] as const) {
    await connection.run(`COPY (${rows}) TO '${path}.part' (${options})`)
    await rename(`${path}.part`, path)
  }
  connection.closeSync()
  instance.closeSync()
}

/** The input files of a step by slot, and its parameters. */
export interface LargeRun {
  inputs: Record<string, string | readonly string[]>
  parameters?: object | undefined
}

export interface LargeOutcome {
  result: Record<string, unknown>
  /** Peak memory usage of the process so far. */
  peakMb: number
}

/** Runs a step in a new process. */
export async function runAlone(functionName: string, run: LargeRun, folder: string): Promise<LargeOutcome> {
  const [outcome] = await runInTurn([[functionName, run]], folder)
  if (!outcome) throw new Error(`${functionName} has no outcome`)
  return outcome
}

/** Runs steps one after another in a single new process. */
export async function runInTurn(
  runs: readonly (readonly [string, LargeRun])[],
  folder: string,
): Promise<LargeOutcome[]> {
  const program = `
    import { runStep } from '@millrace/worker-sdk'
    import { TABLE_STEPS } from './steps.ts'
    const outcomes = []
    for (const [name, { inputs, parameters }] of ${JSON.stringify(runs)}) {
      const step = TABLE_STEPS.find((one) => one.functionName === name)
      const { result } = await runStep(step, { inputs, parameters, folder: ${JSON.stringify(`${folder}/`)} + outcomes.length })
      outcomes.push({ result, peakMb: process.resourceUsage().maxRSS / 1024 })
    }
    console.log(JSON.stringify(outcomes))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...STEP_MEMORY },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}
