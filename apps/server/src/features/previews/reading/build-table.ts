import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { spellingNotes } from '@millrace/tables/delimited-notes'
import { distinctNames } from '@millrace/tables/dialect'
import { type Engine, OutOfMemory, OutOfScratch, openEngine, type Sandbox } from '@millrace/tables/engine'
import { isParquet, readHead } from '@millrace/tables/file-format'
import { openTable } from '@millrace/tables/open-table'
import { RECORD_CHARACTERS } from '@millrace/tables/record-reader'
import { count } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { type CellSource, type ColumnSpan, mayBeEmptied, type SourceColumn } from '@millrace/tables/table'
import { TableFault } from '@millrace/tables/table-fault'
import { PREVIEW_LIMITS, tooLargeToRead } from '../preview-limits.ts'
import type { BuildTask, TableFacts } from '../preview-task.ts'
import { type ColumnPlan, profile } from './profile.ts'
import { sandboxFor } from './sandbox.ts'
import { tableProgress } from './table-progress.ts'

/**
 * Reads a table exactly as steps do, and prepares it for paging: detects columns and, unless the file is Parquet,
 * writes a Parquet copy. If the engine runs out of memory, tries again with a single thread.
 */
export async function buildTable(task: BuildTask, report: (progress: number) => void = () => {}): Promise<TableFacts> {
  const sandbox = sandboxFor([task.path], task.scratchBytes)
  let shown = 0
  // The second attempt starts over, so progress is reported only where it exceeds what was already reported.
  const reportRise = (progress: number) => {
    if (progress <= shown) return
    shown = progress
    report(progress)
  }
  try {
    return await build(task, sandbox, reportRise)
  } catch (error) {
    if (error instanceof OutOfScratch) throw new TableFault(tooLargeToRead(await isParquet(task.path)))
    if (!(error instanceof OutOfMemory)) throw error
    return build(task, { ...sandbox, threads: 1 }, reportRise)
  }
}

async function build(task: BuildTask, sandbox: Sandbox, report: (progress: number) => void): Promise<TableFacts> {
  const engine = await openEngine(task.scratch, sandbox)
  try {
    const progress = await tableProgress(task.path, engine, report)
    return await read(engine, task, progress.next).finally(progress.end)
  } finally {
    await engine.close()
  }
}

/** Reads and prepares the table. Calls `next` at the end of each stage except the last. */
async function read(engine: Engine, task: BuildTask, next: () => void): Promise<TableFacts> {
  const { file, share: headShare } = await headOf(task)
  const source = await openTable(
    engine,
    { path: file, name: task.name },
    {
      folder: task.scratch,
      index: 0,
      badRows: 'show',
      encoding: 'auto',
      columns: blockAt(task),
      isCut: headShare < 1,
      sheet: task.sheet,
      sheetCharacters: task.headBytes,
    },
  )
  next()
  const share = source.share ?? headShare
  const { copy, plans } = await pagedTable(engine, source, task)
  next()
  const { profileCells, profileTypedCells } = PREVIEW_LIMITS
  const cells = source.isTyped ? profileTypedCells : profileCells
  const facts = await profile(engine, { path: copy ?? task.path, cells }, plans)
  if (copy) await rename(copy, task.out)
  return {
    ...facts,
    isCopied: copy !== undefined,
    totalRows: Math.round(facts.totalRows / share),
    // Columns that have neither a name nor a value are not shown.
    totalColumns: source.names.length > blockAt(task).most ? source.names.length : source.columns.length,
    ...blockFacts(source.names, task),
    isEstimate: share < 1,
    dialect: source.isTyped && !copy ? null : source.recognized,
    ...(source.delimited && { delimited: source.delimited }),
    notes: [...columnsNote(source.names.length), ...source.notes, ...ambiguityNotes(source), ...facts.notes],
    ...(source.sheets && { sheets: source.sheets }),
    ...(source.sheet !== undefined && { sheet: source.sheet }),
  }
}

/** Returns a note for each date column in which day and month may be swapped. */
function ambiguityNotes({ columns }: CellSource): string[] {
  return spellingNotes(columns.filter(({ isAmbiguous }) => isAmbiguous))
}

/**
 * Returns how to read the columns, and the Parquet file that contains them: `copy` or, if `copy` is undefined, the
 * original file.
 */
async function pagedTable(
  engine: Engine,
  source: CellSource,
  { path: original, valuedRows = PREVIEW_LIMITS.valuedRows }: BuildTask,
): Promise<{ copy?: string; plans: ColumnPlan[] }> {
  const cells = source.panels[0]?.texts ?? ''
  const [copy] = engine.filesOf(cells)
  const hasReservedName = source.names.some((name) => name.toLowerCase() === 'file_row_number')
  if (copy && !hasReservedName) return withValues(engine, source, { cells, copy, valuedRows })
  if (!hasReservedName) {
    const plans = source.columns.map((column) => plan(column, source))
    const copy = source.copy ?? source.file
    return { ...(copy && copy !== original && { copy }), plans }
  }
  const renamed = source.columns.map(({ sql, type }, at) => `${isRounded(type) ? `(${sql})::VARCHAR` : sql} AS c${at}`)
  await engine.store('renamed', `SELECT ${renamed.join(', ')} FROM ${cells}`, { columns: source.columns.length })
  const columns = source.columns.map((column, at) => {
    return { ...column, own: `c${at}`, sql: isRounded(column.type) ? `TRY_CAST(c${at} AS ${column.type})` : `c${at}` }
  })
  return { copy: engine.filesOf('renamed')[0] ?? '', plans: columns.map((column) => plan(column, source)) }
}

