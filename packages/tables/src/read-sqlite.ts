import { constants, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Engine, OutOfMemory, TABLE_TOO_LARGE } from './engine.ts'
import { readHead } from './file-format.ts'
import { geometryText } from './geometry-text.ts'
import { count, listed, quoted } from './sentences.ts'
import { sqlName } from './sql.ts'
import type { CellSource, ReadOptions } from './table.ts'
import { TableFault } from './table-fault.ts'
import { readTyped, type TypedColumn } from './typed-copy.ts'

/*
 * Reads tables and views of SQLite databases. The schema of a database is SQL from an untrusted source, so virtual
 * tables are not read, not even through views, and the authorizer refuses everything that isn’t needed for reading.
 * The file is opened as immutable, so that no files are created next to it.
 */

const [SQLITE_NOMEM, SQLITE_TOOBIG] = [7, 18]
const SIGNATURE = 'SQLite format 3\0'
const HEAD_BYTES = 100
const [WAL_AT, WAL] = [18, 2]
const LISTED = 500
const COLUMNS_TOGETHER = 200
const HEX_BYTES_SHOWN = 100_000

const ALLOWED = new Set<number>([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])
const PRAGMAS = new Set(['table_list', 'table_xinfo'])

interface Relation {
  name: string
  type: 'table' | 'view'
}

/**
 * Reads one table or view of an SQLite database: the one that `options.sheet` names, otherwise the first table with
 * rows. Undefined if the file is not an SQLite database.
 */
export async function readSqlite(
  engine: Engine,
  { path, name }: { path: string; name: string },
  options: ReadOptions,
): Promise<CellSource | undefined> {
  const head = await readHead(path, HEAD_BYTES)
  if (head.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) return undefined
  const { database, hidden } = openDatabase(path, name)
  try {
    const { relations, notes } = relationsOf(database, name, { isWal: head[WAL_AT] === WAL })
    const virtual = unlessFailing(damaged(name), () => rows<Virtual>(database, LIST_VIRTUAL))
    for (const one of virtual) hidden.add(one.name)
    const relation = chosen(database, relations, { name, wanted: options.sheet })
    const title = `${relation.type} ${quoted(relation.name)}`
    const failure = relation.type === 'view' ? brokenView(relation.name, name) : damaged(name)
    const columns = unlessFailing(failure, () => columnsOf(database, relation.name))
    if (columns.length === 0) throw new TableFault(`The ${title} of ${name} has no columns.`)
    const cells = rowsOf(database, { table: relation.name, columns, failure })
    const source = await readTyped(engine, { name, columns, rows: cells }, options)
    const sheets = relations.map((one) => one.name)
    const facts = { recognized: `SQLite, ${title}`, sheets, sheet: relation.name }
    return { ...source, ...facts, notes: [...notes, ...virtualNotes(virtual), ...source.notes] }
  } finally {
    database.close()
  }
}

/** Returns the opened database and an empty set, to which the caller adds names of tables that must not be read. */
function openDatabase(path: string, name: string) {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  const hidden = new Set<string>()
  return unlessFailing(damaged(name), () => {
    const database = new DatabaseSync(address, {
      readOnly: true,
      allowExtension: false,
      enableForeignKeyConstraints: false,
    })
    database.enableDefensive(true)
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY')
    database.setAuthorizer((action, first) => {
      const isHidden = action === constants.SQLITE_READ && hidden.has(first ?? '')
      const isAllowed = ALLOWED.has(action) || (action === constants.SQLITE_PRAGMA && PRAGMAS.has(first ?? ''))
      return isAllowed && !isHidden ? constants.SQLITE_OK : constants.SQLITE_DENY
    })
    return { database, hidden }
  })
}

function relationsOf(
  database: DatabaseSync,
  name: string,
  { isWal }: { isWal: boolean },
): { relations: Relation[]; notes: string[] } {
  const found = unlessFailing(damaged(name), () => rows<Relation>(database, LIST_RELATIONS))
  if (found.length === 0) throw new TableFault(withoutTables(name, isWal))
  const notes = found.length > LISTED ? [`The first ${count(LISTED)} tables and views are listed.`] : []
  return { relations: found.slice(0, LISTED), notes }
}

/** Lists tables, then views, in order of creation. Tables that describe a GeoPackage are last. */
const LIST_RELATIONS = `
  SELECT s.name, s.type FROM sqlite_schema AS s JOIN pragma_table_list AS t ON t.name = s.name AND t.schema = 'main'
  WHERE t.type IN ('table', 'view') AND s.type = t.type AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY s.name LIKE 'gpkg\\_%' ESCAPE '\\', s.type, s.rowid`

interface Virtual {
  name: string
  /** 1 if the table is only a spatial index of another table, otherwise 0. */
  isSpatialIndex: number
}

const LIST_VIRTUAL = `
  SELECT t.name, coalesce(s.sql LIKE '%using%rtree%', 0) AS isSpatialIndex
  FROM pragma_table_list AS t LEFT JOIN sqlite_schema AS s ON s.name = t.name WHERE t.type = 'virtual'`

