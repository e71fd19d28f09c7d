import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'

/** Refuses URLs that contain a NUL character, which PostgreSQL cannot store. */
export const refuseNulInUrl: MiddlewareHandler<AppEnv> = (c, next) => {
  if (c.req.url.includes('%00')) throw new Problem('bad-request', 'The URL contains a NUL character.')
  return next()
}
