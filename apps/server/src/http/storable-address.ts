import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'

/** Refuses addresses with a NUL character in them: no column takes one, whatever part of the address it came from. */
export const storableAddress: MiddlewareHandler<AppEnv> = (c, next) => {
  if (c.req.url.includes('%00')) throw new Problem('bad-request', 'The address holds a NUL character.')
  return next()
}
