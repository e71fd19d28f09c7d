import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { infiniteNotes, type Naming, nameInFile, nameNotes } from './column-notes.ts'
import { distinctNames } from './dialect.ts'
import { duplicateFault, parseUnique } from './duplicate-key.ts'
import type { Engine } from './engine.ts'
import { parseWithNaN, stringifyWithNaN, withoutNaN } from './exact-json.ts'
import { readHead } from './file-format.ts'
import { geoJsonCollection, writeFeatures } from './geojson-lines.ts'
import { isTooDeep } from './json-depth.ts'
import { jsonFault } from './json-fault.ts'
import { columnKeys, distinctColumnNames } from './json-keys.ts'
import { type JsonRows, rowsOfDocument, SINGLE_OBJECT } from './json-rows.ts'
import { roundedColumns, typesOfNumbers, withNumbers } from './long-integers.ts'
import { count, listed, quoted } from './sentences.ts'
import { sqlName, sqlText } from './sql.ts'
import { type CellSource, inSpan, kindOfType, type ReadOptions, ROW, type SourceColumn } from './table.ts'
import { TableFault } from './table-fault.ts'
import { requireReadable } from './table-width.ts'
import { withTimes } from './times-in-texts.ts'
import { utf8File } from './utf8-file.ts'

const OBJECT_BYTES_MAX = 16_000_000
/** Maximum size of a document that must be held in memory to find its table. */
const DOCUMENT_BYTES_MAX = 64_000_000
/** Size above which a collection of GeoJSON features is read one feature at a time, which takes less memory. */
const COLLECTION_BYTES_MAX = 16_000_000
/** Maximum depth at which the engine detects types. Detection time grows exponentially with the depth. */
const TYPED_DEPTH = 20
const HEAD_BYTES = 64 * 1024

interface Source {
  path: string
  name: string
  format: 'array' | 'newline_delimited'
  form: string
  /** The names of the columns, if the keys of the rows are not the names. */
  header?: readonly string[] | undefined
  notes: string[]
}

/** Reads JSON as a table. Streams an array of objects, or one object per line. Searches other documents for a table. */
export async function readJson(
  engine: Engine,
  { path, name }: { path: string; name: string },
  { folder, index, encoding, badRows, columns: span }: ReadOptions,
): Promise<CellSource> {
  const isTolerant = badRows === 'show'
  const file = await utf8File({ path, name, encoding, isTolerant }, join(folder, `recoded-${index}`))
  const source = await sourceOf(file.path, name, join(folder, `rows-${index}`))
  // A preview does not show a single object as a table with one row.
  if (isTolerant && source.form === SINGLE_OBJECT) throw new TableFault(notTabular(name))
  const loaded = `loaded_${index}`
  if (await isTooDeep(source.path, source.format)) throw new TableFault(tooDeep(name))
  const { flat, namings } = flatColumns(await load(engine, source, loaded), source.header)
  const { columns, notes: timeNotes } = await withTimes(engine, inSpan(flat, span), {
    table: loaded,
    rowSql: ROW,
    hasTimeType: false,
  })
  return {
    name,
    panels: [{ texts: loaded, names: columns.map(({ own }) => own), rowSql: ROW }],
    columns,
    names: flat.map((column) => column.name),
    isTyped: true,
    recognized: `JSON, ${source.form}`,
    notes: [
      ...file.notes,
      ...source.notes,
      ...nameNotes(inSpan(namings, span)),
      ...infiniteNotes(columns, 'NaN and infinite numbers'),
      ...timeNotes,
    ],
    skippedRows: 0,
  }
}

