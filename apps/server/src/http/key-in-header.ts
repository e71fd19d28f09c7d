import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'

const NAMES = /^(x-)?(api|access)[-_]?(key|token)$/i

/**
 * Refuses requests with an API key in the URL, even where the key would be ignored. URLs are stored in browser
 * histories and proxy logs, so the author of the client should notice the mistake immediately.
 */
export const keyInHeaderOnly: MiddlewareHandler<AppEnv> = (c, next) => {
  if (!Object.keys(c.req.query()).some((name) => NAMES.test(name))) return next()
  throw new Problem(
    'bad-request',
    'Send keys in the header x-api-key, never in the URL. Revoke this key, because it may have been logged.',
  )
}
