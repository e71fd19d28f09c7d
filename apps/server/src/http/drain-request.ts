import { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'

const LONGEST_MS = 30_000

/**
 * Delays a reply until its request has arrived, for 30 s at most, and discards the rest of the body. Many clients read the
 * reply only after they have sent everything. If the server closed the connection earlier, they would never see why.
 */
export const drainRequest: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof IncomingMessage && !incoming.complete && !incoming.destroyed) await rest(incoming)
}

function rest(incoming: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LONGEST_MS)
  incoming.once('end', resolve).once('close', resolve).on('error', resolve).resume()
  return promise.finally(() => clearTimeout(timer))
}
