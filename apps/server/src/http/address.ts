import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Env } from '#env.ts'
import { Problem } from '#problem.ts'
import { addressPage } from './address-page.ts'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** Whether a Host header, with or without a port, names this computer. */
export function isLoopback(host: string | null | undefined): boolean {
  return LOOPBACK.test(host ?? '')
}

/** Returns the public address. Links in emails start with it and never depend on a request's headers. */
export function publicAddress(env: Env): string {
  return env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`
}

/** Whether only this computer can reach the server: the server listens on loopback and has no public address. */
export function isPrivate(env: Env): boolean {
  const published = env.PUBLIC_URL !== undefined && !isLoopback(new URL(env.PUBLIC_URL).host)
  return ['localhost', '127.0.0.1', '::1'].includes(env.HOST) && !published
}

/**
 * Returns the address at which the client reached the server. Undefined if its host is not allowed. A public address
 * takes precedence over the Host header, which a proxy may change; otherwise Host must be loopback or in ALLOWED_HOSTS.
 */
export function addressOf(env: Env, host: string | null | undefined): string | undefined {
  const configured = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : undefined
  if (configured && (!isLoopback(configured.host) || configured.host === host?.toLowerCase())) return configured.origin
  const known = isLoopback(host) || (host && isListed(env, host))
  return known ? `http://${host?.toLowerCase()}` : undefined
}

function isListed(env: Env, host: string): boolean {
  const name = host.toLowerCase()
  return env.ALLOWED_HOSTS.some(
    (allowed) => allowed.toLowerCase() === name || name.startsWith(`${allowed}:`.toLowerCase()),
  )
}

/**
 * Sets `c.var.origin`. Refuses requests whose Host header this server is not configured for. Also refuses plain HTTP,
 * because browsers would drop the sign-in cookie. Plain HTTP is allowed on loopback, with an API key, and if
 * INSECURE_HTTP is set. A refused browser receives a page that names the setting to change. Health checks are never
 * refused.
 */
export function address(env: Env): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host
    const origin = addressOf(env, host)
    if (c.req.path.startsWith('/health/')) return next()
    const fault =
      origin === undefined ? 'unknown' : isSafe(origin, env) || c.req.header('x-api-key') ? undefined : 'plain'
    if (fault !== undefined) {
      if (c.req.header('accept')?.includes('text/html')) return c.html(addressPage(fault, host), 403)
      throw new Problem('insecure-address', detailOf(fault, host.slice(0, 200)))
    }
    c.set('origin', origin ?? '')
    return next()
  }
}

function detailOf(fault: 'unknown' | 'plain', host: string): string {
  return fault === 'plain'
    ? `The connection to ${host} is not encrypted. Set PUBLIC_URL to an https address.`
    : `This server is not configured for the address ${host}. Add it to ALLOWED_HOSTS, or set PUBLIC_URL to it.`
}

function isSafe(origin: string, env: Env): boolean {
  const { protocol, host } = new URL(origin)
  return protocol === 'https:' || isLoopback(host) || env.INSECURE_HTTP
}
