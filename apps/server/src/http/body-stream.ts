import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'
import { stillAllowed } from './session.ts'

const CHECK_EVERY_MS = 3000

/**
 * The body as a byte stream. Over HTTP, this is the stream of the connection itself, which avoids converting each
 * chunk.
 */
export function bodyStream(c: Context<AppEnv>): Readable {
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof IncomingMessage) return whileAllowed(c, incoming)
  return whileAllowed(c, c.req.raw.body ? Readable.fromWeb(c.req.raw.body as never) : Readable.from([]))
}

/** Revalidates the session or key every few seconds, and ends the stream when it is no longer valid. */
export function whileAllowed(c: Context<AppEnv>, stream: Readable): Readable {
  const timer = setInterval(async () => {
    // If the database is unreachable, the principal's access is unknown, so the transfer continues.
    const allowed = await stillAllowed(c).catch(() => true)
    if (!allowed)
      stream.destroy(new Problem('unauthorized', 'The session or key expired or was revoked during the transfer.'))
  }, CHECK_EVERY_MS)
  timer.unref()
  return stream.once('close', () => clearInterval(timer))
}
