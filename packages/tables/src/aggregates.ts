import type { Engine } from './engine.ts'

/** SQL of the aggregates to compute over a relation, by result name. */
export interface AggregateSql {
  numbers: Record<string, string>
  texts?: Record<string, string>
}

/** The computed aggregates by name: null for an aggregate without a value, such as the mean of no rows. */
export interface Aggregates {
  number(name: string): number | null
  text(name: string): string | null
}

/**
 * Computes many aggregates in one query. Each result column would allocate memory for two thousand values, so the query
 * returns two lists instead.
 */
export async function computeAggregates(
  engine: Engine,
  from: string,
  { numbers, texts = {} }: AggregateSql,
): Promise<Aggregates> {
  const [numeric, textual] = [Object.entries(numbers), Object.entries(texts)]
  // Without aggregates, the query would return every row.
  if (numeric.length + textual.length === 0) return { number: () => null, text: () => null }
  const row = await engine.row<{ numbers: (number | null)[]; texts: (string | null)[] }>(
    `SELECT [${numeric.map(([, sql]) => `(${sql})::DOUBLE`).join(', ')}] AS numbers,
      [${textual.map(([, sql]) => `(${sql})::VARCHAR`).join(', ')}] AS texts FROM ${from}`,
  )
  const foundNumbers = new Map(numeric.map(([name], at) => [name, row.numbers[at] ?? null]))
  const foundTexts = new Map(textual.map(([name], at) => [name, row.texts[at] ?? null]))
  return { number: (name) => foundNumbers.get(name) ?? null, text: (name) => foundTexts.get(name) ?? null }
}
