import { type Context, Hono } from 'hono'
import type { Principal } from '#access/principal.ts'
import type { AppEnv } from '#app-env.ts'
import { isPythonClient } from '#http/python-client.ts'
import type { EventStreams } from './event-streams.ts'

/** Authenticates again who opened a stream: undefined when the credentials no longer hold. */
export type StillAllowed = (c: Context<AppEnv>) => Promise<Principal | undefined>

/**
 * HTTP for live updates: a stream of changes in the actor's context. Clients give up after 5 s of silence, and check
 * whether they are still needed only when an event arrives, so a keep-alive event with empty data is sent every 3 s.
 * With `after` in the address, as in the entry point's link `LiveUpdates`, the stream has a cursor.
 */
export function eventRoutes(streams: EventStreams, stillAllowed: StillAllowed) {
  return new Hono<AppEnv>().get('/Events', (c) => {
    const { actor, origin, until } = c.var
    const cursor = c.req.query('after')
    // A browser that reconnects by itself repeats the address and names what it read last in the header.
    const after = cursor === undefined ? undefined : (c.req.header('last-event-id') ?? cursor)
    const reader = {
      actor,
      origin,
      until,
      after,
      isPythonClient: isPythonClient(c),
      stillAllowed: () => stillAllowed(c),
    }
    const body = c.req.method === 'HEAD' ? null : streams.open(reader)
    return new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        // On a kept-alive connection clients would reconnect over and over, or be cut off mid-response.
        ...(streams.isClosed() && { Connection: 'close' }),
      },
    })
  })
}
