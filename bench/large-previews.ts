import { randomFillSync } from 'node:crypto'
import { loadavg } from 'node:os'
import { zipOf } from '@millrace/contracts/testing/zip-files'
import { startProduct } from '../e2e/product.ts'
import { person } from './api-clients.ts'
import { record } from './results.ts'
import { sendInParts } from './upload-client.ts'

/*
 * How long a person waits for the first rows of a large table that was just uploaded: a CSV of 10 GB and a workbook of
 * 100 MB. `npm run bench -- large-previews csv` runs only that one.
 */

const CSV_BYTES = 10_000_000_000
const SHEET_ROWS = 1_000_000
const SHEET_COLUMNS = 11
const TARGETS_MS = { csv: 1000, xlsx: 3000 }
const WANTED = process.argv.slice(2)

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`
const WORKBOOK = `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Levels" sheetId="1" r:id="rId1"/></sheets></workbook>`

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

/** Blocks of complete lines, repeated. */
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

/** A workbook as programs export it: numbers with all their digits. */
function workbook() {
  const content = zipOf([
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    { name: '_rels/.rels', content: relationship('officeDocument', 'xl/workbook.xml') },
    { name: 'xl/workbook.xml', content: WORKBOOK },
    { name: 'xl/_rels/workbook.xml.rels', content: relationship('worksheet', 'worksheets/sheet1.xml') },
    { name: 'xl/worksheets/sheet1.xml', content: sheet() },
  ])
  return { bytes: content.length, read: (start: number, end: number) => [content.subarray(start, end)] }
}

function relationship(type: string, target: string): string {
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
}

function sheet(): Buffer {
  const row = (cells: string[]) => `<row>${cells.join('')}</row>`
  const numbers = new Uint32Array(SHEET_COLUMNS * 1000)
  const parts = [
    `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><dimension ref="A1:K${SHEET_ROWS + 1}"/><sheetData>`,
    row(Array.from({ length: SHEET_COLUMNS }, (_, at) => `<c t="inlineStr"><is><t>sensor ${at + 1}</t></is></c>`)),
  ]
  for (let done = 0; done < SHEET_ROWS; done += 1000) {
    randomFillSync(numbers)
    for (let at = 0; at < 1000; at += 1) {
      const cells = numbers.subarray(at * SHEET_COLUMNS, (at + 1) * SHEET_COLUMNS)
      parts.push(row(Array.from(cells, (value) => `<c><v>${(value + 0.5) / 4_294_967_296}</v></c>`)))
    }
  }
  parts.push('</sheetData></worksheet>')
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}
