import { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'

const LONGEST_MS = 30_000

/**
 * Holds a reply back until its request has come in, for 30 s at most, and throws away what comes. Many clients look for a
 * reply only when all is sent; whoever stops reading, or closes, takes it from them, and with it the reason of a refusal.
 */
export const readOn: MiddlewareHandler<AppEnv> = async (c, next) => {
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
