import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PreviewFile } from '@millrace/server/features/previews/preview-file'
import { previewService } from '@millrace/server/features/previews/previews.service'
import { openLanes } from '@millrace/server/limiter/lanes'
import pino from 'pino'
import { memoryOfTree } from './process-memory.ts'
import { record } from './results.ts'

/*
 * Measures what happens after the first rows of a CSV of 10 GB are shown: reading the whole file, and then sorting,
 * filtering, searching and describing its rows. Does not use HTTP. `npm run bench -- large-table 2` uses a CSV of 2 GB.
 */

const GIGABYTES = Number(process.argv[2] ?? 10)
const TURNS = 3
const TARGET_MS = 1000
const POLL_MS = 2000

const folder = mkdtempSync(join(tmpdir(), 'bench-large-table-'))
const load = loadavg()[0]?.toFixed(1)
const previews = previewService({
  cacheDir: join(folder, 'cache'),
  now: () => new Date(),
  log: pino({ level: 'warn' }),
  lanes: openLanes(),
})
try {
  const file = await csv()
  const page = { offset: 0, limit: 100 }
  const rows: string[][] = [['first rows', seconds(await timed(() => previews.table('ada', file, page)))]]
  const { ms, megabytes, shares } = await readCompletely(file)
  rows.push(['reading all rows, once', seconds(ms)])
  const { total } = await previews.table('ada', file, page)
  const where = (turn: number) => [
    { Column: 'level_cm', Is: 'Between' as const, Values: [`${250 + turn}`, `${260 + turn}`] },
  ]
  const requests: Record<string, (turn: number) => Promise<unknown>> = {
    'page anywhere': (turn) => previews.table('ada', file, { ...page, offset: Math.round((total / 4) * turn) }),
    'sorted by a number': (turn) =>
      previews.table('ada', file, { ...page, offset: turn, sort: { column: 'level_cm', descending: true } }),
    'filtered by a range': (turn) => previews.table('ada', file, { ...page, where: where(turn) }),
    'filtered by a range, sorted': (turn) =>
      previews.table('ada', file, { ...page, where: where(turn), sort: { column: 'flow', descending: false } }),
    'found in all columns': (turn) => previews.table('ada', file, { ...page, find: `3${turn}7.1` }),
    'statistics of a number': (turn) =>
      previews.column('ada', file, { column: 'flow', filter: { where: where(turn) } }),
    'statistics of a text': () => previews.column('ada', file, { column: 'station', filter: {} }),
  }
  for (const [name, request] of Object.entries(requests)) rows.push([name, await measured(request)])
  record({
    title: `Data explorer: a CSV of ${GIGABYTES} GB`,
    columns: ['', 'time'],
    rows,
    notes: [
      `${total.toLocaleString('en-US')} rows of four columns. The median of ${TURNS} requests of each kind, with other values each time. Target: ${TARGET_MS / 1000} s; ✗ marks a missed one.`,
      `The progress that was shown at every tenth of the reading time: ${shares.join(', ')}. The preview processes and the server took at most ${megabytes} MB.`,
      `Load average at the start: ${load} on 2 cores.`,
    ],
  })
} finally {
  previews.close()
  rmSync(folder, { recursive: true })
}

/** Polls the progress until the whole file has been read, as the web app does. */
async function readCompletely(file: PreviewFile) {
  const since = performance.now()
  const shares: string[] = []
  let most = 0
  for (;;) {
    const { State, Progress } = await previews.reading('ada', file)
    if (State === 'Read') break
    shares.push(Progress === null ? '–' : `${Math.round(Progress * 100)} %`)
    process.stderr.write(`${seconds(performance.now() - since)} ${shares.at(-1)}\n`)
    most = Math.max(most, memoryOfTree(process.pid).rss)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const tenths = Array.from({ length: 9 }, (_, at) => shares[Math.floor((shares.length * (at + 1)) / 10)] ?? '–')
  return { ms: performance.now() - since, megabytes: Math.round(most / 1e6), shares: tenths }
}

async function measured(request: (turn: number) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  try {
    for (let turn = 1; turn <= TURNS; turn += 1) times.push(await timed(() => request(turn)))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  process.stderr.write(`${times.map(seconds).join(' ')}\n`)
  const middle = times.toSorted((a, b) => a - b)[1] ?? Number.NaN
  return `${middle > TARGET_MS ? '✗ ' : ''}${seconds(middle)}`
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await run()
  return performance.now() - since
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`
}

async function csv(): Promise<PreviewFile> {
  const line = (at: number) =>
    `2026-01-0${1 + (at % 9)} 00:00:00,Köln,${(300 + Math.sin(at) * 90).toFixed(1)},${at % 977}\n`
  const block = Buffer.from(Array.from({ length: 300_000 }, (_, at) => line(at)).join(''))
  function* content(): Generator<Buffer> {
    yield Buffer.from('time,station,level_cm,flow\n')
    for (let bytes = 0; bytes < GIGABYTES * 1e9; bytes += block.length) yield block
  }
  const path = join(folder, 'levels.csv')
  await pipeline(Readable.from(content()), createWriteStream(path))
  const { size } = await stat(path)
  return { path, name: 'levels.csv', sha256: '0'.repeat(64), mediaType: 'text/csv', sizeInBytes: size }
}
