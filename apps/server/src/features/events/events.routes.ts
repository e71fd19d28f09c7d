import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { isPythonClient } from '#http/python-client.ts'
import type { Principal } from '#http/session.ts'
import type { EventStreams } from './event-streams.ts'

/** Looks up again who opened a stream: undefined when the credentials no longer hold. */
export type StillAllowed = (c: Context<AppEnv>) => Promise<Principal | undefined>

/**
 * HTTP for live updates: a stream of what changes in the actor's context. A keep-alive event with empty data goes out
 * every 3 s, for clients give up after 5 s of silence and look whether they are still needed only when an event comes.
 */
export function eventRoutes(streams: EventStreams, stillAllowed: StillAllowed) {
  return new Hono<AppEnv>().get('/Events', (c) => {
    const { actor, origin, until } = c.var
    const reader = { actor, origin, until, isPythonClient: isPythonClient(c), stillAllowed: () => stillAllowed(c) }
    const body = c.req.method === 'HEAD' ? null : streams.open(reader)
    return new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        // Over a connection that is left from before clients would connect again and again, or be cut off in the midst.
        ...(streams.isClosed() && { Connection: 'close' }),
      },
    })
  })
}
