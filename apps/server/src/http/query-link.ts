import { LIMITS } from '@millrace/contracts/limits'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { Cursor, PageRequest } from '@millrace/db/keyset'
import { link } from '@millrace/siren/build'
import type { SirenLink } from '@millrace/siren/document'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Actor } from '#access/actor.ts'
import type { AppEnv } from '#app-env.ts'
import { parseJson } from '#json-text.ts'
import { invalid, notFound, Problem } from '#problem.ts'

interface Paged {
  Pagination?: { PageSize?: number | null; PageOffset?: number | null } | null
}

/** Maximum length of a URL. Servers and proxies reject longer URLs with less helpful messages. */
const LONGEST_HREF = 12_000

/**
 * Returns the URL of a query. The URL contains the parameters, so the server stores no queries. The URL is valid only
 * for the owner for whom the query was created. With `after`, the page begins after the row with that cursor.
 */
export function queryHref(
  resultHref: string,
  actor: Pick<Actor, 'ownerId'>,
  parameters: object,
  after?: Cursor,
): string {
  const place = after === undefined ? '' : `&after=${encoded(after)}`
  return `${resultHref}?q=${encoded(parameters)}&owner=${actor.ownerId}${place}`
}

/** Returns the URL of a new query, optionally limited to these ids. Throws a Problem if the URL is too long. */
export function newQueryHref(
  resultHref: string,
  actor: Pick<Actor, 'ownerId'>,
  parameters: object,
  ids?: readonly string[],
): string {
  const chosen = ids === undefined ? '' : `&ids=${packedIds(ids)}`
  const made = queryHref(resultHref, actor, parameters) + chosen
  if (made.length <= LONGEST_HREF) return made
  throw new Problem('too-large', 'The query is too long for a URL. Use fewer or shorter tags and names.')
}

/** Returns the parameters in the URL of a query. Throws the problem `not-found` if the actor acts for another owner. */
export function queryOf(c: Context<AppEnv>): unknown {
  const { q, owner } = c.req.query()
  if (owner !== undefined && owner !== c.var.actor.ownerId) throw notFound()
  return q === undefined ? {} : decoded(q)
}

/** Encodes ids in about 21 characters each, so that hundreds fit into a URL. */
function packedIds(ids: readonly string[]): string {
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url')
}

/**
 * Returns the ids in the URL of a query. Undefined if the URL has no list of ids. Throws a Problem if the list is
 * malformed.
 */
export function idsOf(c: Context<AppEnv>): string[] | undefined {
  const packed = c.req.query('ids')
  if (packed === undefined) return undefined
  const hex = Buffer.from(packed, 'base64url').toString('hex')
  if (hex.length % 32 !== 0) throw notAQuery(undefined)
  return (hex.match(/.{32}/g) ?? []).map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}

const CursorInAddress = z.array(z.string().nullable()).max(10)

export function afterOf(c: Context<AppEnv>): Cursor | undefined {
  const { after } = c.req.query()
  if (after === undefined) return undefined
  const read = CursorInAddress.safeParse(decoded(after))
  if (read.success) return read.data
  throw notAQuery(read.error)
}

/** Skipping by offset reads the skipped rows; skipping by cursor does not. */
const OFFSET_TOO_LARGE = {
  pointer: '/Pagination/PageOffset',
  message: `Must be at most ${LIMITS.pageOffsetMax.toLocaleString('en')}. To read further, follow the link “next” of each page, or narrow the filter.`,
}

/**
 * Returns the range of rows to read. Without a page size, the range has `unpagedMax` rows, and the link `next` leads to
 * more.
 */
export function pageOf(parameters: Paged, after?: Cursor): PageRequest & { paged: boolean } {
  const size = parameters.Pagination?.PageSize ?? 0
  const offset = parameters.Pagination?.PageOffset ?? 0
  if (after === undefined && offset > LIMITS.pageOffsetMax) throw invalid([OFFSET_TOO_LARGE])
  return size > 0
    ? { limit: Math.min(size, LIMITS.pageSizeMax), offset, after, paged: true }
    : { limit: LIMITS.unpagedMax, offset, after, paged: false }
}

/**
 * Returns the links of a query result to itself and to other pages. The link `last` is left out if the result has too
 * many rows to be counted. The argument `last` is the cursor of the page's last row, if more rows follow.
 */
export function pageLinks(
  resultHref: string,
  actor: Pick<Actor, 'ownerId'>,
  parameters: Paged,
  {
    TotalEntities: total,
    CurrentEntitiesCount: count,
    after,
    last,
  }: Pick<QueryResultProperties, 'TotalEntities' | 'CurrentEntitiesCount'> & { after?: Cursor; last?: Cursor },
): SirenLink[] {
  const { limit, offset, paged } = pageOf(parameters, after)
  const isCounted = total <= LIMITS.countMax
  const previous = Math.max((isCounted ? Math.min(offset, total) : offset) - limit, 0)
  const at = (PageSize: number, PageOffset: number, behind?: Cursor) =>
    queryHref(resultHref, actor, { ...parameters, Pagination: { PageSize, PageOffset } }, behind)
  const links = [link('self', queryHref(resultHref, actor, parameters, after))]
  if (paged && total > 0) {
    links.push(link('all', at(0, 0)), link('first', at(limit, 0)))
    if (isCounted && total > limit) links.push(link('last', at(limit, total - limit)))
    if (offset > 0 && previous <= LIMITS.pageOffsetMax) links.push(link('previous', at(limit, previous)))
  }
  return last ? [...links, link('next', at(paged ? limit : 0, offset + count, last))] : links
}

export function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decoded(text: string): unknown {
  // `Buffer` skips invalid characters. A value of only such characters would become an empty query, which finds
  // everything.
  if (!/^[\w-]*$/.test(text)) throw notAQuery(undefined)
  try {
    return parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  } catch (cause) {
    throw notAQuery(cause)
  }
}

function notAQuery(cause: unknown): Problem {
  return new Problem('bad-request', 'This URL is not a valid query URL. Run the query again.', { cause })
}
