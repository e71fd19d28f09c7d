import { getConnInfo } from '@hono/node-server/conninfo'
import type { Database } from '@millrace/db/connect'
import { isAPIError } from 'better-auth/api'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import type { Env } from '#env.ts'
import { clientIp, trustedProxies } from '#http/client-ip.ts'
import { readJson, readJsonText } from '#http/json-body.ts'
import { trustedOrigins } from '#http/origin.ts'
import { declares } from '#http/rules.ts'
import { valid } from '#http/valid.ts'
import { Problem } from '#problem.ts'
import { CLIENT_IP_HEADER } from './address-throttle.ts'
import type { Auth } from './auth.ts'
import { isDuplicate, refusalOf } from './database-refusals.ts'
import { BY_POST_HEADER } from './verify-email.plugin.ts'

const BODY_BYTES = 64_000
const Verification = z.object({ token: z.string().min(1).max(500) })

/** better-auth decides on its own routes who may call them. */
const libraryDecides = declares('auth-library', (_c, next) => next())

/** Paths that end a session on request: the browser clears what it cached during it. */
const FAREWELLS = ['/api/auth/sign-out', '/api/auth/delete-user']

/**
 * /api/auth: better-auth behind our door, which bounds what comes in and tells it the client's address. Its refusals
 * keep its own form; everything else that goes wrong gets ours. A mailed link changes nothing by being opened: the
 * library verifies by GET, we by POST only.
 */
export function authRoutes(auth: Auth, { env, db }: Pick<Deps, 'env' | 'db'>) {
  const proxies = trustedProxies(env.TRUSTED_PROXIES)

  async function ask(
    c: Context<AppEnv>,
    method: string,
    url: string,
    more: { body?: string; mark?: string } = {},
  ): Promise<Response> {
    const headers = new Headers(c.req.raw.headers)
    headers.delete(BY_POST_HEADER)
    if (more.mark) headers.set(more.mark, '1')
    const address = clientIp(peerOf(c), c.req.header('x-forwarded-for'), proxies)
    headers.set(CLIENT_IP_HEADER, address === 'unknown' ? '0.0.0.0' : address)
    const reply = await auth.handler(new Request(url, { method, headers, body: more.body })).catch(refusal)
    if (reply.status === 500) await requireDatabase(db)
    reply.headers.set('Cache-Control', 'no-store')
    if (reply.ok && FAREWELLS.includes(c.req.path)) reply.headers.set('Clear-Site-Data', '"cache"')
    return reply
  }

  return new Hono<AppEnv>()
    .post('/verify-email', libraryDecides, async (c) => {
      requireOwnPage(c, env)
      const { token } = valid(Verification, await readJson(c, BODY_BYTES))
      const url = new URL(c.req.url)
      url.search = new URLSearchParams({ token }).toString()
      return ask(c, 'GET', url.href, { mark: BY_POST_HEADER })
    })
    .on(['GET', 'POST'], '/*', libraryDecides, async (c) => {
      const { method, url } = c.req.raw
      if (method !== 'POST') return ask(c, method, url)
      requireOwnPage(c, env)
      return ask(c, method, url, { body: await readJsonText(c, BODY_BYTES) })
    })
}

/** The library tells a database that is away as a fault of its own; asked ourselves, it is one that passes by. */
async function requireDatabase(db: Database): Promise<void> {
  await db.pool.query('select 1')
}

/** Nobody is signed in, out or up by a page of another site, cookie or not. */
function requireOwnPage(c: Context<AppEnv>, env: Env): void {
  const origin = c.req.header('origin')
  if (origin === undefined || trustedOrigins(env, c.req.header('host')).includes(origin)) return
  throw new Problem('bad-origin', `A page of ${origin.slice(0, 200)} cannot do this.`)
}

/** A refusal that better-auth throws instead of answering it. */
function refusal(error: unknown): Response {
  if (isDuplicate(error))
    throw new Problem('already-exists', 'Somebody was faster with the same name.', { cause: error })
  const refused = refusalOf(error)
  if (refused) return Response.json(refused, { status: 400 })
  if (!isAPIError(error)) throw error
  return Response.json(error.body, { status: error.statusCode })
}

/** The other end of the connection; a Unix socket has none. */
function peerOf(c: Context<AppEnv>): string | undefined {
  return c.env.incoming?.socket ? getConnInfo(c).remote.address : undefined
}