/** Returns the file itself if the engine can read it, otherwise a copy with one row per line. */
async function sourceOf(path: string, name: string, copyPath: string): Promise<Source> {
  const head = await textHead(path)
  if (/^\[\s*\{/.test(head)) return { path, name, format: 'array', form: 'an array of objects', notes: [] }
  if (isLines(head)) return { path, name, format: 'newline_delimited', form: 'one object per line', notes: [] }
  const { size } = await stat(path)
  const collection = size > COLLECTION_BYTES_MAX ? await geoJsonCollection(path, name) : undefined
  if (collection) {
    await writeFeatures(collection, copyPath)
    return { path: copyPath, name, format: 'newline_delimited', form: 'GeoJSON', notes: [] }
  }
  if (size > DOCUMENT_BYTES_MAX) {
    throw new TableFault(
      `${name} is a single JSON document of ${count(Math.round(size / 1e6))} MB; up to ${DOCUMENT_BYTES_MAX / 1e6} MB can be searched for a table. Write it as an array of objects, or one object per line.`,
    )
  }
  const found = tableIn(parse(await readFile(path, 'utf8'), name), name)
  // The number of names is checked here, because the engine would need a gigabyte to refuse a million names.
  requireReadable(name, namesIn(found.rows).size)
  await writeFile(copyPath, linesOf(found.rows, name))
  const notes = found.path === '' ? [] : [`The rows were taken from “${found.path}”, the one table in the document.`]
  return { path: copyPath, name, format: 'newline_delimited', form: found.form, header: found.header, notes }
}

/**
 * Returns the start of a file. If the file starts with an object on a long line, returns more, because `isLines` needs
 * the complete line.
 */
async function textHead(path: string): Promise<string> {
  const read = async (bytes: number) =>
    (await readHead(path, bytes))
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart()
  const head = await read(HEAD_BYTES)
  return head.startsWith('{') && !/[\r\n]/.test(head) ? read(OBJECT_BYTES_MAX) : head
}

function linesOf(rows: readonly object[], name: string): string {
  try {
    return rows.map((row) => `${stringifyWithNaN(row)}\n`).join('')
  } catch (error) {
    throw error instanceof RangeError ? new TableFault(tooDeep(name)) : error
  }
}

function isLines(head: string): boolean {
  const end = head.search(/[\r\n]/)
  if (!head.startsWith('{') || end < 0 || head.slice(end).trim() === '') return false
  try {
    JSON.parse(withoutNaN(head.slice(0, end)))
    return true
  } catch {
    return false
  }
}

function tableIn(document: unknown, name: string): JsonRows {
  if (Array.isArray(document) && document.length === 0)
    throw new TableFault(`${name} is an empty list. Choose a file with at least one row.`)
  const found = rowsOfDocument(document)
  if (found && 'several' in found) {
    throw new TableFault(
      `${name} holds several tables: ${listed(found.several)}. Save the one you need as a separate file.`,
    )
  }
  if (!found || found.rows.every((row) => Object.keys(row).length === 0)) throw new TableFault(notTabular(name))
  return found
}

function parse(text: string, name: string): unknown {
  const bare = text.replace(/^\ufeff/, '')
  try {
    return parseUnique(bare, name)
  } catch (error) {
    if (error instanceof TableFault) throw error
    if (error instanceof RangeError) throw new TableFault(tooDeep(name))
    throw new TableFault(`${faultOf(withoutNaN(bare), name)} Correct it there, or export the file again.`)
  }
}

function faultOf(text: string, name: string): string {
  const place = jsonFault(text)
  if (!place) return `${name} ends before its JSON is complete.`
  return `${name} is not valid JSON at line ${count(place.line)}, column ${count(place.column)}.`
}

/** A column of the loaded rows, and its key in the file. */
interface Loaded {
  own: string
  key: string
  type: string
  sql: string
  /** Number of cells with NaN or an infinite number. */
  infinite: number
}

/** Loads the rows and returns their columns. Numbers that the engine would round are loaded as text. */
async function load(engine: Engine, source: Source, loaded: string): Promise<Loaded[]> {
  const most = await loadTyped(engine, source, loaded)
  const [, ...described] = await engine.rows<{ own: string; type: string }>(
    `SELECT column_name AS own, column_type AS type FROM (DESCRIBE ${loaded})`,
  )
  const owns = described.map(({ own }) => own)
  const keys = source.header ? owns : await columnKeys(engine, objectsSql(source), owns)
  const columns = (await withNumbers(engine, loaded, described)).map((column, at) => {
    return { ...column, key: keys[at] ?? column.own, sql: sqlName(column.own) }
  })
  const long = await roundedColumns(engine, { path: source.path, loaded, columns })
  if (long.length === 0) return columns
  // Values are found by key, because the engine renames columns whose keys are empty or differ only in case. If a key
  // can't be determined, the column keeps the values that were read first.
  const exact = long.map(
    ({ key, sql }) => `coalesce(objects.json ->> ${sqlText(pointerTo(key))}, ${loaded}.${sql}::JSON ->> '$') AS ${sql}`,
  )
  const both = `${loaded} POSITIONAL JOIN ${objectsSql(source)} AS objects`
  await engine.store(loaded, `SELECT ${loaded}.* REPLACE (${exact.join(', ')}) FROM ${both}`, { columns: most })
  const types = await typesOfNumbers(
    engine,
    loaded,
    long.flatMap(({ own, isLarge }) => (isLarge ? [own] : [])),
  )
  return columns.map((column) => {
    const type = types.get(column.own)
    if (type) return { ...column, type, sql: `TRY_CAST(${column.sql} AS ${type})` }
    return long.includes(column) ? { ...column, type: 'VARCHAR', infinite: 0 } : column
  })
}

function pointerTo(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/**
 * Loads the rows with types detected from the first rows or, if that fails, from all rows. Returns how many columns the
 * engine has room for.
 */
async function loadTyped(engine: Engine, source: Source, loaded: string): Promise<number> {
  const { path, format } = source
  // By default, the engine drops the Z from times. With this format, the engine leaves the times as text, so they are
  // read in the same way as in other file formats.
  const plainTimes = `timestampformat = '%Y-%m-%d %H:%M:%S'`
  const read = `read_json(${sqlText(path)}, format = '${format}', records = true, ${plainTimes}, maximum_object_size = ${OBJECT_BYTES_MAX}, maximum_depth = ${TYPED_DEPTH}`
  let most = 0
  const makeRoom = async (columns: number) => {
    requireReadable(source.name, columns)
    await engine.makeRoom(columns)
    most = columns
  }
  const store = (rows: string, columns = '*') =>
    engine.store(loaded, `SELECT row_number() OVER () AS ${ROW}, ${columns} FROM ${rows}`, { columns: most })
  const storeNamed = async () => {
    try {
      const names = await distinctColumnNames(engine, objectsSql(source))
      await makeRoom(names.length)
      await store(`${read}, sample_size = -1) AS named(${names.map(sqlName).join(', ')})`)
    } catch (error) {
      if (error instanceof TableFault) throw error
      await explain(source, error)
    }
  }
  try {
    const described = await engine.rows<{ column_name: string; column_type: string }>(`DESCRIBE FROM ${read})`)
    await makeRoom(described.length)
    // Parquet would round long integers in lists and structures.
    const nested = described.filter((column) => /.\bHUGEINT\b|\bHUGEINT\b./.test(column.column_type))
    const texts = nested.map(({ column_name: column }) => `to_json(${sqlName(column)}) AS ${sqlName(column)}`)
    await store(`${read})`, texts.length > 0 ? `* REPLACE (${texts.join(', ')})` : '*')
  } catch (error) {
    if (error instanceof TableFault) throw error
    const all = isNameTaken(error) ? Promise.reject(error) : store(`${read}, sample_size = -1)`)
    await all.catch((cause: unknown) => (isNameTaken(cause) ? storeNamed() : explain(source, cause)))
  }
  return most
}

/** Whether the engine failed because it gave the empty key a name, such as `C3`, that another key already has. */
function isNameTaken(error: unknown): boolean {
  return /has duplicate column name "C\d+"/i.test(String(error))
}

function objectsSql({ path, format }: Source): string {
  return `read_json_objects(${sqlText(path)}, format = '${format}', maximum_object_size = ${OBJECT_BYTES_MAX})`
}

async function explain({ path, name, format }: Source, cause: unknown): Promise<never> {
  const [, twice] = /has duplicate key "(.*)"/.exec(String(cause)) ?? []
  if (twice !== undefined) throw new TableFault(duplicateFault(name, twice))
  const [, cased] = /Duplicate name "(.*)" in struct/.exec(String(cause)) ?? []
  if (cased !== undefined)
    throw new TableFault(
      `Nested objects in ${name} have names that differ only in case, such as ${quoted(cased)}. Spell the name the same in all of them, or rename one.`,
    )
  const names = new Set<string>()
  const { size } = await stat(path)
  if (format === 'array' && size <= DOCUMENT_BYTES_MAX) namesIn(parse(await readFile(path, 'utf8'), name), names)
  if (format === 'newline_delimited') await refuseBrokenLine(path, name, names)
  requireReadable(name, names.size)
  throw new TableFault(notTabular(name))
}

function namesIn(rows: unknown, names = new Set<string>()): Set<string> {
  for (const row of Array.isArray(rows) ? rows : []) for (const name of Object.keys(row ?? {})) names.add(name)
  return names
}

async function refuseBrokenLine(path: string, name: string, names: Set<string>): Promise<void> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    try {
      if (text.trim() !== '') namesIn([parseWithNaN(text)], names)
    } catch {
      throw new TableFault(`Line ${count(line)} of ${name} is not valid JSON. Correct it, or remove the line.`)
    }
  }
}

function tooDeep(name: string): string {
  return `${name} is nested too deeply to be read as a table. Convert it or choose another file.`
}

function notTabular(name: string): string {
  return `${name} is JSON, but not a table: it needs an array of objects, or one object per line. Convert it or choose another file.`
}

function flatColumns(loaded: readonly Loaded[], header: Source['header']) {
  const givens = header ?? loaded.map(({ key }) => key)
  const names = distinctNames(givens, ['rowid', ROW])
  const namings: Naming[] = names.map((name, at) => ({ name, given: givens[at] ?? name }))
  const flat = loaded.map(({ own, type, sql, infinite }, at): SourceColumn => {
    const { name, given } = namings[at] ?? { name: own, given: own }
    const naming = { name, given: nameInFile({ name, given }), own }
    const isFlat = kindOfType(type) !== 'other' || type === 'TIME'
    // Infinite numbers count as missing, as in text files such as CSV.
    const value = type === 'DOUBLE' ? `CASE WHEN isfinite(${sql}) THEN ${sql} END` : sql
    if (isFlat) return { ...naming, type, kind: kindOfType(type), sql: value, ...(infinite && { infinite }) }
    return { ...naming, type: 'VARCHAR', kind: 'text', sql: `to_json(${sql}) ->> '$'` }
  })
  return { flat, namings }
}
