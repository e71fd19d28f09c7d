import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { onDuckDB } from '@millrace/tables/testing/duckdb'
import type { ParameterProperty, Step } from '@millrace/worker-sdk'
import fc from 'fast-check'
import { testFolder } from './testing.ts'

/** A table, stored by column. Cells are SQL literals for Parquet, or plain text for CSV. */
export interface RandomTable {
  columns: { name: string; type: string; cells: string[] }[]
  rows: number
}

const EXTREME_DOUBLES = ['0', '-0.0', '1e300', '-1e300', '5e-324', '-999', '3.4e38']
const DOUBLES = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...EXTREME_DOUBLES) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  // Doubles with up to 17 digits, like those produced by instruments and computations.
  { weight: 4, arbitrary: fc.double({ min: 0, max: 10, noNaN: true }).map(String) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 100_000_000 }).map((value) => String(value / 100)) },
)
const NOT_FINITE = fc.constantFrom("'nan'", "'inf'", "'-inf'")
const INTEGERS = (low: bigint, high: bigint) =>
  fc.oneof(fc.bigInt({ min: low, max: high }), fc.constantFrom(low, high, 0n)).map(String)
const WORDS = [
  '',
  ' ',
  'NA',
  'k.A.',
  '-',
  'n/a',
  '12',
  '1,5',
  '1.234,5',
  '00123',
  'yes',
  'err',
  'Köln',
  "O'Brien",
  '“x”',
]
const TEXTS = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', maxLength: 12 }))
const DAYS = fc.oneof(
  fc.integer({ min: 0, max: 5000 }).map((day) => new Date(Date.UTC(2019, 0, 1) + day * 86_400_000).toISOString()),
  fc.constantFrom('0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'),
)
const CLOSE_MOMENTS = fc
  .integer({ min: 0, max: 400 })
  .map((at) => new Date(Date.UTC(2024, 2, 1) + at * 900_000).toISOString())
const MOMENTS = fc.oneof(CLOSE_MOMENTS, DAYS)
const EXTREME_TIMES = fc.constantFrom("'infinity'", "'-infinity'", "'290000-01-01'", "'4000-01-01 (BC)'")
const quoted = (text: fc.Arbitrary<string>) => text.map((value) => sqlText(value.replaceAll('\0', '')))

/** SQL literals of many types that a Parquet file can contain. */
const LITERALS: Record<string, fc.Arbitrary<string>> = {
  DOUBLE: fc.oneof({ weight: 9, arbitrary: DOUBLES }, NOT_FINITE),
  FLOAT: fc.oneof({ weight: 9, arbitrary: DOUBLES.filter((text) => Math.abs(Number(text)) < 3e38) }, NOT_FINITE),
  TINYINT: INTEGERS(-128n, 127n),
  UTINYINT: INTEGERS(0n, 255n),
  INTEGER: INTEGERS(-(2n ** 31n), 2n ** 31n - 1n),
  BIGINT: INTEGERS(-(2n ** 63n), 2n ** 63n - 1n),
  UBIGINT: INTEGERS(0n, 2n ** 64n - 1n),
  HUGEINT: INTEGERS(-(2n ** 100n), 2n ** 100n),
  'DECIMAL(4,2)': fc.integer({ min: -9999, max: 9999 }).map((value) => (value / 100).toFixed(2)),
  'DECIMAL(38,10)': INTEGERS(-(10n ** 37n), 10n ** 37n).map((digits) => `${digits}::DECIMAL(38,0) / 10000000000`),
  BOOLEAN: fc.constantFrom('true', 'false'),
  VARCHAR: quoted(TEXTS),
  DATE: fc.oneof({ weight: 9, arbitrary: DAYS.map((day) => sqlText(day.slice(0, 10))) }, EXTREME_TIMES),
  TIMESTAMP: quoted(CLOSE_MOMENTS),
  // Another name for TIMESTAMP, used for columns whose times may be far apart. In a TIMESTAMP column, a regular series
  // of such times would have millions of intervals and take minutes.
  DATETIME: fc.oneof({ weight: 9, arbitrary: quoted(MOMENTS) }, EXTREME_TIMES),
  TIMESTAMP_S: quoted(MOMENTS),
  TIMESTAMP_NS: quoted(MOMENTS.filter((time) => time.startsWith('20'))),
  TIMESTAMPTZ: fc.oneof({ weight: 9, arbitrary: quoted(MOMENTS) }, EXTREME_TIMES),
  TIME: fc.integer({ min: 0, max: 1439 }).map((minute) => `TIME '00:00' + to_minutes(${minute})`),
  INTERVAL: fc.nat(9999).map((hours) => `to_hours(${hours})`),
  UUID: fc.uuid().map(sqlText),
  "ENUM('a','b','')": fc.constantFrom("'a'", "'b'", "''"),
  BLOB: fc.constantFrom("'\\x00\\xFF'", "''"),
  'INTEGER[]': fc.constantFrom('[1, 2]', '[]', '[NULL]'),
  'STRUCT(a INTEGER, b VARCHAR)': fc.constantFrom("{'a': 1, 'b': 'x'}", "{'a': NULL, 'b': ''}"),
  'MAP(VARCHAR, INTEGER)': fc.constantFrom("MAP {'a': 1}", 'MAP {}'),
}

