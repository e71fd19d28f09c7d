import { LIMITS } from '@millrace/contracts/limits'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import { link } from '@millrace/siren/build'
import type { SirenLink } from '@millrace/siren/document'
import type { Context } from 'hono'
import type { Actor, AppEnv } from '#app-env.ts'
import { notFound, Problem } from '#problem.ts'

interface Paged {
  Pagination?: { PageSize?: number | null; PageOffset?: number | null } | null
}

/** Servers and proxies refuse longer addresses, and in less helpful words. */
const LONGEST_HREF = 12_000

/** A query's own address: the parameters travel in it, so no query is kept on the server. It is its maker's alone. */
export function queryHref(resultHref: string, actor: Pick<Actor, 'ownerId'>, parameters: object): string {
  const q = Buffer.from(JSON.stringify(parameters)).toString('base64url')
  return `${resultHref}?q=${q}&owner=${actor.ownerId}`
}

/** The address of a query somebody asks for, if it is not too long to be asked. */
export function newQueryHref(resultHref: string, actor: Pick<Actor, 'ownerId'>, parameters: object): string {
  const made = queryHref(resultHref, actor, parameters)
  if (made.length <= LONGEST_HREF) return made
  throw new Problem('too-large', 'The query is too long for an address. Use fewer or shorter tags and names.')
}

/** The parameters out of a query's address; for others than its maker there is no such query. */
export function queryOf(c: Context<AppEnv>): unknown {
  const { q, owner } = c.req.query()
  if (owner !== undefined && owner !== c.var.actor.ownerId) throw notFound()
  if (q === undefined) return {}
  try {
    return JSON.parse(Buffer.from(q, 'base64url').toString('utf8'))
  } catch (cause) {
    throw new Problem('bad-request', 'This is not the address of a query.', { cause })
  }
}

/** Which rows to read: absent or 0 means all, up to a cap that `next` leads beyond. */
export function pageOf(parameters: Paged): { limit: number; offset: number; paged: boolean } {
  const size = parameters.Pagination?.PageSize ?? 0
  const offset = parameters.Pagination?.PageOffset ?? 0
  return size > 0
    ? { limit: Math.min(size, LIMITS.pageSizeMax), offset, paged: true }
    : { limit: LIMITS.unpagedMax, offset, paged: false }
}

/** Links of a query result: self, and the pages around it as far as there are any. */
export function pageLinks(
  resultHref: string,
  actor: Pick<Actor, 'ownerId'>,
  parameters: Paged,
  counts: QueryResultProperties,
): SirenLink[] {
  const { limit, offset, paged } = pageOf(parameters)
  const total = counts.TotalEntities
  const at = (PageSize: number, PageOffset: number) =>
    queryHref(resultHref, actor, { ...parameters, Pagination: { PageSize, PageOffset } })
  const links = [link('self', queryHref(resultHref, actor, parameters))]
  const more = offset + counts.CurrentEntitiesCount < total
  if (!paged) return more ? [...links, link('next', at(0, offset + limit))] : links
  if (total === 0) return links
  links.push(link('all', at(0, 0)), link('first', at(limit, 0)))
  if (total > limit) links.push(link('last', at(limit, Math.max(total - limit, 0))))
  if (more) links.push(link('next', at(limit, offset + limit)))
  if (offset > 0) links.push(link('previous', at(limit, Math.max(offset - limit, 0))))
  return links
}
