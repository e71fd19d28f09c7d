import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'

const NAMES = /^(x-)?(api|access)[-_]?(key|token)$/i

/**
 * Refuses keys in addresses, even where nothing reads them: addresses end up in histories and in logs of proxies, and
 * whoever tries it should learn so at once.
 */
export const keyInHeaderOnly: MiddlewareHandler<AppEnv> = (c, next) => {
  if (!Object.keys(c.req.query()).some((name) => NAMES.test(name))) return next()
  throw new Problem(
    'bad-request',
    'A key belongs in the header x-api-key, never in an address. This one may have been seen: make a new one.',
  )
}
