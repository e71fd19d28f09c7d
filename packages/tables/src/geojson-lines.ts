import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseWithoutNaN, stringifyExactly } from './exact-json.ts'
import { readHead } from './file-format.ts'
import { featureRow, isObject, type PointNames, pointNames, type Row } from './json-rows.ts'
import { count } from './sentences.ts'
import { TableFault } from './table-fault.ts'
import { requireReadable } from './table-width.ts'

const HEAD_BYTES = 64 * 1024
const CHUNK_BYTES = 1 << 20
/** Features that decide whether coordinates are degrees. */
const SAMPLED = 1000
/** The engine reads no longer rows. */
const FEATURE_BYTES_MAX = 16_000_000
const FLUSH_CHARACTERS = 1 << 16
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

interface Collection {
  path: string
  name: string
  /** Where its features start, in bytes. */
  start: number
  crs: unknown
}

/** Whether a file is a collection of GeoJSON features, as programs write it: with its type and coordinates first. */
export async function geoJsonCollection(path: string, name: string): Promise<Collection | undefined> {
  const head = await readHead(path, HEAD_BYTES)
  const found = /"features"\s*:\s*\[/.exec(head.toString('latin1'))
  if (!found) return undefined
  const members = head
    .subarray(0, found.index)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  try {
    const { type, crs } = JSON.parse(`${members}"features":[]}`) as Row
    return type === 'FeatureCollection' ? { path, name, start: found.index + found[0].length, crs } : undefined
  } catch {
    return undefined
  }
}

/** Writes each feature as a row on a line of its own. The collection is never in memory. */
export async function writeFeatures(collection: Collection, copyPath: string): Promise<void> {
  await pipeline(Readable.from(lines(collection)), createWriteStream(copyPath))
}

async function* lines(collection: Collection): AsyncGenerator<string> {
  const columns = new Set<string>()
  let text = ''
  let waiting: Row[] = []
  let names: PointNames | undefined
  const add = (features: readonly Row[], shown: PointNames) => {
    for (const row of features.map((feature) => featureRow(feature, shown))) {
      for (const column of Object.keys(row)) columns.add(column)
      text += `${stringifyExactly(row)}\n`
    }
    requireReadable(collection.name, columns.size)
  }
  for await (const feature of featuresOf(collection)) {
    if (names) add([feature], names)
    else waiting.push(feature)
    if (waiting.length === SAMPLED) {
      names = pointNames(waiting, collection.crs)
      add(waiting, names)
      waiting = []
    }
    if (text.length < FLUSH_CHARACTERS) continue
    yield text
    text = ''
  }
  if (!names) add(waiting, pointNames(waiting, collection.crs))
  yield text
}

async function* featuresOf({ path, name, start }: Collection): AsyncGenerator<Row> {
  let number = 0
  for await (const bytes of elementsOf(path, name, start)) {
    number += 1
    let feature: unknown
    try {
      feature = parseWithoutNaN(bytes.toString('utf8'))
    } catch {
      throw new TableFault(
        `Feature ${count(number)} of ${name} is not valid JSON. Correct it there, or export the file again.`,
      )
    }
    if (isObject(feature)) yield feature
  }
}

/** The objects of a list that starts at a place of a file. */
async function* elementsOf(path: string, name: string, start: number): AsyncGenerator<Buffer> {
  const scan = { depth: 0, isInText: false, isEscaped: false }
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { start, highWaterMark: CHUNK_BYTES })) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let at = rest.length; at < bytes.length; at += 1) {
      const step = stepOf(scan, bytes[at] ?? 0)
      if (step === 'end') return
      if (step === 'opened') from = at
      if (step === 'closed') yield bytes.subarray(from, at + 1)
      if (step === 'closed') from = at + 1
    }
    rest = scan.depth > 0 ? bytes.subarray(from) : Buffer.alloc(0)
    if (rest.length > FEATURE_BYTES_MAX)
      throw new TableFault(`${name} has a feature of more than ${FEATURE_BYTES_MAX / 1e6} MB. Simplify its geometry.`)
  }
  throw new TableFault(`${name} ends before its JSON is complete.`)
}

/** What a byte does: it opens or closes an object of the list, or ends the list. */
function stepOf(scan: { depth: number; isInText: boolean; isEscaped: boolean }, byte: number) {
  if (scan.isEscaped) scan.isEscaped = false
  else if (byte === BACKSLASH) scan.isEscaped = scan.isInText
  else if (byte === QUOTE) scan.isInText = !scan.isInText
  else if (scan.isInText) return undefined
  else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
    scan.depth += 1
    return scan.depth === 1 ? 'opened' : undefined
  } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
    scan.depth -= 1
    if (scan.depth < 0) return 'end'
    return scan.depth === 0 ? 'closed' : undefined
  }
  return undefined
}