/** Whether a table stored as Parquet would round the values of a type. */
function isRounded(type: string): boolean {
  return type === 'HUGEINT'
}

/**
 * Adds columns with the parsed numbers and times to the copy of a long table, so that requests need not parse many
 * strings.
 */
async function withValues(
  engine: Engine,
  source: CellSource,
  { cells, copy, valuedRows }: { cells: string; copy: string; valuedRows: number },
): Promise<{ copy: string; plans: ColumnPlan[] }> {
  const planned = (columns: readonly SourceColumn[]) => columns.map((column) => plan(column, source))
  const { rows } = await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${cells}`)
  const parsed = source.columns.filter(({ kind, type }) => (kind === 'number' && !isRounded(type)) || kind === 'time')
  if (rows < valuedRows || parsed.length === 0) return { copy, plans: planned(source.columns) }
  const names = distinctNames(
    parsed.map(({ own }) => `${own} value`),
    source.names,
  )
  const values = parsed.map(({ sql }, at) => `${sql} AS ${sqlName(names[at] ?? '')}`)
  const columns = source.columns.length + parsed.length
  await engine.store('valued', `SELECT *, ${values.join(', ')} FROM ${cells}`, { columns })
  await engine.drop(cells)
  const nameOf = (column: SourceColumn) => names[parsed.indexOf(column)]
  const valued = source.columns.map((column) => ({
    ...column,
    sql: nameOf(column) ? sqlName(nameOf(column) ?? '') : column.sql,
  }))
  return { copy: engine.filesOf('valued')[0] ?? '', plans: planned(valued) }
}

function plan(
  { name, own, type, kind, sql, mismatches, range, decimal, infinite }: SourceColumn,
  { isTyped }: CellSource,
): ColumnPlan {
  const cell = sqlName(own)
  const isNested = sql.startsWith('to_json(')
  const text = isTyped ? (isNested ? sql : shownSql(textSql(cell, type), { type, sql })) : cell
  const isCast = isTyped && !isNested && (kind === 'number' || kind === 'time')
  return {
    name,
    type,
    kind,
    text,
    value: kind === 'other' ? text : sql,
    ...(isCast && { cast: shownSql(castSql(cell), { type, sql }) }),
    ...(isTyped && mayBeEmptied({ type }) && !infinite && { cell }),
    ...(mismatches && { mismatches }),
    ...(range && { range }),
    ...(decimal && { decimal }),
  }
}

/** Returns SQL for the displayed text of a cell. If NaN and infinite numbers count as missing, their text is null. */
function shownSql(text: string, { type, sql }: Pick<SourceColumn, 'type' | 'sql'>): string {
  return mayBeEmptied({ type }) ? `CASE WHEN (${sql}) IS NOT NULL THEN ${text} END` : text
}

function castSql(cell: string): string {
  return `CAST(${cell} AS VARCHAR)`
}

/** Returns SQL for a cell as text, without the `.0` that the engine appends to whole numbers. */
function textSql(cell: string, type: string): string {
  const text = castSql(cell)
  return type === 'DOUBLE' || type === 'FLOAT' ? `regexp_replace(${text}, '\\.0$', '')` : text
}

/**
 * Returns the file itself, or a copy of its first lines. `share` is how much of the file the result contains, from 0 to
 * 1.
 */
async function headOf({ path: file, headBytes, scratch }: BuildTask): Promise<{ file: string; share: number }> {
  const { size } = await stat(file)
  if (await isArchive(file)) return { file, share: 1 }
  if (headBytes === undefined || headBytes >= size) return { file, share: 1 }
  const end = await lastLineEnd(file, headBytes)
  const copy = path.join(scratch, 'head')
  await pipeline(createReadStream(file, { end: end - 1 }), createWriteStream(copy))
  return { file: copy, share: end / size }
}

/**
 * Whether a file is a ZIP archive, such as a workbook. Archives must be read as a whole, because their directory is at
 * the end.
 */
async function isArchive(file: string): Promise<boolean> {
  return (await readHead(file, 4)).toString('latin1') === 'PK\u0003\u0004'
}

/**
 * Returns the end of the last complete line in the first `bytes` bytes. In UTF-16LE, a zero byte follows the line feed.
 */
async function lastLineEnd(file: string, bytes: number): Promise<number> {
  await using handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
  const feed = buffer.lastIndexOf(10, bytes - 2)
  // If the incomplete row is already too long, the reader must see it to reject it.
  if (bytes - feed > RECORD_CHARACTERS) return bytes
  return feed + (buffer[feed + 1] === 0 && buffer[feed - 1] !== 0 ? 2 : 1)
}

function blockAt({ firstColumn = 0 }: BuildTask): ColumnSpan {
  const { blockColumns, columnsShown } = PREVIEW_LIMITS
  return { from: firstColumn, most: Math.min(blockColumns, columnsShown - firstColumn) }
}

function blockFacts(names: string[], { firstColumn = 0 }: BuildTask): Pick<TableFacts, 'block'> {
  const { blockColumns, columnsShown } = PREVIEW_LIMITS
  return names.length > blockColumns ? { block: { names: names.slice(0, columnsShown), firstColumn } } : {}
}

function columnsNote(columns: number): string[] {
  const { columnsShown } = PREVIEW_LIMITS
  return columns > columnsShown ? [`The first ${count(columnsShown)} of ${count(columns)} columns are shown.`] : []
}
