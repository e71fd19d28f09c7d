import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { startProduct } from '../e2e/product.ts'
import { type Client, person } from './api-clients.ts'
import { stateAfter, stepOf } from './fairness-queries.ts'
import { largeWorkbook } from './large-workbook.ts'
import { record } from './results.ts'
import { sendInParts } from './upload-client.ts'

/*
 * Measures how long “Try on the first 1,000 rows” takes on files of 1 GB and a workbook of 100 MB, from the start of
 * the job until it ends. `npm run bench -- trials parquet` measures only that format.
 */

const TARGET_MS = 10_000
const STEPS = ['profile_table', 'plot_table']
/**
 * DuckDB's COPY options and the number of rows for each format. With ten random numbers per row, each file is about 1
 * GB in size. The workbook is smaller.
 */
const FORMATS = {
  parquet: ['FORMAT parquet', 12_000_000],
  csv: ['FORMAT csv', 5_200_000],
  json: ['FORMAT json, ARRAY', 3_600_000],
  xlsx: ['', 1_000_000],
} as const
const WANTED = process.argv[2] ?? ''

const folder = mkdtempSync(join(tmpdir(), 'bench-trials-'))
const load = loadavg()[0]?.toFixed(1)
const product = await startProduct()
const rows: string[][] = []
try {
  const client = await person(product.url, 'Ada Example')
  for (const [format, [options, count]] of Object.entries(FORMATS)) {
    if (!format.includes(WANTED)) continue
    const path = join(folder, `numbers.${format}`)
    if (format === 'xlsx') writeFileSync(path, largeWorkbook(count, 11))
    else await write(path, options, count)
    const bytes = statSync(path).size
    const { location } = await sendInParts(
      { url: product.url, key: client.key },
      { name: `numbers.${format}`, bytes, read: (start, end) => parts(path, start, end) },
    )
    rmSync(path)
    for (const step of STEPS)
      rows.push([`${step}, ${format}, ${(bytes / 1e6).toFixed(0)} MB`, ...(await tried(client, step, location))])
  }
} finally {
  await product.stop()
  product.remove()
  rmSync(folder, { recursive: true })
}
record({
  title: 'Tries: the first 1,000 rows of large files',
  columns: ['', 'first', 'again'],
  rows,
  notes: [
    `From the start of the job to its end, over HTTP, one run each. Target: ${TARGET_MS / 1000} s; ✗ marks a missed one.`,
    `Load average at the start: ${load} on 2 cores.`,
  ],
})

async function write(path: string, options: string, count: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB', threads: '2' })
  const connection = await instance.connect()
  const columns = Array.from({ length: 10 }, (_, at) => `random() AS sensor_${at}`)
  await connection.run(
    `COPY (SELECT TIMESTAMP '2020-01-01' + to_seconds(i) AS time, ${columns.join(', ')} FROM range(${count}) t(i)) TO '${path}' (${options})`,
  )
  connection.closeSync()
  instance.closeSync()
}

function* parts(path: string, start: number, end: number): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    for (let at = start; at < end; ) {
      const part = Buffer.alloc(Math.min(1 << 20, end - at))
      at += readSync(file, part, 0, part.length, at)
      yield part
    }
  } finally {
    closeSync(file)
  }
}

async function tried(client: Client, step: string, table: string): Promise<string[]> {
  const ProcessingStepUrl = await stepOf(client, step)
  const times: string[] = []
  for (let run = 0; run < 2; run += 1) {
    const job = await client.post('/api/Job/RapidSetup', {
      Name: 'try',
      ProcessingStepUrl,
      Parameters: JSON.stringify({ sample_rows: 1000 }),
      InputDataSlots: [{ WorkDataUrls: [table] }],
    })
    const since = performance.now()
    await client.post(`${job}/StartProcessing`, {})
    const state = await stateAfter(client, job, { states: ['Pending', 'Processing'] })
    const ms = performance.now() - since
    times.push(`${ms > TARGET_MS || state !== 'Completed' ? '✗ ' : ''}${(ms / 1000).toFixed(2)} s`)
  }
  return times
}
