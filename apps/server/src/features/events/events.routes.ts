import { type Context, Hono } from 'hono'
import type { Principal } from '#access/principal.ts'
import type { AppEnv } from '#app-env.ts'
import { isPythonClient } from '#http/python-client.ts'
import type { FairLane } from '#limiter/fair-lane.ts'
import type { EventStreams } from './event-streams.ts'

/** Authenticates the reader of the stream again. Undefined if the credentials are no longer valid. */
export type StillAllowed = (c: Context<AppEnv>) => Promise<Principal | undefined>

/**
 * HTTP for live updates: a stream of changes in the actor's context, live (see event-streams.ts) if the URL has
 * `after`. A keep-alive event is sent every 3 s, because clients disconnect after 5 s of silence.
 */
export function eventRoutes(streams: EventStreams, lane: FairLane, stillAllowed: StillAllowed) {
  return new Hono<AppEnv>().get('/Events', async (c) => {
    const { actor, origin, until } = c.var
    const cursor = c.req.query('after')
    // A browser that reconnects automatically requests the same URL and sends its last position in this header.
    const after = cursor === undefined ? undefined : (c.req.header('last-event-id') ?? cursor)
    const reader = {
      actor,
      origin,
      until,
      after,
      isPythonClient: isPythonClient(c),
      stillAllowed: () => stillAllowed(c),
    }
    const body =
      c.req.method === 'HEAD' ? null : streams.open({ ...reader, onEnd: await lane.enter(actor.userPublicId) })
    return new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
        // While the server stops, clients would otherwise reconnect on this connection, or lose it during a response.
        ...(streams.isClosed() && { Connection: 'close' }),
      },
    })
  })
}
