import {
  type ComparableColumn,
  type ComparedTable,
  commonColumns,
  comparisonSql,
  type Sides,
} from './compared-columns.ts'
import type { Engine } from './engine.ts'
import { keyColumns } from './find-key.ts'
import { SLICE_COLUMNS } from './row-store.ts'

export type Matching =
  /** If several rows have the same key, they are paired in order. */
  | { by: 'keys'; columns: string[] }
  | { by: 'position' }
  /** Pairs rows that are equal in all common columns. All other rows count as added or removed. */
  | { by: 'rows' }

/** Numbers are equal if they differ by at most the absolute or the relative tolerance. */
export interface Tolerance {
  absolute: number
  /** A fraction of the larger absolute value. */
  relative: number
}

/** How many rows differ between two tables and how many are the same, and how the rows were paired. */
export interface TableComparison {
  matching: Matching
  added: number
  removed: number
  changed: number
  same: number
  /** How many row pairs differ in each common column. The columns are in the order of the second table. */
  changedCells: { name: string; cells: number }[]
}

/** Name of the table in which `compareTables` stores the rows that differ. */
export const DIFFERENCES = 'differences'

/**
 * Compares two tables row by row and cell by cell. The rows that differ are stored in the table `DIFFERENCES`, in the
 * order of the compared tables. In that table, `before` and `after` are 0-based row numbers (null for an added or
 * removed row), and `changed` lists the indexes of the differing columns among the common columns. To save memory, rows
 * are first joined by row numbers and keys alone, and then compared in slices of columns.
 */
export async function compareTables(
  engine: Engine,
  { before, after }: { before: ComparedTable; after: ComparedTable },
  wanted?: Matching,
  tolerance: Tolerance = { absolute: 0, relative: 0 },
): Promise<TableComparison> {
  const columns = commonColumns(before, after)
  const matching = wanted ?? (await chooseMatching(engine, { before, after, columns }))
  await engine.store('pairs', pairsSql({ before, after, columns, matching }), { columns: 2 })
  const slices = Math.max(1, Math.ceil(columns.length / SLICE_COLUMNS))
  for (let slice = 0; slice < slices; slice += 1) {
    const from = slice * SLICE_COLUMNS
    const compared = columns.slice(from, from + SLICE_COLUMNS)
    await engine.store(`changes_${slice}`, changesSql({ before, after, columns: compared, from, tolerance }), {
      columns: 3,
    })
  }
  await engine.store(DIFFERENCES, differencesSql(slices), { columns: 3 })
  const counts = await countsOf(engine)
  const cells = await changedCellsOf(engine)
  return {
    matching,
    ...counts,
    changedCells: columns.map(({ name }, at) => ({ name, cells: cells.get(at) ?? 0 })),
  }
}

async function chooseMatching(engine: Engine, sides: Sides): Promise<Matching> {
  const names = await keyColumns(engine, sides)
  if (names) return { by: 'keys', columns: names }
  const [before, after] = await Promise.all([rowsOf(engine, sides.before), rowsOf(engine, sides.after)])
  return before === after ? { by: 'position' } : { by: 'rows' }
}

