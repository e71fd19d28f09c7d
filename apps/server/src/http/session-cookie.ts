import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import type { Env } from '#env.ts'

/**
 * Returns the name and attributes of the sign-in cookie. Browsers accept `__Host-` cookies only on https and
 * http://localhost. The prefix is missing only if the operator has allowed plain HTTP.
 */
export function sessionCookie(env: Env): { prefix: string; name: string; secure: boolean } {
  const plain = env.INSECURE_HTTP && !env.PUBLIC_URL?.startsWith('https:')
  const prefix = plain ? 'millrace' : '__Host-millrace'
  return { prefix, name: `${prefix}_session`, secure: !plain }
}

/** Returns the session token in the request's cookie, if its signature is valid. */
export function sessionToken(cookies: string | undefined, name: string, secret: string): string | undefined {
  const value = cookies === undefined ? undefined : parse(cookies, name)[name]
  const dot = value?.lastIndexOf('.') ?? -1
  if (value === undefined || dot < 1) return undefined
  const token = value.slice(0, dot)
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}
