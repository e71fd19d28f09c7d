import { PROTOCOL } from '@millrace/contracts/protocol'
import { SIREN_TYPE, type SirenDocument, withActions } from '@millrace/siren/document'
import { limitedTo } from '@millrace/siren/protocol'
import type { Context } from 'hono'
import type { Actor } from '#access/actor.ts'
import { keyRefusal } from '#access/key-access.ts'
import type { AppEnv } from '#app-env.ts'
import { compressed } from './compressed.ts'
import { isPythonClient } from './python-client.ts'

/**
 * Replies with a document, which may be compressed because it contains no secrets. The public Python client receives
 * only the properties of protocol 9.2, because it warns about others. It receives all properties if it names Siren in
 * Accept. Clients expect exactly `SIREN_TYPE`, without a charset.
 */
export function siren(c: Context<AppEnv>, document: SirenDocument<unknown>): Promise<Response> {
  return reply(c, document, 200)
}

/** Replies that an action created a resource, and includes the resource because the client asked for it. */
export function createdWith(c: Context<AppEnv>, href: string, document: SirenDocument<unknown>): Promise<Response> {
  return reply(c, document, 201, {
    Location: href,
    'Content-Location': href,
    'Preference-Applied': 'return=representation',
  })
}

/**
 * Replies that an action created several resources, all listed in the document. `first` is the URL of the first
 * resource.
 */
export function createdTogether(c: Context<AppEnv>, first: string, document: SirenDocument<unknown>) {
  return reply(c, document, 201, { Location: first, 'Preference-Applied': 'return=representation' })
}

async function reply(c: Context<AppEnv>, document: SirenDocument<unknown>, status: 200 | 201, more = {}) {
  const asksByName = c.req.header('accept')?.includes(SIREN_TYPE) === true
  const available = availableTo(c.var.actor, document)
  const shown = isPythonClient(c) && !asksByName ? limitedTo(PROTOCOL, available) : available
  const { body, headers } = await compressed(c, JSON.stringify(shown))
  return c.body(body, status, {
    ...headers,
    ...more,
    'Content-Type': SIREN_TYPE,
    Vary: 'Accept, Accept-Encoding, User-Agent',
  })
}

function availableTo(actor: Actor, document: SirenDocument<unknown>): SirenDocument<unknown> {
  if ((actor.access ?? 'manage') === 'manage' && (actor.steps ?? []).length === 0) return document
  return withActions(
    document,
    ({ method = 'GET', href }) => keyRefusal(actor, method, new URL(href).pathname) === undefined,
  )
}

/** Replies that an action succeeded. The status is 200 without a body, because clients do not accept 204. */
export function done(c: Context<AppEnv>): Response {
  return c.body(null, 200, { 'Content-Type': 'text/plain' })
}

/** Replies that an action created a resource, with its URL. */
export function created(c: Context<AppEnv>, href: string): Response {
  return c.body(null, 201, { Location: href, 'Content-Type': 'text/plain' })
}