const NAMES = fc
  .oneof(
    fc.constantFrom(
      'time',
      'station',
      'lon',
      'lat',
      'level_cm',
      'temp_min',
      'rows',
      'x',
      'y',
      'Höhe [cm]',
      'a"b',
      "a'b",
      ' v ',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((name) => name.replace(/[\p{Cc}\p{Cs}]/gu, '')),
  )
  .filter((name) => name.trim() !== '')

interface TableKind {
  literals: Record<string, fc.Arbitrary<string>>
  usual: readonly string[]
  empty: string
}

function tableOf({ literals, usual, empty }: TableKind): fc.Arbitrary<RandomTable> {
  const shape = fc.record({
    rows: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 5, max: 60 })),
    names: fc.uniqueArray(NAMES, { minLength: 1, maxLength: 5, selector: (name) => name.trim().toLowerCase() }),
  })
  return shape.chain(({ rows, names }) => {
    const column = (name: string) =>
      fc.constantFrom(...Object.keys(literals), ...usual, ...usual, ...usual).chain((type) => {
        const literal = literals[type] ?? fc.constant(empty)
        // A few distinct values create groups, series and repeated rows.
        const few = fc.array(literal, { minLength: 1, maxLength: 3 }).chain((values) => fc.constantFrom(...values))
        const cell = fc.boolean().chain((isFew) => (isFew ? few : literal))
        const cells = fc.array(fc.oneof({ weight: 6, arbitrary: cell }, fc.constant(empty)), {
          minLength: rows,
          maxLength: rows,
        })
        return cells.map((own) => ({ name, type, cells: own }))
      })
    return fc.tuple(...names.map(column)).map((columns) => ({ columns, rows }))
  })
}

/** Tables with columns of the types in `LITERALS`. */
export const typedTables = tableOf({ literals: LITERALS, usual: ['DOUBLE', 'TIMESTAMP', 'VARCHAR'], empty: 'NULL' })

const minuteOf = (time: string) => time.slice(0, 16).replace('T', ' ')

const SPELLINGS: Record<string, fc.Arbitrary<string>> = {
  numbers: DOUBLES,
  decimals: fc.integer({ min: -99_999, max: 99_999 }).map((value) => (value / 100).toFixed(2)),
  integers: fc.integer({ min: -50, max: 50 }).map(String),
  words: fc.constantFrom(...WORDS),
  texts: fc.string({ unit: 'grapheme', maxLength: 12 }),
  times: CLOSE_MOMENTS.map(minuteOf),
  'distant times': MOMENTS.map(minuteOf),
  days: MOMENTS.map((time) => time.slice(0, 10)),
  clocks: MOMENTS.map((time) => time.slice(11, 16)),
  flags: fc.constantFrom('true', 'false'),
  stations: fc.constantFrom('Köln', 'Bonn', 'Mainz'),
}

/** Tables as text, with the formats of numbers and times that people and instruments use. */
export const textTables = tableOf({ literals: SPELLINGS, usual: ['numbers', 'times', 'stations'], empty: '' })

/** Returns the table as a CSV file in which every cell is quoted. */
export function csvOf({ columns, rows }: RandomTable): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = Array.from({ length: rows }, (_, row) => columns.map(({ cells }) => cell(cells[row] ?? '')).join(','))
  return `${[columns.map(({ name }) => cell(name)).join(','), ...lines].join('\n')}\n`
}

