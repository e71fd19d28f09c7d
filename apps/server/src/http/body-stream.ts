import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'
import { stillAllowed } from './session.ts'

const LOOK_AGAIN_MS = 3000

/** The body as a stream of bytes. Over HTTP it is the connection's own stream, which spares a conversion per chunk. */
export function bodyStream(c: Context<AppEnv>): Readable {
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof IncomingMessage) return whileAllowed(c, incoming)
  return whileAllowed(c, c.req.raw.body ? Readable.fromWeb(c.req.raw.body as never) : Readable.from([]))
}

/** Looks again every few seconds who is there, and breaks the stream off once the session or key has ended. */
export function whileAllowed(c: Context<AppEnv>, stream: Readable): Readable {
  const timer = setInterval(async () => {
    // An unreachable database says nothing about the principal.
    const allowed = await stillAllowed(c).catch(() => true)
    if (!allowed) stream.destroy(new Problem('unauthorized', 'The session or key ended before this was through.'))
  }, LOOK_AGAIN_MS)
  timer.unref()
  return stream.once('close', () => clearInterval(timer))
}
