import { PROTOCOL } from '@millrace/contracts/protocol'
import { SIREN_TYPE, type SirenDocument } from '@millrace/siren/document'
import { limitedTo } from '@millrace/siren/protocol'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { compressed } from './compressed.ts'
import { isPythonClient } from './python-client.ts'

/**
 * Replies with a document. The public Python client gets it to the letter of protocol 9.2, for it warns of every
 * property that it does not know; everybody else gets all of it, and so does who asks for Siren by name. Clients compare
 * the content type by its exact text, so it carries no charset. Documents are what is compressed: they hold no secret, and
 * the replies that do never pass here.
 */
export function siren(c: Context<AppEnv>, document: SirenDocument<unknown>): Promise<Response> {
  return reply(c, document, 200)
}

/** An action created something and the client asked to get it at once. */
export function createdWith(c: Context<AppEnv>, href: string, document: SirenDocument<unknown>): Promise<Response> {
  return reply(c, document, 201, {
    Location: href,
    'Content-Location': href,
    'Preference-Applied': 'return=representation',
  })
}

async function reply(c: Context<AppEnv>, document: SirenDocument<unknown>, status: 200 | 201, more = {}) {
  const asksByName = c.req.header('accept')?.includes(SIREN_TYPE) === true
  const shown = isPythonClient(c) && !asksByName ? limitedTo(PROTOCOL, document) : document
  const { body, headers } = await compressed(c, JSON.stringify(shown))
  return c.body(body, status, {
    ...headers,
    ...more,
    'Content-Type': SIREN_TYPE,
    'Cache-Control': 'no-store',
    Vary: 'Accept, Accept-Encoding, User-Agent',
  })
}

/** An action was done and made nothing: 200 with an empty body, for clients know no 204. */
export function done(c: Context<AppEnv>): Response {
  return c.body(null, 200, { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' })
}

/** An action made something: where it is. */
export function created(c: Context<AppEnv>, href: string): Response {
  return c.body(null, 201, { Location: href, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' })
}
