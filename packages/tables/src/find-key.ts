import { computeAggregates } from './aggregates.ts'
import { type ComparableColumn, comparisonSql, type Sides } from './compared-columns.ts'
import type { Engine } from './engine.ts'

/** How many columns are tried, from the left. In nearly all tables, keys are on the left. */
const CANDIDATES = 12
const PAIRS_TRIED = 6
/** Minimum estimated share of distinct values in a key column. It is below 1, because an estimate may be too low. */
const ESTIMATE = 0.8

interface Candidate {
  column: ComparableColumn
  /** The estimated share of distinct values: the lower of the shares in the two tables. */
  share: number
}

/**
 * Finds a key, whose values identify every row in both tables. A key is a single column or, if no column suffices, a
 * pair of columns. Undefined if no key is found. If there are several keys, chooses the one with the most values that
 * occur in both tables. Values that are unique only by chance, such as measurements, differ between tables.
 */
export async function keyColumns(engine: Engine, sides: Sides): Promise<string[] | undefined> {
  const candidates = await estimated(engine, sides)
  const single = candidates.filter(({ share }) => share >= ESTIMATE).map(({ column }) => [column])
  const key = (await bestKey(engine, sides, single)) ?? (await bestKey(engine, sides, pairsOf(candidates)))
  return key?.map(({ name }) => name)
}

async function bestKey(engine: Engine, sides: Sides, keys: ComparableColumn[][]) {
  let best: { key: ComparableColumn[]; shared: number } | undefined
  for (const key of keys) {
    if (!(await identifies(engine, sides, key))) continue
    const shared = await sharedValues(engine, sides, key)
    if (!best || shared > best.shared) best = { key, shared }
  }
  return best?.key
}

async function sharedValues(engine: Engine, { before, after }: Sides, key: ComparableColumn[]): Promise<number> {
  const read = (side: 'before' | 'after', from: string) =>
    `SELECT ${key.map((column, at) => `${comparisonSql(column)[side]} AS k${at}`).join(', ')} FROM ${from}`
  const equal = key.map((_, at) => `b.k${at} = a.k${at}`).join(' AND ')
  const { shared } = await engine.row<{ shared: number }>(
    `SELECT count(*) AS shared FROM (${read('after', after.from)}) a SEMI JOIN (${read('before', before.from)}) b ON ${equal}`,
  )
  return shared
}

/** Returns columns that may be part of a key: text, times and integers. Fractions are unique only by chance. */
async function estimated(engine: Engine, { before, after, columns }: Sides): Promise<Candidate[]> {
  const could = columns
    .filter((column) => [column.before, column.after].every(({ kind, type }) => isKeyKind(kind, type)))
    .slice(0, CANDIDATES)
  if (could.length === 0) return []
  const shares = await Promise.all(
    (['before', 'after'] as const).map(async (side) => {
      const from = side === 'before' ? before.from : after.from
      const asked = could.map(
        (column, at) => [`c${at}`, `approx_count_distinct(${comparisonSql(column)[side]})`] as const,
      )
      const found = await computeAggregates(engine, from, {
        numbers: { rows: 'count(*)', ...Object.fromEntries(asked) },
      })
      const rows = Math.max(1, found.number('rows') ?? 0)
      return could.map((_, at) => (found.number(`c${at}`) ?? 0) / rows)
    }),
  )
  return could.map((column, at) => ({ column, share: Math.min(...shares.map((side) => side[at] ?? 0)) }))
}

function isKeyKind(kind: string, type: string): boolean {
  return kind === 'text' || kind === 'time' || (kind === 'number' && /INT/.test(type))
}

/**
 * Returns the pairs of columns to try as keys. Pairs of different kinds, such as a time and a station name, come first.
 */
function pairsOf(candidates: Candidate[]): ComparableColumn[][] {
  const pairs = candidates.flatMap((first, at) => candidates.slice(at + 1).map((second) => [first, second] as const))
  const isMixed = ([a, b]: readonly [Candidate, Candidate]) => a.column.after.kind !== b.column.after.kind
  return pairs
    .filter(([a, b]) => a.share > 0 && b.share > 0)
    .toSorted((a, b) => Number(isMixed(b)) - Number(isMixed(a)))
    .slice(0, PAIRS_TRIED)
    .map(([a, b]) => [a.column, b.column])
}

async function identifies(engine: Engine, { before, after }: Sides, key: ComparableColumn[]): Promise<boolean> {
  for (const side of ['before', 'after'] as const) {
    const values = key.map((column) => comparisonSql(column)[side])
    const { is } = await engine.row<{ is: boolean }>(
      `SELECT count(*) = count(DISTINCT (${values.join(', ')})) AND bool_and(${values.map((value) => `(${value}) IS NOT NULL`).join(' AND ')}) AS is
       FROM ${side === 'before' ? before.from : after.from}`,
    )
    if (!is) return false
  }
  return true
}
