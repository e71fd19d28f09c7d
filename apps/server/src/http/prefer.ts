import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'

const REPRESENTATION = /(?:^|,)\s*return\s*=\s*"?representation"?\s*(?:[,;]|$)/i

/** Whether the client wants the created resource in the reply (`Prefer: return=representation`, RFC 7240). */
export function prefersRepresentation(c: Context<AppEnv>): boolean {
  return REPRESENTATION.test(c.req.header('prefer') ?? '')
}
