import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import type { Env } from '#env.ts'

/**
 * The sign-in cookie. Browsers keep a `__Host-` cookie on https and on http://localhost only, and never give it to
 * another host. A plain one exists solely for networks where the operator allowed plain http.
 */
export function sessionCookie(env: Env): { prefix: string; name: string; secure: boolean } {
  const plain = env.INSECURE_HTTP && !env.PUBLIC_URL?.startsWith('https:')
  const prefix = plain ? 'millrace' : '__Host-millrace'
  return { prefix, name: `${prefix}_session`, secure: !plain }
}

/** The session token in the request's cookie, if our signature on it is right. */
export function sessionToken(cookies: string | undefined, name: string, secret: string): string | undefined {
  const value = cookies === undefined ? undefined : parse(cookies, name)[name]
  const dot = value?.lastIndexOf('.') ?? -1
  if (value === undefined || dot < 1) return undefined
  const token = value.slice(0, dot)
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}
