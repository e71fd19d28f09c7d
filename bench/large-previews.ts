import { loadavg } from 'node:os'
import { startProduct } from '../e2e/product.ts'
import { person } from './api-clients.ts'
import { largeWorkbook } from './large-workbook.ts'
import { record } from './results.ts'
import { sendInParts } from './upload-client.ts'

/*
 * Measures how long it takes to show the first rows of a large table that was just uploaded: a CSV of 10 GB and a
 * workbook of 100 MB. `npm run bench -- large-previews csv` measures only the CSV.
 */

const CSV_BYTES = 10_000_000_000
const SHEET_ROWS = 1_000_000
const SHEET_COLUMNS = 11
const TARGETS_MS = { csv: 1000, xlsx: 3000 }
const WANTED = process.argv.slice(2)

const load = loadavg()[0]?.toFixed(1)
const product = await startProduct()
const rows: string[][] = []
try {
  const { key } = await person(product.url, 'Ada Example')
  for (const kind of ['csv', 'xlsx'] as const) {
    if (WANTED.length > 0 && !WANTED.includes(kind)) continue
    const { bytes, read } = kind === 'csv' ? csv() : workbook()
    const { location } = await sendInParts({ url: product.url, key }, { name: `levels.${kind}`, bytes, read })
    const preview = `${location}/Preview`
    const [first, shown] = await timed(preview, key)
    const [again] = await timed(preview, key)
    const missed = first > TARGETS_MS[kind] ? '✗ ' : ''
    rows.push([
      `${kind.toUpperCase()}, ${(bytes / 1e6).toFixed(0)} MB`,
      `${missed}${first.toFixed(0)} ms`,
      `${again.toFixed(0)} ms`,
      shown,
    ])
  }
} finally {
  await product.stop()
  product.remove()
}
record({
  title: 'Large previews: the first rows of a file that was just uploaded',
  columns: ['', 'first rows', 'again', 'shown'],
  rows,
  notes: [
    'Over HTTP, one request each. The first one reads the start of the file and starts a process.',
    `Targets: CSV ≤ ${TARGETS_MS.csv / 1000} s, workbook ≤ ${TARGETS_MS.xlsx / 1000} s; ✗ marks a missed one. The workbook has ${SHEET_ROWS.toLocaleString('en-US')} rows of ${SHEET_COLUMNS} numbers.`,
    `Load average at the start: ${load} on 2 cores.`,
  ],
})

async function timed(url: string, key: string): Promise<[ms: number, shown: string]> {
  const since = performance.now()
  const reply = await fetch(url, { headers: { 'x-api-key': key } })
  const text = await reply.text()
  const ms = performance.now() - since
  if (!reply.ok) return [ms, text.slice(0, 200)]
  const { properties } = JSON.parse(text) as { properties: Record<'TotalIsEstimated' | 'Rows' | 'TotalRows', unknown> }
  const about = properties.TotalIsEstimated ? 'about ' : ''
  return [ms, `${(properties.Rows as unknown[] | undefined)?.length} of ${about}${properties.TotalRows} rows`]
}

/** Generates a CSV from repeated blocks of complete lines. */
function csv() {
  const head = 'time,station,level_cm,flow\n'
  const line = (at: number) =>
    `2026-01-0${1 + (at % 9)} 00:00:00,Köln,${(300 + Math.sin(at) * 90).toFixed(1)},${at % 977}\n`
  const block = Buffer.from(Array.from({ length: 30_000 }, (_, at) => line(at)).join(''))
  function* read(start: number, end: number): Generator<Buffer> {
    for (let at = start; at < end; ) {
      const source = at < head.length ? Buffer.from(head) : block
      const within = at < head.length ? at : (at - head.length) % block.length
      const chunk = source.subarray(within, within + end - at)
      yield chunk
      at += chunk.length
    }
  }
  const blocks = Math.floor((CSV_BYTES - head.length) / block.length)
  return { bytes: head.length + blocks * block.length, read }
}

function workbook() {
  const content = largeWorkbook(SHEET_ROWS, SHEET_COLUMNS)
  return { bytes: content.length, read: (start: number, end: number) => [content.subarray(start, end)] }
}
