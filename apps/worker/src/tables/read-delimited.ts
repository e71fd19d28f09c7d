import { join } from 'node:path'
import { type Dialect, describeDialect, detectDialect, distinctNames } from '@millrace/tables/dialect'
import { rewriteSpaced } from '@millrace/tables/spaced'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { StepError } from '@millrace/worker-sdk'
import { headerNotes, repairNotes, spellingNotes, tooLong } from './delimited-notes.ts'
import type { Engine } from './engine.ts'
import { requireRoom } from './engine-room.ts'
import { readHead } from './file-format.ts'
import { repairDelimited } from './repair-delimited.ts'
import { type Scan, scanDelimited } from './scan-delimited.ts'
import { count, plural } from './sentences.ts'
import { ROW, sqlNames, type Table } from './table.ts'
import { type TypedColumn, typeColumns } from './type-columns.ts'
import { utf8File } from './utf8-file.ts'

const HEAD_BYTES = 256 * 1024
const RECORD_MAX = 1_500_000

export interface ReadOptions {
  folder: string
  /** Number of the table within the job; its views are named after it. */
  index: number
  /** What to do with rows that have more cells than the header has names. */
  badRows: 'stop' | 'skip'
}

/**
 * Reads a delimited text file of whatever make into the engine: recognised first, looked through whole, rewritten when
 * its form is broken, and only then loaded, so that the engine never has to guess.
 */
export async function readDelimited(
  engine: Engine,
  { path, name }: { path: string; name: string },
  options: ReadOptions,
): Promise<Table> {
  const { folder, index } = options
  const file = await utf8File(path, join(folder, `recoded-${index}`))
  const found = detectDialect(await textHead(file.path), isTsv(name) ? { delimiter: '\t' } : undefined)
  requireRoom(name, found.names.length)
  await engine.makeRoom(found.names.length)
  const spaced = found.delimiter === ' '
  const source = spaced ? join(folder, `spaced-${index}`) : file.path
  const dialect = spaced ? await rewriteSpaced(file.path, source, found) : found
  const scan = await scanDelimited(source, { ...dialect, width: dialect.names.length })
  refuseBroken(scan, name)
  const loadable = await madeRegular({ path: source, name, dialect, scan }, options)
  const names = distinctNames(dialect.names, ['rowid', ROW])
  const texts = `texts_${index}`
  const rowSql = loadable.counted ? ROW : 'rowid + 1'
  // the engine takes a header for a row when no line ends behind it
  const rows = scan.records === 0 ? 'LIMIT 0' : ''
  await engine.run(`CREATE TABLE ${texts} AS FROM ${loadSql(loadable, names)} ${rows}`)
  const repeated = dialect.hasHeader
    ? await dropRepeatedHeaders(engine, { texts, names, header: dialect.names, rowSql })
    : { rows: 0, notes: [] }
  const columns = await typeColumns(engine, { table: texts, names, decimal: dialect.decimal, rowSql })
  const values = await createValues(engine, { columns, dialect, name, texts, index, rowSql })
  const notes = [...headerNotes(dialect, values.columns, names), ...loadable.notes, ...repeated.notes]
  return {
    ...values,
    recognised: `${file.label}, ${describeDialect(found)}`,
    notes: [...file.notes, ...notes, ...spellingNotes(columns)],
    skippedRows: loadable.skipped + repeated.rows,
  }
}

function isTsv(name: string): boolean {
  return /\.(tsv|tab)$/i.test(name)
}

async function textHead(path: string): Promise<string> {
  const bytes = await readHead(path, HEAD_BYTES)
  const text = new TextDecoder('utf-8').decode(bytes)
  return bytes.length < HEAD_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text
}

function refuseBroken(scan: Scan, name: string): void {
  if (scan.openQuoteLine !== undefined)
    throw new StepError(
      `Line ${count(scan.openQuoteLine)} of ${name} opens a quotation mark that is never closed. Close it there, or remove it.`,
    )
  if (scan.longestRecord > RECORD_MAX)
    throw new StepError(
      `A row of ${name} is longer than 1.5 MB. Look for a quotation mark that is closed too late, or choose another file.`,
    )
}

interface Found {
  path: string
  name: string
  dialect: Dialect
  scan: Scan
}

interface Loadable {
  path: string
  dialect: Dialect
  /** Whether each record begins with its number. */
  counted: boolean
  notes: string[]
  skipped: number
}

