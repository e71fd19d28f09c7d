import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'

/** The body as a stream of bytes. Over HTTP it is the connection's own stream, which spares a conversion per chunk. */
export function bodyStream(c: Context<AppEnv>): Readable {
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof IncomingMessage) return incoming
  return c.req.raw.body ? Readable.fromWeb(c.req.raw.body as never) : Readable.from([])
}
