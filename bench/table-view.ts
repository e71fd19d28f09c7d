import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { startProduct } from '../e2e/product.ts'
import { type Client, person } from './api-clients.ts'
import { record } from './results.ts'

/*
 * Measures the table view of a large file over HTTP: pages, sorted and filtered rows, and the statistics of a column.
 * Every request has different values, so no cached count can be used. `npm run bench -- table-view 6` sends six
 * requests of each kind instead of twenty.
 */

const ROWS = 5_000_000
const REQUESTS = Number(process.argv[2] ?? 20)
const TARGET_MS = 500

const folder = mkdtempSync(join(tmpdir(), 'bench-table-view-'))
const LEVELS = `SELECT TIMESTAMP '2020-01-01' + to_minutes(i // 5) AS time,
  ['Basel', 'Köln', 'Mainz', 'Worms', 'Bonn'][(i % 5)::INT + 1] AS station,
  CASE WHEN hash(i) % 500 <> 0 THEN round(300 + 100 * sin(i / 50000.0) + (hash(i) % 1000) / 100.0, 1) END AS level_cm,
  round(2000 + 800 * sin(i / 50000.0) + (hash(i + 7) % 100), 1) AS flow, 'reading ' || (hash(i) % 100000) AS note
  FROM range(${ROWS}) t(i)`
const FILES = { Parquet: join(folder, 'levels.parquet'), CSV: join(folder, 'levels.csv') }
await duckdb(`COPY (${LEVELS}) TO '${FILES.Parquet}' (FORMAT parquet)`)
await duckdb(`COPY (${LEVELS}) TO '${FILES.CSV}' (FORMAT csv)`)

type Request = (turn: number) => { action: 'ReadRows' | 'DescribeColumn' | 'ChartRows'; body: object }
const between = (turn: number) => ({ Column: 'level_cm', Is: 'Between', Values: [`${250 + turn}`, `${320 + turn}`] })
const rows =
  (body: (turn: number) => object): Request =>
  (turn) => ({
    action: 'ReadRows',
    body: { Limit: 100, ...body(turn) },
  })

const chart = (body: object) => ({ action: 'ChartRows' as const, body })

const REQUESTED: Record<string, Request> = {
  'page anywhere': rows((turn) => ({ Offset: 240_000 * turn + 17 })),
  'sorted by a number': rows((turn) => ({
    Sort: 'flow',
    Order: turn % 2 ? 'Descending' : 'Ascending',
    Offset: turn * 100,
  })),
  'sorted by a text': rows((turn) => ({ Sort: 'note', Offset: turn * 100 })),
  'filtered by a range': rows((turn) => ({ Where: [between(turn)] })),
  'filtered by two columns': rows((turn) => ({
    Where: [between(turn), { Column: 'station', Is: 'OneOf', Values: ['Köln', 'Bonn'] }],
  })),
  'filtered by a text': rows((turn) => ({
    Where: [{ Column: 'note', Is: 'Contains', Values: [`${turn}7`] }],
    IgnoreCase: true,
  })),
  'filtered by a range, sorted': rows((turn) => ({ Where: [between(turn)], Sort: 'flow' })),
  'found in all columns': rows((turn) => ({ Find: `${turn}77` })),
  'found in all columns, with letters': rows((turn) => ({ Find: `Reading ${turn}77` })),
  'line of all rows': (turn) => chart({ Chart: 'Line', X: 'time', Y: turn % 2 ? 'flow' : 'level_cm' }),
  'points, filtered': (turn) => chart({ Chart: 'Points', X: 'level_cm', Y: 'flow', Where: [between(turn)] }),
  'bars, filtered': (turn) =>
    chart({ Chart: 'Bars', X: 'station', Y: 'flow', Measure: 'Mean', Where: [between(turn)] }),
  'statistics of a number, filtered': (turn) => ({
    action: 'DescribeColumn',
    body: { Column: 'flow', Where: [between(turn)] },
  }),
  'statistics of a text, filtered': (turn) => ({
    action: 'DescribeColumn',
    body: { Column: 'station', Where: [between(turn)] },
  }),
  'statistics of 100,000 texts': (turn) => ({
    action: 'DescribeColumn',
    body: { Column: 'note', Where: [between(turn)] },
  }),
}

const load = loadavg()[0]?.toFixed(1)
const product = await startProduct()
try {
  const client = await person(product.url, 'Ada Example')
  const tables: Record<string, string> = {}
  const opened: string[] = []
  for (const [format, file] of Object.entries(FILES)) {
    const table = await uploaded(client, file)
    try {
      const ms = await timed(() => client.read(`${table}/Preview?whole=true`))
      opened.push(`${format} ${(ms / 1000).toFixed(1)} s`)
      tables[format] = table
    } catch (error) {
      opened.push(`${format} failed (${String(error)})`)
    }
  }
  const found: string[][] = []
  for (const [name, request] of Object.entries(REQUESTED)) {
    const row = [name]
    for (const table of Object.values(tables)) row.push(...(await measured(client, table, request)))
    found.push(row)
  }
  record({
    title: 'Data explorer: 5 million rows',
    columns: ['', ...Object.keys(tables).flatMap((format) => [`${format}: median`, `${format}: p95`])],
    rows: found,
    notes: [
      `${ROWS.toLocaleString('en-US')} rows of five columns; ${REQUESTS} requests each, one after the other, with other values each time, over HTTP with both requests of an action. Target: p95 ≤ ${TARGET_MS} ms for Parquet; ✗ marks a missed one.`,
      `Read completely before the first request: ${opened.join(', ')}. A CSV is paged from a Parquet copy of its cells, which are texts and are parsed for each request.`,
      `Load average at the start: ${load} on 2 cores.`,
    ],
  })
} finally {
  await product.stop()
  product.remove()
  rmSync(folder, { recursive: true })
}

async function uploaded({ key }: Client, file: string): Promise<string> {
  const form = new FormData()
  form.append('files', await openAsBlob(file), file.slice(folder.length + 1))
  const headers = { 'x-api-key': key }
  const reply = await fetch(`${product.url}/api/WorkData/UploadWorkData`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(await reply.text())
  return reply.headers.get('location') ?? ''
}

async function measured(client: Client, table: string, request: Request): Promise<string[]> {
  const times: number[] = []
  for (let turn = 0; turn <= REQUESTS; turn += 1) {
    const { action, body } = request(turn)
    const ms = await timed(async () => {
      const location = await client.post(`${table}/Preview/${action}`, body)
      if (location) await client.read(location)
    })
    // The first request is not counted, because it may start a process.
    if (turn > 0) times.push(ms)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return [`${Math.round(at(0.5))} ms`, `${at(0.95) > TARGET_MS ? '✗ ' : ''}${Math.round(at(0.95))} ms`]
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await run()
  return performance.now() - since
}

async function duckdb(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
  const connection = await instance.connect()
  await connection.run(sql)
  connection.closeSync()
  instance.closeSync()
}
