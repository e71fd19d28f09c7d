import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Env } from '#env.ts'
import { Problem } from '#problem.ts'
import { addressOf, publicAddress } from './address.ts'
import { sessionCookie } from './session-cookie.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/** Where pages of ours may come from: the public address, and the one under which this very request reached us. */
export function trustedOrigins(env: Env, host: string | null | undefined): string[] {
  const reached = addressOf(env, host)
  return reached === undefined ? [publicAddress(env)] : [publicAddress(env), reached]
}

/**
 * No other site may act for somebody who is signed in here: a request that changes something and brings the cookie
 * must say that it comes from a page of ours, and one that reads (an event stream among them) must not say that it
 * comes from another. better-auth checks its own routes the same way.
 */
export function ownOriginOnly(env: Env): MiddlewareHandler<AppEnv> {
  const cookie = sessionCookie(env)
  return async (c, next) => {
    const exempt = c.req.path.startsWith('/api/auth/') || c.req.header('x-api-key')
    if (exempt || !c.req.header('cookie')?.includes(`${cookie.name}=`)) return next()
    const origin = c.req.header('origin')
    const own =
      origin === undefined
        ? SAFE.includes(c.req.method) || c.req.header('sec-fetch-site') === 'same-origin'
        : trustedOrigins(env, c.req.header('host')).includes(origin)
    if (!own)
      throw new Problem('bad-origin', `A page of ${(origin ?? 'an unnamed site').slice(0, 200)} cannot do this.`)
    return next()
  }
}
