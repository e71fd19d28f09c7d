import { join } from 'node:path'
import { computeAggregates } from './aggregates.ts'
import { digitNotes, infiniteNotes, nameInFile } from './column-notes.ts'
import { badNotes, escapeNotes, headerNotes, repairNotes, tooLong } from './delimited-notes.ts'
import { type Dialect, describeDialect, detectDialect, distinctNames } from './dialect.ts'
import { dropFooter, type Footer, NO_FOOTER } from './drop-footer.ts'
import type { Engine } from './engine.ts'
import { readHead } from './file-format.ts'
import { unescapedName } from './formula-escapes.ts'
import { unitIn } from './header-patterns.ts'
import { meansMissing } from './missing-values.ts'
import { RECORD_CHARACTERS } from './record-reader.ts'
import { type Repair, repairDelimited } from './repair-delimited.ts'
import { count } from './sentences.ts'
import { rewriteSpaceSeparated } from './space-separated.ts'
import { sqlName } from './sql.ts'
import { type CellSource, type ReadOptions, ROW, type TextPanel } from './table.ts'
import { TableFault } from './table-fault.ts'
import { requireReadable } from './table-width.ts'
import { dropRepeatedHeaders, loadTexts, typeTexts } from './text-panels.ts'
import type { TypedColumn } from './type-columns.ts'
import { irregularBytes, utf8File } from './utf8-file.ts'

const HEAD_BYTES = 256 * 1024

/** Column names that the engine’s relations reserve. */
const RESERVED = ['rowid', 'file_row_number', ROW]

/**
 * Reads a delimited text file of any dialect. The dialect is detected first, so the engine doesn’t guess. If the engine
 * finds an irregular record, the file is rewritten and loaded again.
 */
export async function readDelimited(
  engine: Engine,
  { path, name }: { path: string; name: string },
  options: ReadOptions,
): Promise<CellSource> {
  const { folder, index, encoding } = options
  const isTolerant = options.badRows === 'show'
  const file = await utf8File({ path, name, encoding, isTolerant }, join(folder, `recoded-${index}`))
  const { text, isIntact } = await textHead(file.path)
  const found = detectDialect(text, options.delimiter || isTsv(name) ? { delimiter: '\t' } : undefined)
  const width = found.names.length
  requireReadable(name, Math.min(width, options.columns?.most ?? width))
  await engine.makeRoom(width)
  const spaced = found.delimiter === ' '
  const source = spaced ? join(folder, `spaced-${index}`) : file.path
  const { dialect, bad } = spaced ? await rewriteSpaceSeparated(file.path, source, found) : { dialect: found, bad: 0 }
  // The delimiter is given only for converted sheets. In their cells, a leading apostrophe is part of the text. In other
  // files, it may escape a formula.
  const mayBeEscaped = options.delimiter === undefined
  const given = mayBeEscaped ? dialect.names.map(unescapedName) : dialect.names
  const names = distinctNames(given, RESERVED)
  const isEmpty =
    isIntact &&
    text
      .split(/\r\n|\n|\r/)
      .slice(found.skipLines)
      .join('')
      .trim() === ''
  const loaded = await load(engine, { path: source, name, dialect, names, isEmpty }, options)
  const { panels, typed, footer, repeated } = await typedRows(engine, loaded, {
    dialect,
    names,
    reading: { decimal: dialect.decimal, mayBeEscaped, isLenient: options.isLenient },
  })
  const repair = loaded.repair && withoutFooter(loaded.repair, footer)
  const units = new Map(names.map((own, at) => [own, unitOf(dialect, at)]))
  const renamed = new Map(names.map((own, at) => [own, nameInFile({ given: given[at] ?? '', name: own })]))
  const columns = typed.map((column) => {
    const unit = units.get(column.name) ?? column.unit
    return { ...column, own: column.name, unit, given: renamed.get(column.name) }
  })
  const notes = [
    ...headerNotes({ ...dialect, names: given }, columns, names),
    ...badNotes(dialect.seaBird?.badFlag, bad),
    ...loaded.notes,
    ...(repair ? repairNotes(repair) : []),
    ...footer.notes,
    ...repeated.notes,
    ...infiniteNotes(columns, 'Infinite values, such as “inf”,'),
    ...digitNotes(columns),
    ...escapeNotes(columns),
  ]
  return {
    name,
    panels,
    columns,
    names,
    isTyped: false,
    recognized: `${file.label}, ${describeDialect(found)}`,
    notes: [...file.notes, ...notes],
    skippedRows: (repair?.long?.count ?? 0) + footer.rows + repeated.rows,
    delimited: { delimiter: found.delimiter, short: repair?.short?.count ?? 0, long: repair?.long?.count ?? 0 },
  }
}

