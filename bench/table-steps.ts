import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { BUILT_IN_STEPS } from '../apps/worker/src/steps.ts'
import { runStep } from '../packages/worker-sdk/src/run-step.ts'
import { figureOf, inSeconds } from './figures.ts'
import { record } from './results.ts'

/*
 * Table steps: each as a multiple of the time in which DuckDB does the same work on the same Parquet file in the same
 * run, with two threads and the memory limit of a step, and writes the same files. `npm run bench -- table-steps
 * 10000000` runs them on ten million rows, where the fixed costs of a step matter less.
 *
 * What a step must do by its description, DuckDB does as well: it treats NaN as a missing value, counts the rows and
 * columns of its inputs, keeps the order of the rows, and writes the second file of steps that have one. Only steps copy
 * their inputs, in place of the download from the server.
 */

const ROUNDS = 3
const ROWS = Number(process.argv[2] ?? 2_000_000)
const MEMORY = '128MB'

const folder = mkdtempSync(join(tmpdir(), 'bench-steps-'))
const LEVELS = join(folder, 'levels.parquet')
const STATIONS = join(folder, 'stations.parquet')
const OUT = join(folder, 'out.parquet')
const FIGURE = join(folder, 'figure.json')

await duckdb(`COPY (SELECT TIMESTAMP '2020-01-01' + to_minutes(i // 5) AS time,
    ['Basel', 'Köln', 'Mainz', 'Worms', 'Bonn'][(i % 5)::INT + 1] AS station,
    CASE WHEN hash(i) % 500 <> 0 THEN round(300 + 100 * sin(i / 50000.0) + (hash(i) % 1000) / 100.0, 1) END AS level_cm,
    round(2000 + 800 * sin(i / 50000.0), 1) AS flow FROM range(${ROWS}) t(i)) TO '${LEVELS}'`)
await duckdb(
  `COPY (SELECT * FROM (VALUES ('Basel', 'CH'), ('Köln', 'DE'), ('Mainz', 'DE')) t(station, country)) TO '${STATIONS}'`,
)

interface Work {
  step: string
  parameters: Record<string, unknown>
  inputs?: Record<string, string[]>
  sql: string
  /** The step also writes a figure, as JSON. */
  hasFigure?: boolean
}

const ONE = { table: [LEVELS] }
const TABLE = readings(`'${LEVELS}'`)
const NUMBERED = readings(`read_parquet('${LEVELS}', file_row_number = true)`)
const WORK: Work[] = [
  {
    step: 'filter_rows',
    parameters: { conditions: [{ column: 'level_cm', is: 'more than', value: '350' }] },
    sql: `FROM ${TABLE} WHERE level_cm > 350`,
  },
  {
    step: 'compute_columns',
    parameters: { columns: [{ name: 'level_m', formula: 'level_cm / 100' }] },
    sql: `SELECT *, level_cm / 100 AS level_m FROM ${TABLE}`,
  },
  {
    step: 'join_tables',
    parameters: { keys: ['station'] },
    inputs: { table: [LEVELS], other: [STATIONS] },
    sql: `SELECT l.* EXCLUDE (file_row_number), r.country FROM ${NUMBERED} l LEFT JOIN '${STATIONS}' r USING (station) ORDER BY l.file_row_number`,
  },
  {
    step: 'concatenate_tables',
    parameters: {},
    inputs: { tables: [LEVELS, LEVELS] },
    sql: `FROM ${readings(`read_parquet(['${LEVELS}', '${LEVELS}'], filename = true)`)}`,
  },
  {
    step: 'deduplicate_rows',
    parameters: { keys: ['station', 'time'] },
    sql: `SELECT * EXCLUDE (file_row_number) FROM (SELECT DISTINCT ON (station, time) * FROM ${NUMBERED} ORDER BY file_row_number)`,
  },
  {
    step: 'pivot_table',
    parameters: { rows: ['time'], columns: ['station'], values: ['level_cm'] },
    sql: `PIVOT ${TABLE} ON station USING avg(level_cm) GROUP BY time ORDER BY time`,
  },
  {
    step: 'aggregate_table',
    parameters: { every: 'day', group_by: ['station'], measures: ['mean', 'max'] },
    sql: `SELECT date_trunc('day', time)::DATE AS t, station, avg(level_cm), max(level_cm), avg(flow), max(flow), count(*) FROM ${TABLE} GROUP BY ALL ORDER BY ALL`,
  },
  {
    step: 'correlate_columns',
    parameters: {},
    sql: `SELECT corr(level_cm, flow), regr_count(level_cm, flow) FROM ${TABLE}`,
    hasFigure: true,
  },
]

const rows: string[][] = []
for (const work of WORK) rows.push(await compared(work))
rmSync(folder, { recursive: true })
record({
  title: `Table steps beside the same work in DuckDB: ${ROWS.toLocaleString('en-US')} rows`,
  columns: ['', 'Millrace', 'DuckDB', 'ratio'],
  rows,
  notes: [
    `${ROWS.toLocaleString('en-US')} rows of four columns as Parquet; ${ROUNDS} rounds, interleaved: median (lowest–highest). The ratio is the median of the rounds.`,
    `DuckDB has two threads and ${MEMORY}, as a step has, and writes the same rows in the same order. Like steps, it treats NaN as missing, counts its inputs, and writes the figure of \`correlate_columns\`. Only steps copy their inputs and list duplicates and keys without a match.`,
  ],
})

/** What a step reads: NaN is a missing value. */
function readings(source: string): string {
  return `(SELECT * REPLACE (nullif(level_cm, 'nan'::DOUBLE) AS level_cm, nullif(flow, 'nan'::DOUBLE) AS flow) FROM ${source})`
}

async function compared({ step, parameters, inputs = ONE, sql, hasFigure }: Work): Promise<string[]> {
  const found = BUILT_IN_STEPS.find(({ functionName }) => functionName === step)
  if (!found) throw new Error(`There is no step ${step}.`)
  const [ours, theirs, ratios]: [number[], number[], number[]] = [[], [], []]
  const counts = Object.values(inputs)
    .flat()
    .flatMap((path) => [`DESCRIBE FROM '${path}'`, `SELECT count(*) FROM '${path}'`])
  const statements = [...counts, ...(hasFigure ? tableAndFigure(sql) : [copy(`(${sql})`)])]
  for (let round = 0; round < ROUNDS; round += 1) {
    const scratch = mkdtempSync(join(folder, 'job-'))
    const own = await timed(() => runStep(found, { inputs, parameters, folder: scratch }))
    rmSync(scratch, { recursive: true })
    const other = await timed(() => duckdb(...statements))
    ours.push(own)
    theirs.push(other)
    ratios.push(own / other)
  }
  return [step, inSeconds(figureOf(ours)), inSeconds(figureOf(theirs)), figureOf(ratios).median.toFixed(1)]
}

function copy(from: string): string {
  return `COPY ${from} TO '${OUT}' (FORMAT parquet, COMPRESSION zstd)`
}

function tableAndFigure(sql: string): string[] {
  return [`CREATE TABLE made AS ${sql}`, copy('made'), `COPY made TO '${FIGURE}' (FORMAT json)`]
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
