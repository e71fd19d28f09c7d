import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Env } from '#env.ts'
import { Problem } from '#problem.ts'
import { addressOf, publicAddress } from './address.ts'
import { isAllowedCrossOrigin } from './cross-origin.ts'
import { sessionCookie } from './session-cookie.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/** Returns the origins of our own pages: the public address, and the address that this request used. */
export function trustedOrigins(env: Env, host: string | null | undefined): string[] {
  const reached = addressOf(env, host)
  return reached === undefined ? [publicAddress(env)] : [publicAddress(env), reached]
}

/**
 * Protects signed-in users from cross-site requests. A request with the cookie must come from our origins (or
 * CORS_ORIGINS, for the jobs service), or state that it is same-origin. Reads may omit the origin. better-auth checks
 * its own routes.
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
        : trustedOrigins(env, c.req.header('host')).includes(origin) || isAllowedCrossOrigin(env, c.req.path, origin)
    if (!own)
      throw new Problem(
        'bad-origin',
        `Requests from ${(origin ?? 'an unknown origin').slice(0, 200)} are not allowed. Open the app at its own address, or use an API key.`,
      )
    return next()
  }
}