function unitOf({ unitRows, seaBird }: Dialect, at: number): string | undefined {
  return seaBird?.units[at] ?? unitRows.map((row) => unitIn(row[at])).find((unit) => unit !== undefined)
}

/**
 * Drops lines below the table and empty columns without a name, and detects the types of the columns. Then drops rows
 * that repeat the header, and detects the types again. Keeps all rows if the type of a column shows that no row repeats
 * the header.
 */
async function typedRows(
  engine: Engine,
  loaded: Loaded,
  { dialect, names, reading }: Pick<Found, 'dialect' | 'names'> & { reading: Parameters<typeof typeTexts>[2] },
) {
  const whole = await typeTexts(engine, loaded.panels, reading)
  const footer = await footerOf(engine, loaded, { names, columns: whole })
  const panels = await withoutPhantoms(engine, loaded.panels, { dialect, names })
  const kept = new Set(panels.flatMap((panel) => panel.names))
  const typed = footer.rows > 0 ? await typeTexts(engine, panels, reading) : whole.filter(({ name }) => kept.has(name))
  const headers = new Map(names.map((own, at) => [own, dialect.names[at] ?? '']))
  const excludes = ({ name, kind }: TypedColumn) => isNeverIn(kind, headers.get(name)?.trim())
  if (!dialect.hasHeader || typed.some(excludes)) return { panels, typed, footer, repeated: { rows: 0, notes: [] } }
  const repeated = await dropRepeatedHeaders(engine, panels, headers)
  return { panels, typed: repeated.rows === 0 ? typed : await typeTexts(engine, panels, reading), footer, repeated }
}

/** Lines below the table can be recognized only if all its columns were loaded into one panel. */
async function footerOf(
  engine: Engine,
  { panels, repair }: Loaded,
  { names, columns }: { names: readonly string[]; columns: readonly TypedColumn[] },
): Promise<Footer> {
  const [panel] = panels
  const mayExist = columns[0]?.mismatches || repair?.short
  if (!panel || !mayExist || panel.names.length < names.length) return NO_FOOTER
  return dropFooter(engine, panel, columns)
}

/** Lines below the table don’t count as short rows. */
function withoutFooter(repair: Repair, { first }: Footer): Repair {
  const { short, lastShort = [], ...others } = repair
  if (!short) return repair
  const rows = short.count - lastShort.filter((row) => row >= first).length
  return rows > 0 ? { ...others, short: { ...short, count: rows } } : others
}

/**
 * Whether a column of this kind can’t contain a cell with this text. Times contain letters only together with digits.
 */
function isNeverIn(kind: TypedColumn['kind'], text = ''): boolean {
  if (!/^\p{L}/u.test(text) || meansMissing(text)) return false
  return kind === 'number' || (kind === 'time' && !/\d/.test(text))
}

function isTsv(name: string): boolean {
  return /\.(tsv|tab)$/i.test(name)
}

async function textHead(path: string): Promise<{ text: string; isIntact: boolean }> {
  const bytes = await readHead(path, HEAD_BYTES)
  const text = new TextDecoder('utf-8').decode(bytes)
  const isIntact = bytes.length < HEAD_BYTES
  return { text: isIntact ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text, isIntact }
}

interface Found {
  path: string
  name: string
  dialect: Dialect
  names: string[]
  isEmpty: boolean
}

interface Loaded {
  panels: TextPanel[]
  /** The repairs, if the file is irregular. */
  repair?: Repair
  notes: string[]
}

