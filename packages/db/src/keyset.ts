import { and, asc, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { literal } from './literal.ts'

/*
 * Keyset pagination. A page starts after the last row of the previous page. The cursor contains that row's values for
 * all sort keys. With offsets instead, a client that deletes rows while it reads pages would skip as many rows as it
 * has deleted.
 *
 * Rows after (x, y) in the order (a descending, b ascending): a <= x and (a < x or (a = x and b > y)). The first
 * condition is redundant, but allows the database to start its index scan at x.
 */

/** Thrown for a cursor that the server cannot have issued for these sort keys. */
export class InvalidCursor extends Error {
  override name = 'InvalidCursor'
}

/** The position before a page: the values of the preceding row, one for each sort key. */
export type Cursor = readonly (string | null)[]

/** An expression that rows are sorted by. Its values must not be null unless `nullable` is set. */
export interface SortKey {
  by: SQLWrapper
  kind: keyof typeof KINDS
  descending?: boolean
  /** Only for the first key: whether some rows have no value. These rows come last in both directions. */
  nullable?: boolean
}

export interface PageRequest {
  limit: number
  offset: number
  after?: Cursor | undefined
}

/**
 * How values are written into a cursor and read back into SQL, by kind. `form` matches only values in the format that
 * the server writes.
 */
const KINDS = {
  text: { shown: (by: SQLWrapper) => sql`(${by})::text`, read: (value: string) => sql`${value}`, form: /^[^\0]*$/ },
  boolean: {
    shown: (by: SQLWrapper) => sql`(${by})::text`,
    read: (value: string) => sql`${value}::boolean`,
    form: /^(true|false)$/,
  },
  number: {
    shown: (by: SQLWrapper) => sql`(${by})::text`,
    read: (value: string) => sql`${value}::bigint`,
    form: /^-?\d{1,18}$/,
  },
  uuid: {
    shown: (by: SQLWrapper) => sql`(${by})::text`,
    read: (value: string) => sql`${value}::uuid`,
    form: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  },
  instant: {
    shown: (by: SQLWrapper) => sql`(extract(epoch from ${by}) * 1000000)::bigint::text`,
    read: (value: string) => sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`,
    form: /^-?\d{1,16}$/,
  },
}

export function orderOf(keys: readonly SortKey[]): SQL[] {
  return keys.map(({ by, descending }) => (descending ? desc(by) : asc(by)))
}

/** Returns a column with each row's cursor. */
export function cursorOf(keys: readonly SortKey[]): SQL<Cursor> {
  const values = keys.map(({ by, kind }) => KINDS[kind].shown(by))
  return sql<Cursor>`array[${sql.join(
    values.map((value) => sql`${value} collate "C"`),
    sql`, `,
  )}]`
}

/** Returns a condition for the rows after a cursor. Undefined without a cursor, which means all rows. */
export function rowsAfter(keys: readonly SortKey[], cursor: Cursor | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  requireForm(keys, cursor)
  const steps = keys.map((key, index) =>
    and(...keys.slice(0, index).map((same, at) => equals(same, cursor[at])), follows(key, cursor[index])),
  )
  return and(entry(keys[0], cursor[0]), or(...steps))
}

/** Approximate limit for the content of all rows of one page, so documents don't grow to hundreds of megabytes. */
const BYTES_MAX = 2_000_000

/**
 * Returns SQL that is true for the rows that `truncateToPage` keeps. `nth` numbers the rows in order. The first number
 * may be above 1, because the first row may have been deleted.
 */
export function fitsPage({ bytes, nth }: { bytes: SQL; nth: SQL }): SQL<boolean> {
  return sql<boolean>`(sum(${bytes}) over (order by ${nth}) <= ${literal(BYTES_MAX)} or ${nth} = min(${nth}) over ())`
}

/**
 * Truncates rows to one page. The rows must have been read with a limit of one row more than the page. The page is
 * shorter if the rows are large. `last` is the last row's cursor if more rows follow.
 */
export function truncateToPage<R extends { cursor: Cursor; bytes: number }>(rows: R[], { limit }: PageRequest) {
  const page = fitting(rows.slice(0, limit))
  const last = rows.length > page.length ? page.at(-1)?.cursor : undefined
  return { rows: page.map(({ cursor: _, bytes: __, ...row }) => row), last }
}

function fitting<R extends { bytes: number }>(rows: R[]): R[] {
  let sum = 0
  const end = rows.findIndex(({ bytes }, index) => {
    sum += bytes
    return index > 0 && sum > BYTES_MAX
  })
  return end < 0 ? rows : rows.slice(0, end)
}

function requireForm(keys: readonly SortKey[], cursor: Cursor): void {
  const fits = keys.every(({ kind }, index) => KINDS[kind].form.test(cursor[index] ?? '\0'))
  if (!fits || cursor.length !== keys.length) throw new InvalidCursor('The cursor does not match the sort keys.')
}

function entry(key: SortKey | undefined, value: string | null | undefined): SQL | undefined {
  if (!key || value == null) return undefined
  const read = KINDS[key.kind].read(value)
  return key.descending ? sql`(${key.by}) <= ${read}` : sql`(${key.by}) >= ${read}`
}

function equals({ by, kind }: SortKey, value: string | null | undefined): SQL {
  return sql`(${by}) = ${KINDS[kind].read(value ?? '')}`
}

function follows({ by, kind, descending }: SortKey, value: string | null | undefined): SQL {
  const read = KINDS[kind].read(value ?? '')
  return descending ? sql`(${by}) < ${read}` : sql`(${by}) > ${read}`
}
