import { computeAggregates } from './aggregates.ts'
import type { Engine } from './engine.ts'
import { sqlName } from './sql.ts'

/** Maximum number of digits of a HUGEINT. Outputs can store integers of this length, Parquet as DECIMAL. */
const HUGEINT_DIGITS = 38

/**
 * Returns the columns that contain only integers, some too long for BIGINT. The engine reads such columns as
 * floating-point numbers, which lose digits, or as HUGEINT, which tables stored as Parquet would round.
 */
export async function longIntegers<Column extends { own: string; type: string }>(
  engine: Engine,
  loaded: string,
  columns: readonly Column[],
): Promise<Column[]> {
  const wide = columns.filter(({ type }) => type === 'DOUBLE' || type === 'HUGEINT')
  if (wide.length === 0) return []
  const isLong = (value: string) =>
    `bool_and(${value} = floor(${value})) AND max(abs(${value})) FILTER (WHERE isfinite(${value})) >= 1e15`
  const numbers = wide.map(({ own }) => [own, isLong(`${sqlName(own)}::DOUBLE`)] as const)
  const figures = await computeAggregates(engine, loaded, { numbers: Object.fromEntries(numbers) })
  return wide.filter(({ own }) => figures.number(own) === 1)
}

/** Adds to each column the number of cells with NaN or an infinite number, such as 1e400. */
export async function withNonFinite<Column extends { own: string; type: string }>(
  engine: Engine,
  loaded: string,
  columns: readonly Column[],
): Promise<(Column & { infinite: number })[]> {
  const floats = columns.filter(({ type }) => type === 'DOUBLE')
  const numbers = floats.map(({ own }) => [own, `count_if(NOT isfinite(${sqlName(own)}))`] as const)
  const counts = await computeAggregates(engine, loaded, { numbers: Object.fromEntries(numbers) })
  return columns.map((column) => ({ ...column, infinite: counts.number(column.own) ?? 0 }))
}

/**
 * Returns the types of columns of numbers that were read as text: HUGEINT for integers, DOUBLE if some numbers have a
 * fraction or an exponent. Columns with integers of more than 38 digits are left out, because no type can store them.
 */
export async function typesOfNumbers(
  engine: Engine,
  table: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const numbers = names.flatMap((name, at) => [
    [
      `fraction${at}`,
      `bool_or(regexp_matches(${sqlName(name)}, '[.eE]') AND isfinite(${sqlName(name)}::DOUBLE))`,
    ] as const,
    [`digits${at}`, `max(length(ltrim(${sqlName(name)}, '-')))`] as const,
  ])
  const figures = await computeAggregates(engine, table, { numbers: Object.fromEntries(numbers) })
  return new Map(
    names.flatMap((name, at): [string, string][] => {
      if (figures.number(`fraction${at}`) === 1) return [[name, 'DOUBLE']]
      return (figures.number(`digits${at}`) ?? 0) <= HUGEINT_DIGITS ? [[name, 'HUGEINT']] : []
    }),
  )
}
