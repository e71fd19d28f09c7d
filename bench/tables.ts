import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { buildTable } from '../apps/server/src/features/previews/reading/build-table.ts'
import { figureOf, inSeconds } from './figures.ts'
import { record } from './results.ts'

/*
 * Measures previews of tables, as a multiple of the time that DuckDB's own `read_csv` takes for the same file in the
 * same run. `read_csv` detects the format and the types as well. table-steps.ts measures steps in a similar way.
 */

const ROUNDS = 3
const WIDE_COLUMNS = 10_000
const STATIONS = ['Köln', 'Düsseldorf', 'Bonn', 'Koblenz', 'Mainz']

let seed = 7
const folder = mkdtempSync(join(tmpdir(), 'bench-tables-'))
const long = await written('long.csv', 60_000_000, {
  header: 'timestamp,station,level_cm,discharge_m3s,water_temp_c,quality',
  row: (n) =>
    [
      new Date(1.6e12 + n * 60_000).toISOString().slice(0, 19),
      STATIONS[n % STATIONS.length],
      (200 + random() * 300).toFixed(1),
      (900 + random() * 3000).toFixed(2),
      (random() * 25).toFixed(2),
      n % 97 === 0 ? 'NA' : n % 5,
    ].join(','),
})
const columns = Array.from({ length: WIDE_COLUMNS }, (_, at) => `c${at}`)
const wide = await written('wide.csv', 12_000_000, {
  header: columns.join(','),
  row: () => columns.map(() => (random() * 100).toFixed(2)).join(','),
})

const workloads: [string, string][] = [
  ['preview of 60 MB, 6 columns', long],
  [`preview of 12 MB, ${WIDE_COLUMNS.toLocaleString('en-US')} columns`, wide],
]
const rows: string[][] = []
for (const [name, path] of workloads) rows.push(await compared(name, path))
rmSync(folder, { recursive: true })
record({
  title: 'Tables: previews beside DuckDB',
  columns: ['', 'Millrace', 'DuckDB `read_csv`', 'ratio'],
  rows,
  notes: [
    `${ROUNDS} rounds, interleaved: median (lowest–highest). The ratio is the median of the rounds.`,
    'DuckDB detects the dialect and the types from a sample and stores the table in memory, with two threads. A preview also types and profiles every column and writes a Parquet copy.',
  ],
})

async function compared(name: string, path: string): Promise<string[]> {
  const [ours, theirs, ratios]: number[][] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const [own, other] = [await timed(() => preview(path)), await timed(() => readByDuckDb(path))]
    ours?.push(own)
    theirs?.push(other)
    ratios?.push(own / other)
  }
  const ratio = figureOf(ratios ?? []).median.toFixed(1)
  return [name, inSeconds(figureOf(ours ?? [])), inSeconds(figureOf(theirs ?? [])), ratio]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

async function readByDuckDb(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
  const connection = await instance.connect()
  await connection.run(`CREATE TABLE t AS FROM read_csv('${path}', max_line_size = 2000000)`)
  connection.closeSync()
  instance.closeSync()
}

async function preview(path: string): Promise<void> {
  const scratch = mkdtempSync(join(folder, 'preview-'))
  await buildTable({ kind: 'build', path, name: basename(path), out: join(scratch, 'out.parquet'), scratch })
  rmSync(scratch, { recursive: true })
}

/** Returns a random number from 0 to 1. The sequence is the same in every run. */
function random(): number {
  seed = (seed * 16_807) % 2_147_483_647
  return seed / 2_147_483_647
}

interface Content {
  header: string
  row: (n: number) => string
}

async function written(name: string, bytes: number, { header, row }: Content): Promise<string> {
  const path = join(folder, name)
  const file = createWriteStream(path)
  file.write(`${header}\n`)
  for (let n = 0; file.bytesWritten + file.writableLength < bytes; n += 1) {
    if (!file.write(`${row(n)}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return path
}