function virtualNotes(virtual: readonly Virtual[]): string[] {
  const left = virtual.filter(({ isSpatialIndex }) => !isSpatialIndex).map(({ name }) => quoted(name))
  return left.length > 0 ? [`Virtual tables, such as indexes of text, are not read: ${listed(left)}.`] : []
}

function chosen(
  database: DatabaseSync,
  relations: readonly Relation[],
  { name, wanted }: { name: string; wanted: string | undefined },
): Relation {
  if (wanted !== undefined) {
    const named = relations.find((one) => one.name === wanted)
    if (named) return named
    const others = listed(relations.map((one) => quoted(one.name)))
    throw new TableFault(`${name} has no table ${quoted(wanted)}. It has ${others}.`)
  }
  const hasRows = ({ name: table, type }: Relation) =>
    type === 'table' && rows(database, `SELECT 1 FROM ${sqlName(table)} LIMIT 1`).length > 0
  const [first = { name: '', type: 'table' }] = relations
  return unlessFailing(damaged(name), () => relations.find(hasRows)) ?? first
}

interface SqliteColumn extends TypedColumn {
  /** SQL for the cell, in the dialect of SQLite. Blobs become hexadecimal text. */
  cell: string
}

/** Detects the types from the values, because SQLite stores values of any type in any column. */
function columnsOf(database: DatabaseSync, table: string): SqliteColumn[] {
  const all = rows<{ name: string; hidden: number }>(
    database,
    'SELECT name, hidden FROM pragma_table_xinfo(?) ORDER BY cid',
    table,
  )
  const names = all.filter(({ hidden }) => hidden !== 1).map((column) => column.name)
  const columns: SqliteColumn[] = []
  for (let from = 0; from < names.length; from += COLUMNS_TOGETHER) {
    const some = names.slice(from, from + COLUMNS_TOGETHER)
    const kinds = some.flatMap((name, at) =>
      ['integer', 'real', 'text', 'blob'].map((kind) => `max(typeof(${sqlName(name)}) = '${kind}') AS ${kind}${at}`),
    )
    const [found = {}] = rows<Record<string, number | null>>(
      database,
      `SELECT ${kinds.join(', ')} FROM ${sqlName(table)}`,
    )
    columns.push(
      ...some.map((name, at) => {
        const has = (kind: string) => found[`${kind}${at}`] === 1
        return { name, written: typeOf(has), cell: has('blob') ? withHex(name) : sqlName(name) }
      }),
    )
  }
  return columns
}

function typeOf(has: (kind: string) => boolean): string {
  if (has('text') || has('blob')) return 'VARCHAR'
  if (has('real')) return 'DOUBLE'
  return has('integer') ? 'BIGINT' : 'VARCHAR'
}

function withHex(name: string): string {
  const cell = sqlName(name)
  return `CASE typeof(${cell}) WHEN 'blob' THEN lower(hex(substr(${cell}, 1, ${HEX_BYTES_SHOWN}))) ELSE ${cell} END`
}

/** The first bytes of a geometry in a GeoPackage. */
const GEOMETRY_HEX = '475000'

function cellText(value: unknown): string | null {
  if (value === null) return null
  const text = String(value)
  return text.startsWith(GEOMETRY_HEX) ? (geometryText(Buffer.from(text, 'hex')) ?? text) : text
}

function* rowsOf(
  database: DatabaseSync,
  { table, columns, failure }: { table: string; columns: readonly SqliteColumn[]; failure: string },
): Generator<(string | null)[]> {
  try {
    const statement = database.prepare(`SELECT ${columns.map(({ cell }) => cell).join(', ')} FROM ${sqlName(table)}`)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    for (const row of statement.iterate() as Iterable<unknown>) {
      yield (row as unknown[]).map(cellText)
    }
  } catch (cause) {
    throw faultOf(failure, cause)
  }
}

function rows<T>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): T[] {
  return database.prepare(sql).all(...values) as T[]
}

function unlessFailing<T>(failure: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw faultOf(failure, cause)
  }
}

function faultOf(failure: string, cause: unknown): TableFault {
  return Object.assign(isOutOfMemory(cause) ? new OutOfMemory(TABLE_TOO_LARGE) : new TableFault(failure), { cause })
}

function isOutOfMemory(cause: unknown): boolean {
  const { code, errcode } = cause as { code?: string; errcode?: number }
  return errcode === SQLITE_NOMEM || errcode === SQLITE_TOOBIG || code === 'ERR_STRING_TOO_LONG'
}

function withoutTables(name: string, isWal: boolean): string {
  const remedy = isWal
    ? `Its data may still be in ${name}-wal: close the program that writes it, and upload the database again.`
    : 'Choose a file with data.'
  return `${name} is an SQLite database without tables. ${remedy}`
}

function damaged(name: string): string {
  return `${name} is an SQLite database that can’t be read. It may be damaged, or may have been copied while a program was writing to it. Close the program and upload the file again.`
}

function brokenView(view: string, name: string): string {
  return `The view ${quoted(view)} of ${name} can’t be read. It may use a table or a function that is not available here.`
}
