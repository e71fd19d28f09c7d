import { getConnInfo } from '@hono/node-server/conninfo'
import { isAPIError } from 'better-auth/api'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Env } from '#env.ts'
import { clientIp, trustedProxies } from '#http/client-ip.ts'
import { declares } from '#http/rules.ts'
import { CLIENT_IP_HEADER } from './address-throttle.ts'
import type { Auth } from './auth.ts'

/** better-auth decides on its own routes who may call them. */
const libraryDecides = declares('auth-library', (_c, next) => next())

/** /api/auth: better-auth, told the client's address by us. Its refusals keep its own form; other errors become ours. */
export function authRoutes(auth: Auth, env: Env) {
  const proxies = trustedProxies(env.TRUSTED_PROXIES)

  return new Hono<AppEnv>().on(['GET', 'POST'], '/*', libraryDecides, async (c) => {
    const headers = new Headers(c.req.raw.headers)
    const peer = peerOf(c)
    const address = clientIp(peer, c.req.header('x-forwarded-for'), proxies)
    headers.set(CLIENT_IP_HEADER, address === 'unknown' ? '0.0.0.0' : address)
    try {
      const reply = await auth.handler(new Request(c.req.raw, { headers }))
      reply.headers.set('Cache-Control', 'no-store')
      return reply
    } catch (error) {
      if (!isAPIError(error)) throw error
      return Response.json(error.body, { status: error.statusCode, headers: { 'Cache-Control': 'no-store' } })
    }
  })
}

/** The other end of the connection; a Unix socket has none. */
function peerOf(c: Context<AppEnv>): string | undefined {
  return c.env.incoming?.socket ? getConnInfo(c).remote.address : undefined
}