/** Loads the file itself or, if it is irregular, a copy in which every record is regular. */
async function load(engine: Engine, found: Found, options: ReadOptions): Promise<Loaded> {
  const { path, name, dialect, names, isEmpty } = found
  const { index, columns } = options
  const { hasZeros, hasLongLine } = await irregularBytes(path, RECORD_CHARACTERS)
  if (hasLongLine) throw new TableFault(endless(name))
  if (!hasZeros && dialect.plainHead && dialect.escapedBy !== '\\') {
    const loadable = { path, dialect, names, counted: false }
    const panels = await loadTexts(engine, { loadable, columns, index, isEmpty }).catch(ignoreIrregularity)
    if (panels) return { panels, notes: [] }
  }
  const copy = join(options.folder, `regular-${index}`)
  if (isEmpty && dialect.names.some((own) => own.includes('\n'))) await requireClosedHeader(found, copy)
  const { notes, ...repair } = await repaired(found, copy, options)
  const written = { ...dialect, quote: '"', escapedBy: '"', skipLines: 0 } as const
  const loadable = { path: copy, dialect: written, names, counted: true }
  const panels = await loadTexts(engine, { loadable, columns, index, isEmpty: repair.rows === 0 })
  return { panels, repair, notes }
}

function ignoreIrregularity(error: unknown): undefined {
  if (error instanceof Error && /^(Invalid Input|Conversion) Error/.test(error.message)) return undefined
  throw error
}

async function repaired(found: Found, copy: string, { badRows, isCut }: ReadOptions) {
  const { path, name, dialect, names } = found
  const form = { ...dialect, width: names.length }
  let repair = await repairDelimited(path, copy, form)
  const openQuote = isCut ? undefined : repair.openQuoteLine
  if (openQuote !== undefined && badRows !== 'show') throw new TableFault(neverClosed(openQuote, name))
  if (openQuote !== undefined) repair = await repairDelimited(path, copy, { ...form, quote: '' })
  if (repair.endless) throw new TableFault(endless(name))
  const isTooMany = badRows === 'show' && (repair.long?.count ?? 0) > Math.max(10, repair.rows / 100)
  if (repair.long && !isCut && (badRows === 'stop' || isTooMany))
    throw new TableFault(tooLong(repair.long, name, dialect))
  const mark = `A quotation mark on line ${count(openQuote ?? 0)} is never closed, so all quotation marks are shown as text.`
  return { ...repair, notes: openQuote === undefined ? [] : [mark] }
}

/** An unclosed quotation mark in the header would turn the whole file into one name. */
async function requireClosedHeader({ path, name, dialect, names }: Found, copy: string): Promise<void> {
  const { openQuoteLine } = await repairDelimited(path, copy, { ...dialect, skipLines: 0, width: names.length })
  if (openQuoteLine !== undefined) throw new TableFault(neverClosed(openQuoteLine, name))
}

function neverClosed(line: number, name: string): string {
  return `A quotation mark on line ${count(line)} of ${name} is never closed. Close it there, or remove it.`
}

function endless(name: string): string {
  return `A row of ${name} is longer than 1.5 MB. Look for a quotation mark that is closed too late, or choose another file.`
}

/** Drops columns that have neither a name nor content, as after a delimiter at the end of every line. */
async function withoutPhantoms(
  engine: Engine,
  panels: readonly TextPanel[],
  { dialect, names }: Pick<Found, 'dialect' | 'names'>,
): Promise<TextPanel[]> {
  const unnamed = new Set(names.filter((_, at) => dialect.hasHeader && dialect.names[at]?.trim() === ''))
  if (unnamed.size === 0 || unnamed.size === names.length) return [...panels]
  const found = panels.map(async (panel) => {
    const asked = panel.names.filter((own) => unnamed.has(own))
    const numbers = Object.fromEntries(asked.map((own) => [own, `count(${sqlName(own)})`]))
    const figures = await computeAggregates(engine, panel.texts, { numbers })
    return { ...panel, names: panel.names.filter((own) => figures.number(own) !== 0) }
  })
  return Promise.all(found)
}
