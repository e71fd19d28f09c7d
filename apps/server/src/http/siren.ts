import { SIREN_TYPE, type SirenDocument } from '@millrace/siren/document'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'

/** Replies with a document. Clients compare the content type by its exact text, so it carries no charset. */
export function siren(c: Context<AppEnv>, document: SirenDocument<unknown>): Response {
  return c.body(JSON.stringify(document), 200, { 'Content-Type': SIREN_TYPE, 'Cache-Control': 'no-store' })
}

/** An action was done and made nothing: 200 with an empty body, for clients know no 204. */
export function done(c: Context<AppEnv>): Response {
  return c.body(null, 200, { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' })
}

/** An action made something: where it is. */
export function created(c: Context<AppEnv>, href: string): Response {
  return c.body(null, 201, { Location: href, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' })
}
