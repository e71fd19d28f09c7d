import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'

const REPRESENTATION = /(?:^|,)\s*return\s*=\s*"?representation"?\s*(?:[,;]|$)/i

/** Whether the client asks for what an action creates in the same reply, as RFC 7240 says. */
export function prefersRepresentation(c: Context<AppEnv>): boolean {
  return REPRESENTATION.test(c.req.header('prefer') ?? '')
}
