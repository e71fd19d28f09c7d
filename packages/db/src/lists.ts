import { LIMITS } from '@millrace/contracts/limits'
import { and, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './act.ts'
import { CUSTOM_PLAN } from './auto-prepare.ts'
import { type Cursor, cursorOf, orderOf, type PageRequest, rowsAfter, type SortKey, truncateToPage } from './keyset.ts'
import { literal } from './literal.ts'

/*
 * Queries for long lists. A page is read in two steps. The first step reads ids in order from a covering index, so rows
 * that an offset skips are not read from the table. The second step reads the rows with these ids. Counts stop at one
 * more than LIMITS.countMax.
 */

/** The source of a list: tables that are joined one to one, the conditions, and the id of a row. */
export interface ListSource {
  from: SQL
  where: SQL | undefined
  id: SQLWrapper
  /**
   * Conditions that split the list into parts: each row meets one of them. Used if an index returns the rows of each
   * part in order, but not the rows of the whole list. Only for sort keys that are never null.
   */
  parts?: SQL[] | undefined
}

/** The id of a row, and the cursor for a page that starts after this row. */
export interface RowPosition {
  id: string
  cursor: Cursor
}

/** Finds the positions of a page's rows, in order, followed by the position of the next page's first row, if any. */
export async function findPositions(
  tx: Tx,
  source: ListSource,
  keys: readonly SortKey[],
  page: PageRequest,
): Promise<RowPosition[]> {
  const { rows } = await tx.orm.execute<RowPosition & Record<string, unknown>>(
    sql`${CUSTOM_PLAN} ${positionsOf(source, keys, page)}`,
  )
  return rows
}

/** Returns a SELECT for `findPositions`. */
export function positionsOf(source: ListSource, keys: readonly SortKey[], page: PageRequest): SQL {
  const limit = page.limit + 1
  const offset = page.after ? 0 : page.offset
  const columns = keys.map((key, nth) => ({ ...key, by: column(nth) }))
  const positions = keys[0]?.nullable
    ? union(sections(source, keys, page.after, limit + offset))
    : source.parts
      ? sql`${union(parts(source, keys, page.after, limit + offset))} order by ${sql.join(orderOf(columns), sql`, `)}`
      : select(source, keys, keys, page.after)
  return sql`select id, ${cursorOf(columns)} as cursor from (${positions} limit ${limit} offset ${offset}) as positions`
}

function union(selects: SQL[]): SQL {
  return sql`select * from (${sql.join(selects, sql` union all `)}) as positions`
}

/** Returns a sorted SELECT for each part. The database merges their index scans. */
function parts(
  { where, ...source }: ListSource,
  keys: readonly SortKey[],
  after: Cursor | undefined,
  most: number,
): SQL[] {
  const conditions = source.parts ?? []
  return conditions.map(
    (part) => sql`(${select({ ...source, where: and(where, part) }, keys, keys, after)} limit ${most})`,
  )
}

/**
 * Returns two SELECTs: for the rows with a value of the first key, and for the rows without one. If the page starts
 * among the rows without a value, returns only the second SELECT. Each SELECT is one scan in index order. The second
 * runs only if the first does not fill the page.
 */
function sections(
  { from, where, id }: ListSource,
  keys: readonly SortKey[],
  after: Cursor | undefined,
  most: number,
): SQL[] {
  const [first, ...rest] = keys
  if (!first) return []
  const empty = (cursor?: Cursor) => select({ from, id, where: and(where, isNull(first.by)) }, keys, rest, cursor)
  const valued = () => select({ from, id, where: and(where, isNotNull(first.by)) }, keys, keys, after)
  const parts = after?.[0] === null ? [empty(after.slice(1))] : [valued(), empty()]
  return parts.map((part) => sql`(${part} limit ${most})`)
}

/**
 * Returns a SELECT of the ids and sort keys of the rows after a cursor. Cursors are built later, so they are not built
 * for rows that an offset skips.
 */
function select(
  { from, where, id }: ListSource,
  keys: readonly SortKey[],
  sorted: readonly SortKey[],
  after: Cursor | undefined,
): SQL {
  const columns = keys.map(({ by }, nth) => sql`${by} as ${column(nth)}`)
  return sql`select ${id} as id, ${sql.join(columns, sql`, `)} from ${from}
    where ${and(where, rowsAfter(sorted, after)) ?? sql`true`} order by ${sql.join(orderOf(sorted), sql`, `)}`
}

function column(nth: number): SQL {
  return sql`${sql.identifier(`key${nth}`)}`
}

/**
 * Returns the rows of a page in the order of `positions`, as many as fit into the page, and the last row’s cursor if
 * more rows follow.
 */
export function pageOfRows<R extends { id: string; bytes: number }>(
  positions: RowPosition[],
  rows: R[],
  page: PageRequest,
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = positions.flatMap(({ id, cursor }) => {
    const row = byId.get(id)
    return row ? [{ ...row, cursor }] : []
  })
  return truncateToPage(found, page)
}

/** Returns a scalar subquery that counts rows up to a limit. */
export function countOf({ from, where }: Pick<ListSource, 'from' | 'where'>, most: number = COUNTED): SQL<number> {
  return sql<number>`(select count(*)::int from (select from ${from} where ${where ?? sql`true`} limit ${literal(most)}) as counted)`
}

/** Row limit for a count: one more than the highest exact count. */
export const COUNTED = LIMITS.countMax + 1
/** Row limit for counting one state in a list that has too many rows to count exactly. */
export const STATE_COUNTED = LIMITS.stateCountMax + 1

/**
 * Number of rows that are read for the tags of a list. If a list has too many rows to count and no index covers the
 * filter, only the states of this many rows are counted.
 */
export const SAMPLED = 300

/** Returns SQL that is true if there are more rows than the highest exact count. */
export function hasMore({ from, where }: Pick<ListSource, 'from' | 'where'>): SQL<boolean> {
  return sql<boolean>`exists (select from ${from} where ${where ?? sql`true`} offset ${literal(LIMITS.countMax)})`
}

/** Runs several counts in one statement. */
export async function countAll(tx: Tx, counts: Record<string, SQL<number>>): Promise<Record<string, number>> {
  const columns = Object.entries(counts).map(([name, count]) => sql`${count} as ${sql.identifier(name)}`)
  const { rows } = await tx.orm.execute<Record<string, number>>(
    sql`${CUSTOM_PLAN} select ${sql.join(columns, sql`, `)}`,
  )
  return rows[0] ?? {}
}

/** Counts the rows of a list, up to the count limit. */
export async function countRows(tx: Tx, source: ListSource): Promise<number> {
  return (await countAll(tx, { total: countOf(source) })).total ?? 0
}

/**
 * Returns a SELECT of the distinct values of an indexed column as `value`. The index is searched once per value,
 * starting from the preceding value.
 */
export function distinctValues(column: AnyPgColumn, where: SQL | undefined): SQL {
  const next = (after: SQL | undefined) =>
    sql`select ${column} as value from ${column.table} where ${and(where, after) ?? sql`true`} order by ${column} limit 1`
  return sql`with recursive found as (
      (${next(undefined)}) union all
      select next.value from found cross join lateral (${next(sql`${column} > found.value`)}) as next
    ) select value from found`
}
