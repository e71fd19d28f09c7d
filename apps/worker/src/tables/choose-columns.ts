import type { Engine } from '@millrace/tables/engine'
import { count, listed, plural, quoted } from '@millrace/tables/sentences'
import { findSeries } from '@millrace/tables/series'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn, type ValueKind } from '@millrace/tables/table'
import { type StepContext, StepError } from '@millrace/worker-sdk'
import { keyOf } from './date-orders.ts'
import { nearestNames } from './nearest-names.ts'

const KIND_WORDS: Record<ValueKind, string> = {
  number: 'numbers',
  time: 'times',
  boolean: 'true and false',
  text: 'text',
  other: 'nested values',
}

interface Wanted {
  name: string
  /** The parameter to correct if the column is not suitable. */
  parameter: string
  /** Whether the step is Clean table. If so, the error doesn’t advise running Clean table first. */
  isCleaning?: boolean | undefined
}

/**
 * Returns the column with that name, ignoring case and surrounding spaces. If there is none, throws an error that lists
 * the columns.
 */
export function columnNamed(table: Table, { name, parameter }: Wanted): TableColumn {
  const found = findColumn(table, name)
  if (found) return found
  const wanted = name.trim()
  const names = table.columns.map((column) => column.name)
  throw new StepError(`Column \`${wanted}\` not found. Available in ${table.name}: ${listed(names)}.`, {
    parameter: { name: parameter, wrong: name, suggestions: nearestNames(wanted, names) },
  })
}

type Named = Pick<TableColumn, 'name' | 'given'>

/**
 * Finds a column by its name in the table or in the file. The two names may differ: if a file has columns `t` and `T`,
 * they are called `t` and `T (2)` in the table, because SQL ignores case. Exact matches come first. Otherwise, returns
 * the only column whose name differs just in case and surrounding spaces. If the file itself has columns `t` and
 * `T (2)`, for example as the result of an earlier step, returns undefined for `T`, which could mean either of them.
 */
export function findColumn<C extends Named>({ columns }: { columns: readonly C[] }, name: string): C | undefined {
  const wanted = name.trim()
  const exact = columns.find((column) => column.name === name)
  if (exact) return exact
  const similar = columns.filter((column) => column.name.trim().toLowerCase() === wanted.toLowerCase())
  if (similar.length === 0) return undefined
  const renamed = columns.find(({ given }) => given === wanted)
  if (renamed) return renamed
  return similar.length === 1 && !columns.some((column) => nameBefore(column) === wanted) ? similar[0] : undefined
}

/**
 * Returns the name without the number that the table added: `T` for `T (2)`. Tables number columns whose names repeat
 * or differ only in case.
 */
function nameBefore({ name, given }: Named): string | undefined {
  return given ?? /^(.+) \(\d+\)$/s.exec(name)?.[1]
}

/**
 * Returns the column’s name in the file. If names differ only in case, such as `t` and `T`, the table numbers the later
 * ones. For `T (2)`, this function then returns `T`. Other names are returned unchanged.
 */
export function nameInFile(columns: readonly Named[], column: Named): string {
  const { name } = column
  const before = nameBefore(column)
  if (before === undefined) return name
  const similar = columns.filter((other) => other.name.toLowerCase() === before.toLowerCase())
  return similar.length > 0 && !similar.some((other) => other.name === before) ? before : name
}

/**
 * Returns keys for matching the columns of several tables: their names, in lowercase. If names within one file differ
 * only in case, these names keep their case.
 */
export function columnKeys(tables: readonly Pick<Table, 'columns'>[]): string[][] {
  const named = tables.map(({ columns }) => columns.map((column) => nameInFile(columns, column)))
  const exact = new Set(named.flatMap((names) => repeatedIn(names.map(keyOf))))
  return named.map((names) => names.map((name) => (exact.has(keyOf(name)) ? name.trim() : keyOf(name))))
}

function repeatedIn(keys: readonly string[]): string[] {
  const seen = new Set<string>()
  return keys.filter((key) => seen.size === seen.add(key).size)
}

/** A name in SQL that refers to the wrong column, because SQL ignores case. */
export interface CaseClash {
  /** The name as written in the file and in the query, such as `T`. */
  written: string
  /** The column that SQL uses instead, such as `t`. */
  taken: string
  /** The intended column's name in the table, such as `T (2)`. */
  name: string
  /** The query with the correct name. */
  fixed: string
}

export function caseClashesIn(sql: string, { columns }: Pick<Table, 'columns'>): CaseClash[] {
  return columns.flatMap((column): CaseClash[] => {
    const { name } = column
    const written = nameBefore(column)
    if (written === undefined) return []
    const similar = columns.filter((other) => other.name.toLowerCase() === written.toLowerCase())
    const [taken] = similar
    if (!taken || similar.some((other) => other.name === written)) return []
    const fixed = renamed(sql, written, sqlName(name))
    return fixed === sql ? [] : [{ written, taken: taken.name, name, fixed }]
  })
}

/**
 * Replaces the name of a column in SQL. String literals, functions, and names that the query itself defines are left
 * unchanged.
 */
function renamed(sql: string, name: string, to: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const tokens = `'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_]|\\s*\\()`
  return sql.replace(new RegExp(tokens, 'gu'), (token, at: number) => {
    const isName = token === name || token === sqlName(name)
    return isName && !/\bas\s+$/i.test(sql.slice(0, at)) ? to : token
  })
}

