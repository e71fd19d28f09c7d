import { join } from 'node:path'
import { headerNotes, repairNotes, spellingNotes, tooLong } from './delimited-notes.ts'
import { type Dialect, describeDialect, detectDialect, distinctNames } from './dialect.ts'
import type { Engine } from './engine.ts'
import { requireRoom } from './engine-room.ts'
import { readHead } from './file-format.ts'
import type { NamedEncoding } from './legacy-encoding.ts'
import { repairDelimited } from './repair-delimited.ts'
import { type Scan, scanDelimited } from './scan-delimited.ts'
import { count } from './sentences.ts'
import { rewriteSpaced } from './spaced.ts'
import { ROW, type Table } from './table.ts'
import { TableFault } from './table-fault.ts'
import { dropRepeatedHeaders, type Loadable, loadTexts, typeTexts } from './text-panels.ts'
import { createValues } from './typed-rows.ts'
import { utf8File } from './utf8-file.ts'

const HEAD_BYTES = 256 * 1024
const RECORD_MAX = 1_500_000

export interface ReadOptions {
  folder: string
  /** Number of the table within the job; its views are named after it. */
  index: number
  /** What to do with rows that have more cells than the header has names. */
  badRows: 'stop' | 'skip'
  encoding: NamedEncoding
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
  const file = await utf8File({ path, name, encoding: options.encoding }, join(folder, `recoded-${index}`))
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
  const texts = await loadTexts(engine, { loadable, names, index, isEmpty: scan.records === 0 })
  const repeated = dialect.hasHeader
    ? await dropRepeatedHeaders(engine, texts, new Map(names.map((own, at) => [own, dialect.names[at] ?? ''])))
    : { rows: 0, notes: [] }
  const columns = await typeTexts(engine, texts, dialect.decimal)
  const unnamed = names.filter((_, at) => dialect.hasHeader && dialect.names[at]?.trim() === '')
  const values = await createValues(engine, { texts, columns, unnamed, name, index })
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
    throw new TableFault(
      `Line ${count(scan.openQuoteLine)} of ${name} opens a quotation mark that is never closed. Close it there, or remove it.`,
    )
  if (scan.longestRecord > RECORD_MAX)
    throw new TableFault(
      `A row of ${name} is longer than 1.5 MB. Look for a quotation mark that is closed too late, or choose another file.`,
    )
}

interface Found {
  path: string
  name: string
  dialect: Dialect
  scan: Scan
}

/** The file itself when every record is regular, otherwise a copy in which they are. */
async function madeRegular(found: Found, { folder, index, badRows }: ReadOptions): Promise<Loadable> {
  const { path, name, dialect, scan } = found
  const irregular = scan.misfits + scan.blankLines + scan.oddQuotes + scan.bareReturns + scan.zeroBytes
  if (irregular === 0 && dialect.plainHead && dialect.escapedBy !== '\\')
    return { path, dialect, counted: false, notes: [], skipped: 0 }
  const copy = join(folder, `regular-${index}`)
  const repair = await repairDelimited(path, copy, { ...dialect, width: dialect.names.length })
  if (repair.long && badRows === 'stop') throw new TableFault(tooLong(repair.long, name, dialect))
  const written: Dialect = { ...dialect, delimiter: ',', quote: '"', escapedBy: '"', skipLines: 0 }
  const skipped = repair.long?.count ?? 0
  return { path: copy, dialect: written, counted: true, notes: repairNotes(repair), skipped }
}
