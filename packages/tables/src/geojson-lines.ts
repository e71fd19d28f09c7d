import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { byteLimit, copyBytesMax } from './byte-limit.ts'
import { duplicateFault, duplicateKey } from './duplicate-key.ts'
import { parseWithNaN, stringifyWithNaN } from './exact-json.ts'
import { fileChunks } from './file-chunks.ts'
import { readHead } from './file-format.ts'
import { jsonFault } from './json-fault.ts'
import { jsonNesting } from './json-nesting.ts'
import { type FeatureNames, featureNames, featureRow, isObject, type Row } from './json-rows.ts'
import { count } from './sentences.ts'
import { TableFault } from './table-fault.ts'
import { requireReadable } from './table-width.ts'

/** Number of bytes read at each end of a file to find the members before and after `features`. */
const END_BYTES = 64 * 1024
const CHUNK_BYTES = 1 << 20
/** Number of features at the start that determine how columns are named and whether coordinates are degrees. */
const SAMPLED = 1000
/** Maximum size of a feature, because the engine cannot read longer rows. */
const FEATURE_BYTES_MAX = 16_000_000
const FLUSH_CHARACTERS = 1 << 16
const OPEN_LIST = 0x5b

interface Collection {
  path: string
  name: string
  /** Byte offset at which the features start. */
  start: number
  crs: unknown
}

/**
 * Returns the collection of GeoJSON features in a file. Undefined unless `features` follows `type` and starts within
 * the first END_BYTES. The coordinate reference system may precede or follow the features.
 */
export async function geoJsonCollection(path: string, name: string): Promise<Collection | undefined> {
  const head = await readHead(path, END_BYTES)
  const found = /"features"\s*:\s*\[/.exec(head.toString('latin1'))
  if (!found) return undefined
  const members = head
    .subarray(0, found.index)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  try {
    const { type, crs } = JSON.parse(`${members}"features":[]}`) as Row
    if (type !== 'FeatureCollection') return undefined
    return { path, name, start: found.index + found[0].length, crs: (await crsAtEnd(path)) ?? crs }
  } catch {
    return undefined
  }
}

async function crsAtEnd(path: string): Promise<unknown> {
  const { size } = await stat(path)
  const end = Buffer.concat(await createReadStream(path, { start: Math.max(0, size - END_BYTES) }).toArray())
  const at = end.lastIndexOf('"crs"')
  if (at < 0) return undefined
  try {
    return (JSON.parse(`{${end.subarray(at).toString('utf8')}`) as Row).crs
  } catch {
    return undefined
  }
}

/** Writes each feature as a row on a separate line, without holding the whole collection in memory. */
export async function writeFeatures(
  collection: Collection,
  copyPath: string,
  bounds?: { most: number },
): Promise<void> {
  const { most } = bounds ?? { most: await copyBytesMax(copyPath) }
  const tooLarge = () =>
    new TableFault(
      `There is not enough disk space to read ${collection.name}, which needs more than ${Math.floor(most / 1e6)} MB. Use a part of it, or save it as Parquet.`,
    )
  await pipeline(Readable.from(lines(collection)), byteLimit(most, tooLarge), createWriteStream(copyPath))
}

async function* lines(collection: Collection): AsyncGenerator<string> {
  const columns = new Set<string>()
  let text = ''
  let waiting: Row[] = []
  let names: FeatureNames | undefined
  const add = (features: readonly Row[], shown: FeatureNames) => {
    for (const row of features.map((feature) => featureRow(feature, shown))) {
      for (const column of Object.keys(row)) columns.add(column)
      text += `${stringifyWithNaN(row)}\n`
    }
    requireReadable(collection.name, columns.size)
  }
  for await (const feature of featuresOf(collection)) {
    if (names) add([feature], names)
    else waiting.push(feature)
    if (waiting.length === SAMPLED) {
      names = featureNames(waiting, collection.crs)
      add(waiting, names)
      waiting = []
    }
    if (text.length < FLUSH_CHARACTERS) continue
    yield text
    text = ''
  }
  if (!names) add(waiting, featureNames(waiting, collection.crs))
  yield text
}

async function* featuresOf(collection: Collection): AsyncGenerator<Row> {
  const { name } = collection
  let number = 0
  for await (const { between, element, rest } of partsOf(collection)) {
    const around = `[${number > 0 ? '{}' : ''}${between.toString('utf8')}${element ? '{}' : ''}]`
    if (parsed(around) === undefined) throw damaged(name, number)
    if (rest) requireEnd(rest.toString('utf8'), { name, number })
    if (!element) return
    number += 1
    const text = element.toString('utf8')
    const feature = parsed(text)
    if (feature === undefined)
      throw new TableFault(
        `Feature ${count(number)} of ${name} is not valid JSON. Correct it there, or export the file again.`,
      )
    const twice = duplicateKey(text)
    if (twice !== undefined) throw new TableFault(duplicateFault(`Feature ${count(number)} of ${name}`, twice))
    if (isObject(feature)) yield feature
  }
}

function parsed(text: string): unknown {
  try {
    return parseWithNaN(text)
  } catch {
    return undefined
  }
}

/** Throws a fault if the features are followed by anything other than further members of the collection. */
function requireEnd(rest: string, { name, number }: { name: string; number: number }): void {
  const document = `{"features":[]${rest}`
  if (parsed(document) !== undefined) return
  if (!jsonFault(document)) throw new TableFault(`${name} ends before its JSON is complete.`)
  throw damaged(name, number)
}

function damaged(name: string, number: number): TableFault {
  const place = number === 0 ? 'before its first feature' : `after feature ${count(number)}`
  return new TableFault(`${name} is not valid JSON ${place}. Correct it there, or export the file again.`)
}

interface Part {
  /**
   * The bytes between the previous element and this element. In the last part, the bytes up to the end of the array.
   */
  between: Buffer
  element?: Buffer
  /** The bytes after the array. Set only in the last part, which has no element. */
  rest?: Buffer
}

/** Yields the arrays and objects in the array whose content starts at `start`, then the bytes that follow the array. */
async function* partsOf({ path, name, start }: Collection): AsyncGenerator<Part> {
  const depthAfter = jsonNesting()
  let [depth, isBehind] = [depthAfter(OPEN_LIST), false]
  let between: Buffer = Buffer.alloc(0)
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of fileChunks(path, { start, highWaterMark: CHUNK_BYTES })) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let at = rest.length; at < bytes.length && !isBehind; at += 1) {
      const before = depth
      depth = depthAfter(bytes[at] ?? 0)
      if (before === 1 && depth !== 1) {
        between = bytes.subarray(from, at)
        isBehind = depth === 0
        from = isBehind ? at + 1 : at
      } else if (before === 2 && depth === 1) {
        yield { between, element: bytes.subarray(from, at + 1) }
        from = at + 1
      }
    }
    rest = bytes.subarray(from)
    if (rest.length > FEATURE_BYTES_MAX)
      throw new TableFault(`${name} has a feature of more than ${FEATURE_BYTES_MAX / 1e6} MB. Simplify its geometry.`)
  }
  if (!isBehind) throw new TableFault(`${name} ends before its JSON is complete.`)
  yield { between, rest }
}