/** The file itself when every record is regular, otherwise a copy in which they are. */
async function madeRegular(found: Found, { folder, index, badRows }: ReadOptions): Promise<Loadable> {
  const { path, name, dialect, scan } = found
  const irregular = scan.misfits + scan.blankLines + scan.oddQuotes + scan.bareReturns + scan.zeroBytes
  if (irregular === 0 && dialect.plainHead && dialect.escapedBy !== '\\')
    return { path, dialect, counted: false, notes: [], skipped: 0 }
  const copy = join(folder, `regular-${index}`)
  const repair = await repairDelimited(path, copy, { ...dialect, width: dialect.names.length })
  if (repair.long && badRows === 'stop') throw new StepError(tooLong(repair.long, name, dialect))
  const written: Dialect = { ...dialect, delimiter: ',', quote: '"', escapedBy: '"', skipLines: 0 }
  const skipped = repair.long?.count ?? 0
  return { path: copy, dialect: written, counted: true, notes: repairNotes(repair), skipped }
}

function loadSql({ path, dialect, counted }: Loadable, names: readonly string[]): string {
  const texts = names.map((name) => `${sqlText(name)}: 'VARCHAR'`)
  const options = [
    'auto_detect = false',
    `columns = {${(counted ? [`${ROW}: 'BIGINT'`, ...texts] : texts).join(', ')}}`,
    'header = false',
    `skip = ${dialect.skipLines}`,
    `delim = ${sqlText(dialect.delimiter)}`,
    `quote = ${sqlText(dialect.quote)}`,
    `escape = ${sqlText(dialect.escapedBy)}`,
    'strict_mode = true',
    'buffer_size = 4200000',
    'max_line_size = 2000000',
  ]
  return `read_csv(${sqlText(path)}, ${options.join(', ')})`
}

/** Files that were put together one below the other hold the header again in their middle. */
async function dropRepeatedHeaders(
  engine: Engine,
  { texts, names, header, rowSql }: { texts: string; names: string[]; header: string[]; rowSql: string },
): Promise<{ rows: number; notes: string[] }> {
  const named = names.flatMap((name, at) => (header[at]?.trim() ? [{ name, text: header[at].trim() }] : []))
  if (named.length < 2) return { rows: 0, notes: [] }
  const isHeader = named.map(({ name, text }) => `trim(${sqlName(name)}) = ${sqlText(text)}`).join(' AND ')
  const found = await engine.row<{ n: number; first: number }>(
    `SELECT count(*) AS n, min(${rowSql}) AS first FROM ${texts} WHERE ${isHeader}`,
  )
  if (found.n === 0) return { rows: 0, notes: [] }
  await engine.run(`DELETE FROM ${texts} WHERE ${isHeader}`)
  const [verb, was] = found.n === 1 ? ['repeats', 'was'] : ['repeat', 'were']
  const note = `${plural(found.n, 'row')} that only ${verb} the header ${was} left out, the first is row ${count(found.first)}.`
  return { rows: found.n, notes: [note] }
}

interface Described {
  columns: TypedColumn[]
  dialect: Dialect
  name: string
  texts: string
  index: number
  rowSql: string
}

async function createValues(engine: Engine, { columns, dialect, name, texts, index, rowSql }: Described) {
  const kept = await withoutPhantoms(engine, { columns, dialect, texts })
  const numbered = `numbered_${index}`
  const view = `table_${index}`
  const values = kept.map((column) => `${column.sql} AS ${sqlName(column.name)}`)
  await engine.run(`CREATE TABLE ${numbered} AS SELECT ${[`${rowSql} AS ${ROW}`, ...values].join(', ')} FROM ${texts}`)
  await engine.run(`CREATE VIEW ${view} AS SELECT ${sqlNames(kept)} FROM ${numbered}`)
  await engine.run(`DROP TABLE ${texts}`)
  const { rows } = await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${numbered}`)
  return { name, numbered, view, columns: kept, rows }
}

/** A delimiter at the end of every line makes a column without name and content; it is not part of the table. */
async function withoutPhantoms(
  engine: Engine,
  { columns, dialect, texts }: Pick<Described, 'columns' | 'dialect' | 'texts'>,
): Promise<TypedColumn[]> {
  const unnamed = columns.filter((_, at) => dialect.hasHeader && dialect.names[at]?.trim() === '')
  if (unnamed.length === 0 || unnamed.length === columns.length) return columns
  const counts = unnamed.map((column, at) => `count(${sqlName(column.name)}) AS n${at}`)
  const row = await engine.row(`SELECT ${counts.join(', ')} FROM ${texts}`)
  const phantoms = new Set(unnamed.filter((_, at) => row[`n${at}`] === 0))
  return columns.filter((column) => !phantoms.has(column))
}
