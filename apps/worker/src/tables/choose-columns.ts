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

/** A column as a parameter names it. */
interface Wanted {
  name: string
  /** The parameter to correct if the column does not fit. */
  parameter: string
}

/** The column with that name, ignoring case and surrounding spaces; otherwise an error that lists the columns. */
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
 * The column with exactly that name in the table or, beside one that differs in case, in the file: `T` beside `t` is `T (2)`
 * here. Otherwise the only one whose name differs just in case and surrounding spaces, unless `T (2)` is the name in the
 * file, which may be an earlier result.
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

/** `T` of `T (2)`, as tables name a column whose name differs from another one in nothing or in case. */
function nameBefore({ name, given }: Named): string | undefined {
  return given ?? /^(.+) \(\d+\)$/s.exec(name)?.[1]
}

/** The name of a column in the file, if it was numbered because another one differs just in case. */
export function nameInFile(columns: readonly Named[], column: Named): string {
  const { name } = column
  const before = nameBefore(column)
  if (before === undefined) return name
  const similar = columns.filter((other) => other.name.toLowerCase() === before.toLowerCase())
  return similar.length > 0 && !similar.some((other) => other.name === before) ? before : name
}

/**
 * What the columns of several tables are matched by: their names, ignoring case, but exactly where one of the files has
 * names that differ just in case.
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

/** A name in SQL that means another column than in the file, because SQL ignores case. */
export interface CaseClash {
  /** As the file and the query write it, such as `T`. */
  written: string
  /** The column that SQL takes for it, such as `t`. */
  taken: string
  /** What the column of the file is called in the table, such as `T (2)`. */
  name: string
  /** The query with that name. */
  fixed: string
}

/** The names of this kind in a query or formula. */
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

/** Renames a column in SQL. Texts, functions, and names that the query itself gives are left as they are. */
function renamed(sql: string, name: string, to: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const tokens = `'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_]|\\s*\\()`
  return sql.replace(new RegExp(tokens, 'gu'), (token, at: number) => {
    const isName = token === name || token === sqlName(name)
    return isName && !/\bas\s+$/i.test(sql.slice(0, at)) ? to : token
  })
}

/** The named columns without duplicates. */
export function columnsNamed(table: Table, names: readonly string[], parameter: string): TableColumn[] {
  return [...new Set(names.map((name) => columnNamed(table, { name, parameter })))]
}

/** The column of that name and kind. If it is of another kind, the error names a row that shows why. */
export async function columnOfKind(
  engine: Engine,
  table: Table,
  { name, parameter, kind }: Wanted & { kind: 'number' | 'time' },
): Promise<TableColumn> {
  const column = columnNamed(table, { name, parameter })
  if (column.kind === kind) return column
  const others = table.columns.filter((one) => one.kind === kind).map((one) => one.name)
  const { mismatches } = column
  if (mismatches?.wanted === kind) {
    const more = mismatches.count > 1 ? ` (and ${plural(mismatches.count - 1, 'more row')} like it)` : ''
    throw new StepError(
      `Column \`${column.name}\` of ${table.name} has ${quoted(mismatches.value)} in row ${count(mismatches.row)}${more}, which is not a ${kind}. Run Clean table first, which can empty such cells, or correct the file.`,
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

/** The first value that is not a number or time, otherwise the first one. */
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

/** The named columns, which must be numeric. Without names, all numeric columns. */
export async function numberColumns(
  engine: Engine,
  table: Table,
  { names, parameter }: { names: readonly string[]; parameter: string },
): Promise<TableColumn[]> {
  if (names.length > 0) {
    const named = await Promise.all(
      names.map((name) => columnOfKind(engine, table, { name, parameter, kind: 'number' })),
    )
    return [...new Set(named)]
  }
  const found = table.columns.filter((column) => column.kind === 'number')
  if (found.length > 0) return found
  const almost = table.columns.find((column) => column.mismatches?.wanted === 'number')
  if (almost) return [await columnOfKind(engine, table, { name: almost.name, parameter, kind: 'number' })]
  const present = table.columns.map((column) => column.name)
  throw new StepError(
    `${table.name} has no numeric column. Its columns are: ${listed(present)}. Choose another file. If a column has a few cells that are not numbers, run Clean table first.`,
  )
}

/** The named column, which must contain times. Without a name, the first time column, if any. */
export async function timeColumn(
  engine: Engine,
  table: Table,
  { name, parameter }: { name: string | null; parameter: string },
): Promise<TableColumn | undefined> {
  if (name) return columnOfKind(engine, table, { name, parameter, kind: 'time' })
  return table.columns.find((column) => column.kind === 'time')
}

/**
 * The column that distinguishes the series in one table, such as the station: a text column with few distinct values that
 * identifies each row together with the time. Undefined if the times alone are unique; then a hint in the log names the
 * columns that the setting could choose, because the rows of several stations can have different times.
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
      `Hardly any time occurs twice, so all rows are one series. If a column distinguishes several, choose it under “${hint.setting}”: ${listed(names)}.`,
    )
  return at === undefined ? undefined : candidates[at]
}
