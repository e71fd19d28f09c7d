import { LIMITS } from '@millrace/contracts/limits'
import type { Pagination, QueryResultProperties } from '@millrace/contracts/queries'
import type { Cursor, PageRequest } from '@millrace/db/keyset'
import { document } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { AppEnv, Viewer } from '#app-env.ts'
import { prefersRepresentation } from './prefer.ts'
import { afterOf, newQueryHref, pageLinks, pageOf, queryOf } from './query-link.ts'
import { requireAdministrator } from './session.ts'
import { created, createdWith, siren } from './siren.ts'
import { actionParameters, valid } from './valid.ts'

type Query = z.ZodType<{ Pagination?: z.infer<typeof Pagination> | null | undefined }>

export interface FoundPage {
  total: number
  tags: string[] | null
  items: SirenDocument<never>[]
  /** The cursor of the last item, if more follow. */
  last: Cursor | undefined
  /** Additional properties that only this kind of result has. */
  more?: object
}

interface Listing<S extends Query> {
  /** Name of the parameters, such as `JobQueryParameters`. */
  type: string
  parameters: S
  /** Class of the result, such as `JobQueryResult`. */
  result: string
  /** Validates what the schema cannot express, so that `find` never refuses a query that was created. */
  check(query: z.output<S>): void
  find(viewer: Viewer, query: z.output<S>, page: PageRequest): Promise<FoundPage>
}

/** Returns the URL of query results, without parameters. `name` is as in URLs, such as `JobQuery`. */
export function resultHref(origin: string, name: string): string {
  return `${origin}/api/${name}/Query`
}

/** Returns the URL of results across all owners, without the parameters of the query. */
export function adminResultHref(origin: string, name: string): string {
  return `${origin}/api/${name}/AdminQuery`
}

/**
 * HTTP routes for querying one kind of resource, at `/<name>/…`. Creating a query returns its URL. Reading that URL
 * returns a page of results. Administrators' queries cover every owner, and only administrators may create or read
 * them.
 */
export function queryRoutes<S extends Query, A extends Query>(name: string, own: Listing<S>, admin: Listing<A>) {
  return new Hono<AppEnv>()
    .post(`/${name}/CreateQuery`, (c) => create(c, own, resultHref(c.var.origin, name)))
    .get(`/${name}/Query`, (c) => read(c, own, resultHref(c.var.origin, name)))
    .post(`/${name}/CreateAdminQuery`, requireAdministrator, (c) =>
      create(c, admin, adminResultHref(c.var.origin, name)),
    )
    .get(`/${name}/AdminQuery`, requireAdministrator, (c) => read(c, admin, adminResultHref(c.var.origin, name)))
}

async function create<S extends Query>(c: Context<AppEnv>, listing: Listing<S>, at: string): Promise<Response> {
  const query = await actionParameters(c, listing.type, listing.parameters)
  pageOf(query)
  listing.check(query)
  const location = newQueryHref(at, c.var.actor, query)
  if (!prefersRepresentation(c)) return created(c, location)
  return createdWith(c, location, await resultOf(c, listing, at, query))
}

async function read<S extends Query>(c: Context<AppEnv>, listing: Listing<S>, at: string): Promise<Response> {
  return siren(c, await resultOf(c, listing, at, valid(listing.parameters, queryOf(c)), afterOf(c)))
}

async function resultOf<S extends Query>(
  c: Context<AppEnv>,
  listing: Listing<S>,
  at: string,
  query: z.output<S>,
  after?: Cursor,
) {
  const page = pageOf(query, after)
  const { total, tags, items, last, more } = await listing.find(c.var, query, page)
  const properties: QueryResultProperties = {
    TotalEntities: total,
    ...(total > LIMITS.countMax && { TotalIsEstimated: true }),
    CurrentEntitiesCount: items.length,
    PreviousEntitiesCount: total > LIMITS.countMax ? page.offset : Math.min(page.offset, total),
    RemainingTags: tags,
    ...more,
  }
  const links = pageLinks(at, c.var.actor, query, {
    TotalEntities: total,
    CurrentEntitiesCount: items.length,
    ...(after && { after }),
    ...(last && { last }),
  })
  return document(listing.result, { properties, entities: items, links })
}