async function rowsOf(engine: Engine, { from }: ComparedTable): Promise<number> {
  return (await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${from}`)).rows
}

function pairsSql({ before, after, columns, matching }: Sides & { matching: Matching }): string {
  const keys = keysOf(columns, matching)
  const side = ({ from, row }: ComparedTable, which: 'before' | 'after') => {
    const values = keys.map((key, at) => `${key[which]} AS k${at}`)
    const read = `SELECT ${[`${row} AS n`, ...values].join(', ')} FROM ${from}`
    const own = keys.map((_, at) => `k${at}`).join(', ')
    return keys.length === 0
      ? read
      : `SELECT *, row_number() OVER (PARTITION BY ${own} ORDER BY n) AS nth FROM (${read})`
  }
  const equal = [...keys.keys()].map((at) => `b.k${at} IS NOT DISTINCT FROM a.k${at}`)
  const on = keys.length === 0 ? 'b.n = a.n' : [...equal, 'b.nth = a.nth'].join(' AND ')
  return `SELECT b.n AS before, a.n AS after
    FROM (${side(before, 'before')}) b FULL OUTER JOIN (${side(after, 'after')}) a ON ${on}`
}

function keysOf(columns: ComparableColumn[], matching: Matching): { before: string; after: string }[] {
  if (matching.by === 'position') return []
  const compared = columns.map((column) => ({ name: column.name, ...comparisonSql(column) }))
  if (matching.by === 'keys') return compared.filter(({ name }) => matching.columns.includes(name))
  // A hash collision would show up as a changed row, because the cells of each pair are compared as well.
  const hash = (which: 'before' | 'after') => `hash(${compared.map((column) => column[which]).join(', ') || '0'})`
  return [{ before: hash('before'), after: hash('after') }]
}

function changesSql({
  before,
  after,
  columns,
  from,
  tolerance,
}: Sides & { from: number; tolerance: Tolerance }): string {
  const values = (which: 'before' | 'after') =>
    columns.map((column, at) => `${comparisonSql(column)[which]} AS v${at}`).join(', ') || '0 AS v0'
  const differ = columns.map((column, at) => `CASE WHEN ${differSql(column, at, tolerance)} THEN ${from + at} END`)
  return `SELECT * FROM (
    SELECT p.before, p.after, list_filter([${differ.join(', ')}]::INTEGER[], x -> x IS NOT NULL) AS changed FROM pairs p
    JOIN (SELECT ${before.row} AS n, ${values('before')} FROM ${before.from}) b ON b.n = p.before
    JOIN (SELECT ${after.row} AS n, ${values('after')} FROM ${after.from}) a ON a.n = p.after
  ) WHERE len(changed) > 0`
}

/** Tolerance for rounding errors: two units in the last place of a DOUBLE. */
const ROUNDING = 4.5e-16

function differSql({ before, after }: ComparableColumn, at: number, { absolute, relative }: Tolerance): string {
  const differ = `b.v${at} IS DISTINCT FROM a.v${at}`
  const areDecimal = before.isDecimal && after.isDecimal
  const areNumbers = areDecimal || (before.kind === 'number' && after.kind === 'number')
  if (!areNumbers || (absolute === 0 && relative === 0)) return differ
  const [b, a] = [`b.v${at}::DOUBLE`, `a.v${at}::DOUBLE`]
  const larger = `greatest(abs(${b}), abs(${a}))`
  // In floating point, 1.1 - 1.0 is slightly more than 0.1, so rounding errors are allowed for.
  const rounding = areDecimal ? '' : ` + ${ROUNDING} * ${larger}`
  const allowed = `greatest(${absolute}, ${relative} * ${larger})${rounding}`
  const difference = areDecimal
    ? `coalesce(${[30, 15, 4].map((scale) => exactly(at, scale)).join(', ')}, ${b} - ${a})`
    : `${b} - ${a}`
  return `${differ} AND NOT coalesce(isfinite(${b}) AND isfinite(${a}) AND abs(${difference}) <= ${allowed}, false)`
}

/**
 * Returns SQL for the difference of two decimals with this many digits after the point. Null if the difference
 * overflows.
 */
function exactly(at: number, scale: number): string {
  return `TRY(b.v${at}::DECIMAL(38, ${scale}) - a.v${at}::DECIMAL(38, ${scale}))::DOUBLE`
}

function differencesSql(slices: number): string {
  return `SELECT before, after, changed FROM (${slices === 1 ? ONE_SLICE : severalSlicesSql(slices)}) ORDER BY coalesce(before, after), after`
}

/**
 * SQL for a single slice, without a join. With millions of changes, a join and a sort together would need too much
 * memory.
 */
const ONE_SLICE = `SELECT before, after, changed FROM changes_0
  UNION ALL SELECT before, after, NULL FROM pairs WHERE before IS NULL OR after IS NULL`

function severalSlicesSql(slices: number): string {
  const all = Array.from({ length: slices }, (_, slice) => `SELECT before, changed FROM changes_${slice}`)
  return `SELECT p.before, p.after, c.changed FROM pairs p
    LEFT JOIN (
      SELECT before, flatten(list(changed)) AS changed FROM (${all.join(' UNION ALL ')}) GROUP BY before
    ) c ON c.before = p.before
    WHERE p.before IS NULL OR p.after IS NULL OR c.changed IS NOT NULL`
}

async function countsOf(engine: Engine) {
  const { added, removed, pairs, changed } = await engine.row<Record<string, number>>(`SELECT
    (SELECT count(*) FROM pairs WHERE before IS NULL) AS added,
    (SELECT count(*) FROM pairs WHERE after IS NULL) AS removed,
    (SELECT count(*) FROM pairs) AS pairs,
    (SELECT count(*) FROM ${DIFFERENCES} WHERE changed IS NOT NULL) AS changed`)
  const [a = 0, r = 0, p = 0, c = 0] = [added, removed, pairs, changed]
  return { added: a, removed: r, changed: c, same: p - a - r - c }
}

async function changedCellsOf(engine: Engine): Promise<Map<number, number>> {
  const rows = await engine.rows<{ column: number; cells: number }>(
    `SELECT "column", count(*) AS cells
     FROM (SELECT unnest(changed) AS "column" FROM ${DIFFERENCES} WHERE changed IS NOT NULL) GROUP BY "column"`,
  )
  return new Map(rows.map(({ column, cells }) => [column, cells]))
}
