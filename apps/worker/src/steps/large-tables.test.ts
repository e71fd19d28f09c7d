import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { STEP_MEMORY } from '#step-settings.ts'
import { testFolder } from '#testing.ts'

/** `npm run test:long` runs the documented sizes. The default run checks the same limits on tables a tenth as large. */
const IS_LONG = process.env.TEST_LONG === '1'
const ROWS = IS_LONG ? 5_000_000 : 500_000
const WIDEST: [columns: number, rows: number] = IS_LONG ? [2000, 3000] : [700, 50]
const WIDE: [columns: number, rows: number] = IS_LONG ? [300, 20_000] : [300, 2000]
const MEMORY_MB = 512
const CACHE = join(tmpdir(), 'millrace-test-cache')
const CSV = join(CACHE, `levels-${ROWS}.csv`)
const PARQUET = join(CACHE, `levels-${ROWS}.parquet`)

/** Five stations, one reading a minute, some empty cells. Created once and reused by later runs. */
async function makeTables(): Promise<void> {
  if (existsSync(CSV) && existsSync(PARQUET)) return
  await mkdir(CACHE, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '512MB',
    threads: '2',
    temp_directory: CACHE,
  })
  const connection = await instance.connect()
  const rows = `SELECT TIMESTAMP '2020-01-01' + to_minutes(i // 5) AS timestamp,
      ['Basel', 'Köln', 'Mainz', 'Worms', 'Bonn'][(i % 5)::INT + 1] AS station,
      CASE WHEN hash(i) % 500 <> 0 THEN round(300 + 100 * sin(i / 50000.0) + (hash(i) % 1000) / 100.0, 1) END AS level_cm,
      round(2000 + 800 * sin(i / 50000.0) + (hash(i + 1) % 1000) / 10.0, 1) AS discharge_m3s,
      ['good', 'estimated', 'suspect'][(hash(i) % 3)::INT + 1] AS quality FROM range(${ROWS}) t(i)`
  for (const [path, options] of [
    [CSV, 'FORMAT csv, HEADER'],
    [PARQUET, 'FORMAT parquet'],
  ]) {
    await connection.run(`COPY (${rows}) TO '${path}.part' (${options})`)
    await rename(`${path}.part`, path ?? '')
  }
  connection.closeSync()
  instance.closeSync()
}

/** Runs a step in a separate process and returns its peak memory. */
async function runAlone(file: string, name: string, options: { table: string; parameters?: object }) {
  const slot = name === 'queryTable' ? 'tables' : 'table'
  const run = { inputs: { [slot]: options.table }, parameters: options.parameters, folder: await testFolder() }
  const program = `
    import { runStep } from '@millrace/worker-sdk'
    import { ${name} } from './${file}.ts'
    const { result } = await runStep(${name}, ${JSON.stringify(run)})
    console.log(JSON.stringify({ result, peakMb: process.resourceUsage().maxRSS / 1024 }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...STEP_MEMORY },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { result: Record<string, unknown>; peakMb: number }
}

describe(`${ROWS} rows`, { timeout: 300_000 }, () => {
  beforeAll(makeTables, 120_000)

  it.each([
    ['profile-table', 'profileTable', { table: CSV }, { rows: ROWS }],
    [
      'clean-table',
      'cleanTable',
      { table: CSV, parameters: { outliers: 'hampel', add_missing_times: true, fill_gaps: 'linear' } },
      { rows: ROWS },
    ],
    [
      'query-table',
      'queryTable',
      { table: PARQUET, parameters: { sql: 'FROM input ORDER BY level_cm' } },
      { rows: ROWS },
    ],
    [
      'aggregate-table',
      'aggregateTable',
      { table: PARQUET, parameters: { every: 'day', measures: ['mean', 'median', 'p95', 'last'] } },
      { rows: Math.ceil(ROWS / 5 / 1440) * 5 },
    ],
    ['plot-table', 'plotTable', { table: PARQUET }, { chart: 'line', traces: 5 }],
    ['convert-table', 'convertTable', { table: CSV }, { rows: ROWS }],
  ])('are processed within the memory limit by %s', async (file, name, options, result) => {
    const done = await runAlone(file, name, options)

    expect(done.result).toMatchObject(result)
    expect(done.peakMb).toBeLessThan(MEMORY_MB)
  })
})

/** A table with a time column and the given number of number columns. */
async function makeWide(columns: number, rows: number): Promise<string> {
  const path = join(CACHE, `wide-${columns}-${rows}.csv`)
  if (existsSync(path)) return path
  await mkdir(CACHE, { recursive: true })
  const out = createWriteStream(`${path}.part`)
  const names = Array.from({ length: columns - 1 }, (_, column) => `sensor_${column}`)
  out.write(`time,${names.join(',')}\n`)
  for (let row = 0; row < rows; row += 1) {
    const time = new Date(Date.UTC(2024, 0, 1, 0, row)).toISOString()
    const cells = names.map((_, column) => (20 + (((row + 1) * (column + 7)) % 997) / 100).toFixed(2))
    if (!out.write(`${time.slice(0, 16).replace('T', ' ')},${cells.join(',')}\n`)) await once(out, 'drain')
  }
  out.end()
  await finished(out)
  await rename(`${path}.part`, path)
  return path
}

describe('wide tables', { timeout: 300_000 }, () => {
  it.each([
    ['convert-table', 'convertTable', WIDE, { rows: WIDE[1], columns: 300 }],
    ['clean-table', 'cleanTable', WIDE, { rows: WIDE[1] }],
    ['profile-table', 'profileTable', WIDE, { rows: WIDE[1], columns: 300, duplicateRows: 0 }],
    ['aggregate-table', 'aggregateTable', WIDE, { columns: 1 + 1 + 299 * 3 }],
    ['convert-table', 'convertTable', WIDEST, { rows: WIDEST[1], columns: WIDEST[0] }],
    ['plot-table', 'plotTable', WIDEST, { chart: 'line', traces: 1 }],
  ])('fit into the memory limit of %s (%s): %j', async (file, name, [columns = 0, rows = 0], result) => {
    const table = await makeWide(columns, rows)

    const done = await runAlone(file, name, { table })

    expect(done.result).toMatchObject(result)
    expect(done.peakMb).toBeLessThan(MEMORY_MB)
  })

  it('are refused before reading if the result would have too many columns', async () => {
    const table = await makeWide(...WIDEST)

    await expect(runAlone('aggregate-table', 'aggregateTable', { table })).rejects.toThrow(
      `would make ${(3 * (WIDEST[0] - 1)).toLocaleString('en')} columns; up to 2,000 are possible`,
    )
  })
})