export async function parquetOf({ columns, rows }: RandomTable): Promise<Uint8Array> {
  const types = columns.map(({ name, type }) => `${sqlName(name)} ${type}`)
  const lines = Array.from({ length: rows }, (_, row) => `(${columns.map(({ cells }) => cells[row]).join(', ')})`)
  const insert = rows > 0 ? [`INSERT INTO t VALUES ${lines.join(', ')}`] : []
  return parquetOfQuery('FROM t', { first: [`CREATE TEMP TABLE t (${types.join(', ')})`, ...insert] })
}

/** Runs the statements in `first`, and returns the result of a query as a Parquet file. */
export async function parquetOfQuery(
  query: string,
  { first = [], rowsTogether = 122_880 }: { first?: readonly string[]; rowsTogether?: number } = {},
): Promise<Uint8Array> {
  const path = join(await testFolder(), 'table.parquet')
  await onDuckDB(async (connection) => {
    for (const statement of first) await connection.run(statement)
    await connection.run(`COPY (${query}) TO ${sqlText(path)} (FORMAT parquet, ROW_GROUP_SIZE ${rowsTogether})`)
  })
  return readFile(path)
}

/** Generates parameters that the form of a step would accept for this table. */
export function parametersFor(step: Step, { columns }: RandomTable): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(step.parameters?.properties ?? {}).filter(([name]) => name !== 'encoding')
  const values = properties.map(([name, property]) => {
    const kinds = [property['x-column-kind'] ?? 'any'].flat() as (keyof typeof KINDS)[]
    const fits = (type: string) => kinds.some((kind) => KINDS[kind].test(type))
    const fitting = columns.filter((column) => fits(column.type)).map((column) => column.name)
    return [name, valueFor({ name, property }, fitting)] as const
  })
  const needed = new Set(step.parameters?.required)
  const optional = values.filter(([name]) => !needed.has(name))
  // With many parameters, most combinations are refused.
  const few = fc.subarray(optional, { maxLength: Math.min(optional.length, 4) })
  return fc
    .oneof(few, fc.subarray(optional))
    .chain((chosen) =>
      fc.record(Object.fromEntries(values.filter((one) => needed.has(one[0]) || chosen.includes(one)))),
    )
}

const KINDS = {
  number: /INT|DOUBLE|FLOAT|DECIMAL|numbers|decimals|integers/,
  time: /DATE|TIMESTAMP|times|days/,
  any: /./,
}

interface Parameter {
  name: string
  property: ParameterProperty
}

function valueFor({ name, property }: Parameter, columns: readonly string[]): fc.Arbitrary<unknown> {
  const types = [property.type ?? []].flat()
  const value = valueOfType({ name, property }, { type: types.find((type) => type !== 'null'), columns })
  return types.includes('null') ? fc.option(value) : value
}

function valueOfType(
  { name, property }: Parameter,
  { type, columns }: { type: string | undefined; columns: readonly string[] },
): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 100 } = property
  if (property.enum) return fc.constantFrom(...property.enum)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 60) })
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
  const isColumn = 'x-column-of' in property
  if (isColumn && type === 'array' && columns.length === 0) return fc.constant([])
  const item = isColumn
    ? fc.constantFrom(...columns, ...(columns.length === 0 ? ['x'] : []))
    : itemFor({ name, property }, columns)
  if (type === 'array' && isColumn) return fc.array(item, { maxLength: 3 })
  if (type === 'array') return fc.uniqueArray(item, { minLength: 1, maxLength: 3 })
  return item
}

function itemFor({ name, property }: Parameter, columns: readonly string[]): fc.Arbitrary<unknown> {
  const { items, format } = property
  if (items?.properties) {
    const fields = Object.entries(items.properties as Record<string, ParameterProperty>)
    return fc.record(
      Object.fromEntries(fields.map(([own, field]) => [own, valueFor({ name: own, property: field }, columns)])),
    )
  }
  if (items?.enum) return fc.constantFrom(...items.enum)
  if (format === 'sql') return fc.constant('SELECT * FROM input')
  if (name === 'time_zone') return fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Berlin')
  if (name === 'formula') return fc.constantFrom('1 / 3', 'rowid', "it's", ...columns.map((own) => sqlName(own)))
  return fc.constantFrom('-999', 'NA', 'err', '0', "it's")
}
