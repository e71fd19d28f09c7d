import { type Context, Hono } from 'hono'
import type { Principal } from '#access/principal.ts'
import type { AppEnv } from '#app-env.ts'
import { isPythonClient } from '#http/python-client.ts'
import type { FairLane } from '#limiter/fair-lane.ts'
import type { EventStreams } from './event-streams.ts'

/** Authenticates the reader of the stream again. Undefined if the credentials are no longer valid. */
export type StillAllowed = (c: Context<AppEnv>) => Promise<Principal | undefined>

/**
 * HTTP routes for streams of changes in the actor's context. A stream is live if the URL has `after`, and plain
 * otherwise (see event-streams.ts). A keep-alive event is sent every 3 s, because clients disconnect after 5 s of
 * silence.
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
        // Without this header, a client would reconnect on this connection while the server stops, or lose the
        // connection during a response.
        ...(streams.isClosed() && { Connection: 'close' }),
      },
    })
  })
}
