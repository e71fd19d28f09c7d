import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from '#app-env.ts'

/** Gives every request an id and logs it. Query strings are not logged, because they may contain tokens. */
export function requestLog(log: Logger, newId: () => string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('requestId', newId())
    const begun = performance.now()
    await next()
    // `c.header` would turn the reply’s string into a Web stream (see direct-body.ts).
    c.res.headers.set('X-Request-Id', c.var.requestId)
    const ms = Math.round(performance.now() - begun)
    log.debug(
      { requestId: c.var.requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms },
      'request',
    )
  }
}
