import { and, asc, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { Problem } from '#problem.ts'

/*
 * Pages that nothing shifts. A page goes on behind the last row of the page before it, which it names by that row's
 * values of all sort keys. With offsets, a client that deletes what it reads would leave out as many rows as it deleted.
 *
 * Rows behind (x, y) in the order (a descending, b): a <= x and (a < x or (a = x and b > y)). The part before the
 * brackets says nothing new; it lets the database enter the index at the right place.
 */

/** Where a page begins: behind the row of these values, one for each sort key. */
export type Cursor = readonly (string | null)[]

export interface SortKey {
  by: SQLWrapper
  kind: keyof typeof KINDS
  descending?: boolean
  /** Rows without a value come last, whatever the direction. */
  nullable?: boolean
}

/** A page as asked for. */
export interface PageRequest {
  limit: number
  offset: number
  after?: Cursor | undefined
  /** The size was asked for. Who asked may go on by offsets, and would leave out what a shorter page did not show. */
  paged: boolean
}

/** How a value travels in an address and back into SQL. What has not its form was not made here. */
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

/** What to order by. */
export function orderOf(keys: readonly SortKey[]): SQL[] {
  return keys.map(({ by, descending, nullable }) =>
    nullable && descending ? sql`${by} desc nulls last` : descending ? desc(by) : asc(by),
  )
}

/** A column that holds each row's cursor. */
export function cursorOf(keys: readonly SortKey[]): SQL<Cursor> {
  const values = keys.map(({ by, kind }) => KINDS[kind].shown(by))
  return sql<Cursor>`array[${sql.join(values, sql`, `)}]`
}

/** The rows behind a cursor; all of them without one. */
export function behind(keys: readonly SortKey[], cursor: Cursor | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  requireForm(keys, cursor)
  const steps = keys.map((key, index) =>
    and(...keys.slice(0, index).map((same, at) => equals(same, cursor[at])), follows(key, cursor[index])),
  )
  return and(entry(keys[0], cursor[0]), or(...steps))
}

/** About how much of what rows hold goes into one page: a document of hundreds of megabytes serves nobody. */
const MOST_BYTES = 8_000_000
const MOST_BYTES_OF_PAGED = 64_000_000

/**
 * A page out of rows that were read with a limit of one more, shorter if the rows are heavy. `last` is there when more
 * rows follow.
 */
export function cut<R extends { cursor: Cursor; bytes: number }>(rows: R[], { limit, paged }: PageRequest) {
  const page = bearable(rows.slice(0, limit), paged ? MOST_BYTES_OF_PAGED : MOST_BYTES)
  const last = rows.length > page.length ? page.at(-1)?.cursor : undefined
  return { rows: page.map(({ cursor: _, bytes: __, ...row }) => row), last }
}

/** As many rows from the first as are not too much together, and one in any case. */
function bearable<R extends { bytes: number }>(rows: R[], most: number): R[] {
  let sum = 0
  const end = rows.findIndex(({ bytes }, index) => {
    sum += bytes
    return index > 0 && sum > most
  })
  return end < 0 ? rows : rows.slice(0, end)
}

function requireForm(keys: readonly SortKey[], cursor: Cursor): void {
  const fits = keys.every(({ kind, nullable }, index) => {
    const value = cursor[index]
    return value === null ? nullable : value !== undefined && KINDS[kind].form.test(value)
  })
  if (!fits || cursor.length !== keys.length) throw new Problem('bad-request', 'This is not the address of a query.')
}

function entry(key: SortKey | undefined, value: string | null | undefined): SQL | undefined {
  if (!key || key.nullable || value == null) return undefined
  const read = KINDS[key.kind].read(value)
  return key.descending ? sql`(${key.by}) <= ${read}` : sql`(${key.by}) >= ${read}`
}

function equals({ by, kind }: SortKey, value: string | null | undefined): SQL {
  return value == null ? sql`(${by}) is null` : sql`(${by}) = ${KINDS[kind].read(value)}`
}

function follows({ by, kind, descending, nullable }: SortKey, value: string | null | undefined): SQL {
  if (value == null) return sql`false`
  const read = KINDS[kind].read(value)
  const is = descending ? sql`(${by}) < ${read}` : sql`(${by}) > ${read}`
  return nullable ? sql`(${is} or (${by}) is null)` : is
}
