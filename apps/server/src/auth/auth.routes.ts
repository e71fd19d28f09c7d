import { getConnInfo } from '@hono/node-server/conninfo'
import { isAPIError } from 'better-auth/api'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Env } from '#env.ts'
import { clientIp, trustedProxies } from '#http/client-ip.ts'
import { readJsonText } from '#http/json-body.ts'
import { declares } from '#http/rules.ts'
import { Problem } from '#problem.ts'
import { CLIENT_IP_HEADER } from './address-throttle.ts'
import type { Auth } from './auth.ts'
import { isDuplicate } from './duplicates.ts'

const BODY_BYTES = 64_000

/** better-auth decides on its own routes who may call them. */
const libraryDecides = declares('auth-library', (_c, next) => next())

/**
 * /api/auth: better-auth behind our door, which bounds what comes in and tells it the client's address. Its refusals
 * keep its own form; everything else that goes wrong gets ours.
 */
export function authRoutes(auth: Auth, env: Env) {
  const proxies = trustedProxies(env.TRUSTED_PROXIES)

  return new Hono<AppEnv>().on(['GET', 'POST'], '/*', libraryDecides, async (c) => {
    if (/%00/.test(c.req.url)) throw new Problem('bad-request', 'The address holds a NUL character.')
    const { method, url, headers: sent } = c.req.raw
    const headers = new Headers(sent)
    const address = clientIp(peerOf(c), c.req.header('x-forwarded-for'), proxies)
    headers.set(CLIENT_IP_HEADER, address === 'unknown' ? '0.0.0.0' : address)
    const body = method === 'POST' ? await readJsonText(c, BODY_BYTES) : undefined
    const reply = await auth.handler(new Request(url, { method, headers, body })).catch(refusal)
    reply.headers.set('Cache-Control', 'no-store')
    return reply
  })
}

/** A refusal that better-auth throws instead of answering it. */
function refusal(error: unknown): Response {
  if (isDuplicate(error))
    throw new Problem('already-exists', 'Somebody was faster with the same name.', { cause: error })
  if (!isAPIError(error)) throw error
  return Response.json(error.body, { status: error.statusCode })
}

/** The other end of the connection; a Unix socket has none. */
function peerOf(c: Context<AppEnv>): string | undefined {
  return c.env.incoming?.socket ? getConnInfo(c).remote.address : undefined
}
