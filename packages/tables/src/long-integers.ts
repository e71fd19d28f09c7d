import { computeAggregates } from './aggregates.ts'
import type { Engine } from './engine.ts'
import { fileChunks } from './file-chunks.ts'
import { sqlName, sqlText } from './sql.ts'

/** A HUGEINT can hold every integer of 38 digits. Outputs can store these integers: Parquet stores them as DECIMAL. */
const HUGEINT_DIGITS = 38

/**
 * Adds two properties to each column: `infinite` is the number of cells that are NaN or infinite, such as 1e400, and
 * `isLarge` says whether a value has a magnitude of 1e15 or more. Large integers may lose digits: the engine reads them
 * as floating-point numbers, or as HUGEINT, which tables stored as Parquet would round.
 */
export async function withNumbers<Column extends { own: string; type: string }>(
  engine: Engine,
  loaded: string,
  columns: readonly Column[],
): Promise<(Column & { infinite: number; isLarge: boolean })[]> {
  const numbers = columns.flatMap(({ own, type }, at) => {
    if (type !== 'DOUBLE' && type !== 'HUGEINT') return []
    const value = `${sqlName(own)}::DOUBLE`
    return [
      [`infinite${at}`, `count_if(NOT isfinite(${value}))`],
      [`large${at}`, `max(abs(${value})) FILTER (WHERE isfinite(${value})) >= 1e15`],
    ] as const
  })
  const figures = await computeAggregates(engine, loaded, { numbers: Object.fromEntries(numbers) })
  return columns.map((column, at) => ({
    ...column,
    infinite: figures.number(`infinite${at}`) ?? 0,
    isLarge: figures.number(`large${at}`) === 1,
  }))
}

/**
 * Matches JSON of floating-point numbers that may be rounded integers: numbers with an exponent, or with 16 digits and
 * no fraction.
 */
const ROUNDED = String.raw`\d{16}\.0|\d[eE]`

/** Returns the columns of a JSON file that may contain rounded integers, including integers in lists and objects. */
export async function roundedColumns<Column extends { own: string; type: string; isLarge: boolean }>(
  engine: Engine,
  { path, loaded, columns }: { path: string; loaded: string; columns: readonly Column[] },
): Promise<Column[]> {
  const large = columns.filter(({ isLarge }) => isLarge)
  const nested = columns.filter(({ type }) => /.\bDOUBLE\b|\bDOUBLE\b./.test(type))
  if (large.length + nested.length === 0 || !(await hasLongIntegers(path))) return []
  const numbers = nested.map(({ own }, at) => {
    return [`rounded${at}`, `bool_or(regexp_matches(${sqlName(own)}::JSON::VARCHAR, ${sqlText(ROUNDED)}))`] as const
  })
  const found = await computeAggregates(engine, loaded, { numbers: Object.fromEntries(numbers) })
  return [...large, ...nested.filter((_, at) => found.number(`rounded${at}`) === 1)]
}

/**
 * Whether a JSON file may contain integers of 16 digits or more. Floating-point numbers can't represent all of these.
 */
async function hasLongIntegers(path: string): Promise<boolean> {
  let end = ''
  for await (const chunk of fileChunks(path, { highWaterMark: 1 << 20, encoding: 'latin1' })) {
    const text: string = end + chunk
    if (/[:,[\s-]\d{16}/.test(text)) return true
    end = text.slice(-16)
  }
  return false
}

/** SQL that is true if a floating-point number would lose digits of the integer in a cell. */
function isRoundedSql(cell: string): string {
  const digits = (text: string) => `rtrim(replace(regexp_extract(${text}, '[\\d.]+'), '.', ''), '0')`
  return `regexp_full_match(${cell}, '-?\\d{16,}') AND ${digits(cell)} <> ${digits(`${cell}::DOUBLE::VARCHAR`)}`
}

/**
 * Returns the types of columns of numbers that were read as text: HUGEINT for integers, DOUBLE if some numbers have a
 * fraction or an exponent. Columns that no type can store are left out: those with an integer of more than 38 digits,
 * and those that mix fractions with integers that a DOUBLE would round.
 */
export async function typesOfNumbers(
  engine: Engine,
  table: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const numbers = names.flatMap((name, at) => {
    const cell = sqlName(name)
    return [
      [`fraction${at}`, `bool_or(regexp_matches(${cell}, '[.eE]') AND isfinite(${cell}::DOUBLE))`],
      [`rounded${at}`, `bool_or(${isRoundedSql(cell)})`],
      [`digits${at}`, `max(length(ltrim(${cell}, '-')))`],
    ] as const
  })
  const figures = await computeAggregates(engine, table, { numbers: Object.fromEntries(numbers) })
  const typeAt = (at: number) => {
    if (figures.number(`fraction${at}`) === 1) return figures.number(`rounded${at}`) === 1 ? undefined : 'DOUBLE'
    return (figures.number(`digits${at}`) ?? 0) <= HUGEINT_DIGITS ? 'HUGEINT' : undefined
  }
  return new Map(
    names.flatMap((name, at): [string, string][] => {
      const type = typeAt(at)
      return type ? [[name, type]] : []
    }),
  )
}
