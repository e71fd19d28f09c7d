import { computeAggregates } from './aggregates.ts'
import { decorationOf } from './decorated-numbers.ts'
import type { Engine } from './engine.ts'
import { isEscapedSql, unescapedSql } from './formula-escapes.ts'
import { sqlName } from './sql.ts'
import type { MissingTexts, Range, TableColumn } from './table.ts'
import { type Outcome, tryReadings } from './try-readings.ts'
import { areMixedTimes, infiniteSql, isInUtc, orderOf, readingSql, readingsOf, spellingOf } from './value-reading.ts'

const SAMPLE_CELLS = 200_000
const SAMPLE_ROWS = 2000
const SAMPLE_ROWS_LEAST = 100
/** Number of columns whose types are detected together, limited by the memory of a step or a preview. */
const BATCH_COLUMNS = { step: 16, preview: 128 }

export interface TypedColumn extends TableColumn {
  /** SQL that computes the typed value from the column in the `TextTable`. */
  sql: string
  range?: Range
  /** The format of the cells, if it is not obvious. */
  spelling?: string
}

/** A table of text whose types are still unknown. */
export interface TextTable {
  table: string
  names: readonly string[]
  decimal: '.' | ','
  /** SQL for the 1-based row number. */
  rowSql: string
  /** Whether the file format has types. If so, cells that consist only of digits are not times. */
  hasTypes?: boolean
  /** Whether up to half of the cells may be mismatches. */
  isLenient?: boolean
  /** Whether cells may have an apostrophe before a formula, or a formula around text, for spreadsheets. */
  mayBeEscaped?: boolean
}

/**
 * Detects the types in a table of text. A sample suggests a type, which is then verified with the whole column. A
 * column is numeric only if every cell is a number or means "no value", so no value is lost. If a few cells do not
 * match, the column stays text, and these cells are counted as mismatches.
 */