/** Returns the named columns without duplicates. */
export function columnsNamed(table: Table, names: readonly string[], parameter: string): TableColumn[] {
  return [...new Set(names.map((name) => columnNamed(table, { name, parameter })))]
}

/** Returns the column with that name. If it has another kind, throws an error that shows a value of the wrong kind. */
export async function columnOfKind(
  engine: Engine,
  table: Table,
  { name, parameter, isCleaning, kind }: Wanted & { kind: 'number' | 'time' },
): Promise<TableColumn> {
  const column = columnNamed(table, { name, parameter })
  if (column.kind === kind) return column
  const others = table.columns.filter((one) => one.kind === kind).map((one) => one.name)
  const { mismatches } = column
  if (mismatches?.wanted === kind) {
    const more = mismatches.count > 1 ? ` (and ${plural(mismatches.count - 1, 'more row')} like it)` : ''
    const remedy = isCleaning ? 'Raise “Unreadable cells” to empty' : 'Run Clean table first, which can empty'
    throw new StepError(
      `Column \`${column.name}\` of ${table.name} has ${quoted(mismatches.value)} in row ${count(mismatches.row)}${more}, which is not a ${kind}. ${remedy} such cells, or correct the file.`,
    )
  }
  const remedy =
    others.length > 0
      ? `Choose one of these: ${listed(others)}.`
      : `${table.name} has no ${kind} column. If it should have one, its ${kind}s are in a format that is not recognized.`
  throw new StepError(
    `Column \`${column.name}\` of ${table.name} has ${KIND_WORDS[column.kind]}, not ${KIND_WORDS[kind]}${await firstValue(engine, table, { column, kind })}. ${remedy}`,
    { parameter: { name: parameter, wrong: name, suggestions: nearestNames(name, others) } },
  )
}

/**
 * Returns a phrase such as `: row 3 has “n/a”` about the first value that is not of the given kind. If all values are
 * of that kind, the phrase is about the first value. Empty if the column has no values.
 */
async function firstValue(
  engine: Engine,
  table: Table,
  { column, kind }: { column: TableColumn; kind: 'number' | 'time' },
): Promise<string> {
  const name = sqlName(column.name)
  const fits = `TRY_CAST(${name}::VARCHAR AS ${kind === 'number' ? 'DOUBLE' : 'TIMESTAMP'}) IS NOT NULL`
  const [first] = await engine.rows<{ row: number; value: string }>(
    `SELECT ${ROW} AS row, ${name}::VARCHAR AS value FROM ${table.numbered} WHERE ${name} IS NOT NULL ORDER BY ${fits}, ${ROW} LIMIT 1`,
  )
  return first ? `: row ${count(first.row)} has ${quoted(first.value)}` : ''
}

/** Returns the named columns, which must be numeric. Without names, returns all numeric columns. */
export async function numberColumns(
  engine: Engine,
  table: Table,
  { names, parameter, isCleaning }: Omit<Wanted, 'name'> & { names: readonly string[] },
): Promise<TableColumn[]> {
  if (names.length > 0) {
    const named = await Promise.all(
      names.map((name) => columnOfKind(engine, table, { name, parameter, isCleaning, kind: 'number' })),
    )
    return [...new Set(named)]
  }
  const found = table.columns.filter((column) => column.kind === 'number')
  if (found.length > 0) return found
  const almost = table.columns.find((column) => column.mismatches?.wanted === 'number')
  if (almost) return [await columnOfKind(engine, table, { name: almost.name, parameter, isCleaning, kind: 'number' })]
  const present = table.columns.map((column) => column.name)
  const remedy = isCleaning ? 'raise “Unreadable cells”' : 'run Clean table first'
  throw new StepError(
    `${table.name} has no numeric column. Its columns are: ${listed(present)}. Choose another file. If a column has a few cells that are not numbers, ${remedy}.`,
  )
}

/** Returns the named column, which must contain times. Without a name, returns the first time column, if any. */
export async function timeColumn(
  engine: Engine,
  table: Table,
  { name, parameter, isCleaning }: Omit<Wanted, 'name'> & { name: string | null },
): Promise<TableColumn | undefined> {
  if (name) return columnOfKind(engine, table, { name, parameter, isCleaning, kind: 'time' })
  return table.columns.find((column) => column.kind === 'time')
}

/**
 * Finds the column that distinguishes the series in a table, such as the station: a text column with few distinct
 * values that, together with the time, identifies each row. Undefined if there is none, or if the times alone are
 * unique. If the times are unique, `hint` logs the columns that may still distinguish series.
 */
export async function seriesColumn(
  engine: Engine,
  table: Table,
  time: TableColumn,
  hint?: { setting: string; log: Pick<StepContext<unknown>['log'], 'info'> },
): Promise<TableColumn | undefined> {
  const candidates = table.columns.filter((column) => column.kind === 'text' && !column.mismatches)
  if (candidates.length === 0 || table.rows === 0) return undefined
  const { at, few } = await findSeries(engine, {
    from: table.view,
    time: sqlName(time.name),
    columns: candidates.map(({ name }) => sqlName(name)),
  })
  const names = few.flatMap((place) => (candidates[place] ? [`\`${candidates[place].name}\``] : []))
  if (hint && names.length > 0)
    hint.log.info(
      `Almost no time occurs twice, so all rows are treated as one series. If a column distinguishes several, choose it under “${hint.setting}”: ${listed(names)}.`,
    )
  return at === undefined ? undefined : candidates[at]
}
