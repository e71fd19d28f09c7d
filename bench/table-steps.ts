import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { BUILT_IN_STEPS } from '../apps/worker/src/steps.ts'
import { settingsFor } from '../packages/tables/src/table-width.ts'
import { runStep } from '../packages/worker-sdk/src/run-step.ts'
import { figureOf, inSeconds } from './figures.ts'
import { record } from './results.ts'
import { tableWork, type Work } from './table-work.ts'

/*
 * Measures each table step as a multiple of the time that DuckDB takes for the same work on the same Parquet file in
 * the same run. The work is defined in `table-work.ts`. DuckDB has two threads and the memory limit of a step, and
 * writes the same files. The time of a step includes copying its inputs, in place of a download by the worker. To use
 * ten million rows, where the fixed costs of a step matter less, run `npm run bench -- table-steps 10000000`.
 */

const ROUNDS = 3
const ROWS = Number(process.argv[2] ?? 2_000_000)
/** Names of the steps to measure, separated by commas. If absent, all steps are measured. */
const ONLY = process.argv[3]?.split(',')
const MEMORY = `${settingsFor(1).megabytes}MB`

const folder = mkdtempSync(join(tmpdir(), 'bench-steps-'))
const LEVELS = join(folder, 'levels.parquet')
const STATIONS = join(folder, 'stations.parquet')
const EDITED = join(folder, 'edited.parquet')
const PLACES = join(folder, 'places.parquet')

await duckdb(`COPY (SELECT TIMESTAMP '2020-01-01' + to_minutes(i // 5) AS time,
    ['Basel', 'Köln', 'Mainz', 'Worms', 'Bonn'][(i % 5)::INT + 1] AS station,
    CASE WHEN hash(i) % 500 <> 0 THEN round(300 + 100 * sin(i / 50000.0) + (hash(i) % 1000) / 100.0, 1) END AS level_cm,
    round(2000 + 800 * sin(i / 50000.0), 1) AS flow FROM range(${ROWS}) t(i)) TO '${LEVELS}'`)
await duckdb(
  `COPY (SELECT * EXCLUDE (file_row_number) REPLACE (CASE WHEN file_row_number % 1000 = 7 THEN level_cm + 1 ELSE level_cm END AS level_cm)
    FROM read_parquet('${LEVELS}', file_row_number = true)) TO '${EDITED}'`,
  `COPY (SELECT station, 6 + hash(time) % 1000000 / 1e6 AS lon, 47 + hash(flow) % 1000000 / 1e6 AS lat FROM '${LEVELS}') TO '${PLACES}'`,
  `COPY (SELECT * FROM (VALUES ('Basel', 'CH'), ('Köln', 'DE'), ('Mainz', 'DE')) t(station, country)) TO '${STATIONS}'`,
)

const rows: string[][] = []
const files = { levels: LEVELS, edited: EDITED, stations: STATIONS, places: PLACES, out: join(folder, 'out') }
for (const work of tableWork(files)) if (ONLY?.includes(work.step) ?? true) rows.push(await compared(work))
rmSync(folder, { recursive: true })
record({
  title: `Table steps beside the same work in DuckDB: ${ROWS.toLocaleString('en-US')} rows`,
  columns: ['', 'Millrace', 'DuckDB', 'ratio'],
  rows,
  notes: [
    `${ROWS.toLocaleString('en-US')} rows of four columns as Parquet; ${ROUNDS} rounds, interleaved: median (lowest–highest). The ratio is the median of the rounds.`,
    `DuckDB has two threads and ${MEMORY}, as a step has, and writes the same rows in the same order. Like steps, it treats NaN as missing, counts its inputs, and counts what logs and reports say. Only steps copy their inputs, list duplicates and keys without a match, and write reports.`,
  ],
})

async function compared({ step, parameters, inputs, statements }: Work): Promise<string[]> {
  const found = BUILT_IN_STEPS.find(({ functionName }) => functionName === step)
  if (!found) throw new Error(`There is no step ${step}.`)
  const [ours, theirs, ratios]: [number[], number[], number[]] = [[], [], []]
  const counts = Object.values(inputs)
    .flat()
    .flatMap((path) => [`DESCRIBE FROM '${path}'`, `SELECT count(*) FROM '${path}'`])
  for (let round = 0; round < ROUNDS; round += 1) {
    const scratch = mkdtempSync(join(folder, 'job-'))
    const own = await timed(() => runStep(found, { inputs, parameters, folder: scratch }))
    rmSync(scratch, { recursive: true })
    const other = await timed(() => duckdb(...counts, ...statements))
    ours.push(own)
    theirs.push(other)
    ratios.push(own / other)
  }
  return [step, inSeconds(figureOf(ours)), inSeconds(figureOf(theirs)), figureOf(ratios).median.toFixed(1)]
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await run()
  return performance.now() - since
}

async function duckdb(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: MEMORY,
    temp_directory: join(folder, 'spill'),
  })
  const connection = await instance.connect()
  for (const sql of statements) await connection.runAndReadAll(sql)
  connection.closeSync()
  instance.closeSync()
}