export async function typeColumns(engine: Engine, table: TextTable): Promise<TypedColumn[]> {
  const { rows } = await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${table.table}`)
  const columns: TypedColumn[] = []
  const fitting = Math.max(SAMPLE_ROWS_LEAST, Math.floor(SAMPLE_CELLS / table.names.length))
  const sampleRows = Math.min(SAMPLE_ROWS, fitting)
  const together = engine.storesFiles ? BATCH_COLUMNS.preview : BATCH_COLUMNS.step
  for (let from = 0; from < table.names.length; from += together) {
    const names = table.names.slice(from, from + together)
    columns.push(...(await typeSome(engine, { ...table, names, rows }, sampleRows)))
  }
  return columns
}

async function typeSome(
  engine: Engine,
  { table, names, decimal, rowSql, hasTypes, isLenient, mayBeEscaped, rows }: TextTable & { rows: number },
  sampleRows: number,
): Promise<TypedColumn[]> {
  const cells = `SELECT ${names.map(sqlName).join(', ')} FROM ${table}`
  const half = Math.floor(sampleRows / 2)
  const spread = `(${cells} LIMIT ${half}) UNION ALL (${cells} USING SAMPLE reservoir(${half} ROWS) REPEATABLE (1))`
  // The query returns one list per column, because the client converts lists much faster than rows.
  const lists = `SELECT [${names.map((name) => `list(${sqlName(name)})`).join(', ')}] AS lists`
  const sample = await engine.row<{ lists: (string | null)[][] }>(
    `${lists} FROM (${rows > sampleRows ? spread : cells})`,
  )
  const proposals = names.map((name, at) => ({
    name,
    readings: readingsOf(sample.lists[at] ?? [], { name, decimal, hasTypes, isLenient }),
  }))
  const outcomes = Map.groupBy(await tryReadings(engine, { table, rowSql, rows }, proposals), ({ column }) => column)
  const decided = names.map((name, at) => {
    const column = decide(name, outcomes.get(name) ?? [])
    if (column.kind !== 'text' || column.mismatches) return column
    const cells = sample.lists[at] ?? []
    if (areMixedTimes(cells)) return { ...column, mixedTimes: true as const }
    const decoration = decorationOf(cells)
    return decoration ? { ...column, decoration } : column
  })
  const finite = await withInfinite(engine, table, decided)
  const columns = mayBeEscaped ? await withoutEscapes(engine, table, finite) : finite
  // Previews don't report which texts mean "no value".
  const asked = engine.storesFiles ? [] : columns.map((column) => withMissingTexts(engine, table, column))
  const named = engine.storesFiles ? columns : await Promise.all(asked)
  return Promise.all(named.map((column) => withFirstMismatch(engine, { table, rowSql }, column)))
}

/**
 * Chooses the type of a column. Columns of identifiers stay text. Identifiers are numbers such as `00123`, very long
 * integers, and phone numbers.
 */
function decide(name: string, outcomes: readonly Outcome[]): TypedColumn {
  const text: TypedColumn = { name, kind: 'text', type: 'VARCHAR', sql: sqlName(name) }
  const possible = outcomes.filter((one) => one.values > 0 && !(one.identifiers > 0 && one.fractions === 0))
  const [best] = possible.toSorted((a, b) => a.mismatches - b.mismatches)
  if (!best || best.reading.kind === 'text') return text
  const sql = readingSql(sqlName(name), best.reading)
  if (best.mismatches === 0) {
    const missing = best.missing > 0 ? { missing: { count: best.missing, texts: [] } } : {}
    return { name, ...spellingIn(best, possible), ...typed(best, sql), ...missing }
  }
  if (best.reading.kind === 'boolean' || best.mismatches > best.values) return text
  const mismatches = { wanted: best.reading.kind, count: best.mismatches, row: best.firstMismatch, value: '', sql }
  const isCut = best.reading.kind === 'time' && best.fractions > 0
  return { ...text, mismatches: { ...mismatches, ...(isCut && { losesNanoseconds: true as const }) } }
}

function spellingIn(
  best: Outcome,
  possible: readonly Outcome[],
): Pick<TypedColumn, 'spelling' | 'order' | 'isAmbiguous'> {
  const others = possible.filter((one) => one !== best && one.mismatches === 0 && orderOf(one.reading))
  const spelling = spellingOf(best.reading)
  const other = others[0] && orderOf(others[0].reading)
  const order = orderOf(best.reading)
  if (!other || !order) return { ...(spelling && { spelling }), ...(order && { order }) }
  return { spelling: `${spelling}, but ${other} would fit as well`, order, isAmbiguous: true }
}

function typed({ reading, fractions, range }: Outcome, sql: string): Omit<TypedColumn, 'name'> {
  if (reading.kind === 'boolean') return { kind: 'boolean', type: 'BOOLEAN', sql }
  if (reading.kind === 'time') {
    const type = isInUtc(reading) ? 'TIMESTAMP WITH TIME ZONE' : reading.dateOnly ? 'DATE' : 'TIMESTAMP'
    return { kind: 'time', type, sql, range, ...(fractions > 0 && { losesNanoseconds: true as const }) }
  }
  const unit = reading.kind === 'number' ? reading.sign?.text : undefined
  const hasCommas = reading.kind === 'number' && reading.decimal === ','
  const number = {
    kind: 'number',
    range,
    ...(unit !== undefined && { unit }),
    ...(hasCommas && { decimal: ',' as const }),
  } as const
  return fractions > 0 ? { ...number, type: 'DOUBLE', sql } : { ...number, type: 'BIGINT', sql: `(${sql})::BIGINT` }
}

/**
 * Adds the number of infinite values to each column that has any. Infinite values were counted as missing, so only
 * number columns with missing values need to be read again.
 */
async function withInfinite(engine: Engine, table: string, columns: readonly TypedColumn[]): Promise<TypedColumn[]> {
  const asked = columns.filter(({ kind, missing }) => kind === 'number' && missing)
  const numbers = asked.map(({ name }) => [name, `count_if(${infiniteSql(sqlName(name))})`] as const)
  const counts = await computeAggregates(engine, table, { numbers: Object.fromEntries(numbers) })
  return columns.map((column) => {
    const infinite = asked.includes(column) ? counts.number(column.name) : null
    return infinite ? { ...column, infinite } : column
  })
}

async function withoutEscapes(engine: Engine, table: string, columns: readonly TypedColumn[]): Promise<TypedColumn[]> {
  const texts = columns.filter(({ kind }) => kind === 'text')
  const numbers = texts.map(({ name }) => [name, `count_if(${isEscapedSql(sqlName(name))})`] as const)
  const counts = await computeAggregates(engine, table, { numbers: Object.fromEntries(numbers) })
  return columns.map((column) => {
    const escaped = texts.includes(column) ? counts.number(column.name) : null
    return escaped ? { ...column, escaped, sql: unescapedSql(sqlName(column.name)) } : column
  })
}

const MISSING_TEXTS = 5

async function withMissingTexts(engine: Engine, table: string, column: TypedColumn): Promise<TypedColumn> {
  if (!column.missing) return column
  const texts = await missingTexts(engine, table, { cell: sqlName(column.name), value: column.sql })
  return { ...column, missing: { ...column.missing, texts } }
}

/** Returns the most frequent strings that mean "no value". */
export async function missingTexts(
  engine: Engine,
  table: string,
  { cell, value }: { cell: string; value: string },
): Promise<MissingTexts['texts']> {
  const rows = await engine.rows<{ text: string }>(
    `SELECT left(${cell}::VARCHAR, 60) AS text FROM ${table} WHERE (${value}) IS NULL AND ${cell} IS NOT NULL
     GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MISSING_TEXTS}`,
  )
  return rows.map(({ text }) => text)
}

async function withFirstMismatch(
  engine: Engine,
  { table, rowSql }: Pick<TextTable, 'table' | 'rowSql'>,
  column: TypedColumn,
): Promise<TypedColumn> {
  if (!column.mismatches) return column
  const first = `SELECT ${rowSql} AS row, ${sqlName(column.name)} AS value FROM ${table} WHERE ${rowSql} = ${column.mismatches.row}`
  return {
    ...column,
    mismatches: { ...column.mismatches, ...(await engine.row<{ row: number; value: string }>(first)) },
  }
}
