import { constants, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Engine } from './engine.ts'
import { readHead } from './file-format.ts'
import { listed, plural, quoted } from './sentences.ts'
import { sqlName } from './sql.ts'
import type { CellSource, ReadOptions } from './table.ts'
import { TableFault } from './table-fault.ts'
import { readTyped, type TypedColumn } from './typed-copy.ts'

/*
 * Tables of SQLite databases. The schema of a database is SQL that somebody else wrote: views and virtual tables are not
 * read, and the authorizer refuses everything that isn’t needed to read ordinary tables. The file is opened as immutable,
 * so that nothing is created beside it.
 */

const SIGNATURE = 'SQLite format 3\0'
const TABLES_LISTED = 500
/** Columns whose types are looked up in one query. */
const COLUMNS_TOGETHER = 200
const HEX_BYTES_SHOWN = 100_000

const ALLOWED = new Set<number>([constants.SQLITE_SELECT, constants.SQLITE_READ, constants.SQLITE_FUNCTION])
const PRAGMAS = new Set(['table_list', 'table_xinfo'])

/** Reads one table of an SQLite database: the one with this name or, without a name, the first with rows. */
export async function readSqlite(
  engine: Engine,
  { path, name }: { path: string; name: string },
  options: ReadOptions,
): Promise<CellSource | undefined> {
  const head = await readHead(path, SIGNATURE.length)
  if (head.toString('latin1') !== SIGNATURE) return undefined
  const database = openDatabase(path, name)
  try {
    const { tables, notes } = tablesOf(database, name)
    const table = chosen(database, tables, { name, wanted: options.sheet })
    const columns = unlessDamaged(name, () => columnsOf(database, table))
    if (columns.length === 0) throw new TableFault(`Table ${quoted(table)} of ${name} has no columns.`)
    const source = await readTyped(engine, { name, columns, rows: rowsOf(database, { table, columns, name }) }, options)
    const recognised = `SQLite, table ${quoted(table)}`
    return { ...source, recognised, sheets: tables, sheet: table, notes: [...notes, ...source.notes] }
  } finally {
    database.close()
  }
}

function openDatabase(path: string, name: string): DatabaseSync {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  return unlessDamaged(name, () => {
    const database = new DatabaseSync(address, {
      readOnly: true,
      allowExtension: false,
      enableForeignKeyConstraints: false,
    })
    database.enableDefensive(true)
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY')
    database.setAuthorizer((action, first) => {
      const isAllowed = ALLOWED.has(action) || (action === constants.SQLITE_PRAGMA && PRAGMAS.has(first ?? ''))
      return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY
    })
    return database
  })
}

function tablesOf(database: DatabaseSync, name: string): { tables: string[]; notes: string[] } {
  const found = unlessDamaged(name, () => rows<{ name: string }>(database, LIST_TABLES))
  if (found.length === 0) throw new TableFault(`${name} is an SQLite database without tables. Choose a file with data.`)
  const notes = found.length > TABLES_LISTED ? [`The first ${plural(TABLES_LISTED, 'table')} are listed.`] : []
  return { tables: found.slice(0, TABLES_LISTED).map((table) => table.name), notes }
}

/** In the order of their creation; those that describe a GeoPackage are last. */
const LIST_TABLES = `
  SELECT s.name FROM sqlite_schema AS s JOIN pragma_table_list AS t ON t.name = s.name AND t.schema = 'main'
  WHERE s.type = 'table' AND t.type = 'table' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY s.name LIKE 'gpkg\\_%' ESCAPE '\\', s.rowid`

function chosen(
  database: DatabaseSync,
  tables: readonly string[],
  { name, wanted }: { name: string; wanted: string | undefined },
): string {
  if (wanted !== undefined && !tables.includes(wanted))
    throw new TableFault(`${name} has no table ${quoted(wanted)}. It has ${listed(tables.map(quoted))}.`)
  const hasRows = (table: string) => rows(database, `SELECT 1 FROM ${sqlName(table)} LIMIT 1`).length > 0
  return wanted ?? unlessDamaged(name, () => tables.find(hasRows)) ?? tables[0] ?? ''
}

interface SqliteColumn extends TypedColumn {
  /** The cell as text, in SQLite’s SQL. */
  cell: string
}

/** SQLite stores values of any type in any column, so the types come from the values. */
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

function* rowsOf(
  database: DatabaseSync,
  { table, columns, name }: { table: string; columns: readonly SqliteColumn[]; name: string },
): Generator<(string | null)[]> {
  try {
    const statement = database.prepare(`SELECT ${columns.map(({ cell }) => cell).join(', ')} FROM ${sqlName(table)}`)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    for (const row of statement.iterate() as Iterable<unknown>) {
      yield (row as unknown[]).map((value) => (value === null ? null : String(value)))
    }
  } catch {
    refuse(name)
  }
}

function rows<T>(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): T[] {
  return database.prepare(sql).all(...values) as T[]
}

function unlessDamaged<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch {
    refuse(name)
  }
}

function refuse(name: string): never {
  throw new TableFault(
    `${name} is an SQLite database that can’t be read. It may be damaged, or copied while a program was writing to it.`,
  )
}
