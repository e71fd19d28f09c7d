import type { ApiEvent } from '@millrace/contracts/events'
import type { Announcement } from '@millrace/db/changes'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { href } from '#http/links.ts'

const KEEP_ALIVE_MS = 3000

/** Says whether the credentials that opened a stream still hold. */
export type StillAllowed = (c: Context<AppEnv>) => Promise<boolean>

/**
 * HTTP for live updates: a stream of what changes in the actor's context. Between events a keep-alive event with empty
 * data goes out every 3 s, for clients give up after 5 s of silence; at the same pace the credentials are checked again.
 */
export function eventRoutes(deps: Pick<Deps, 'hub' | 'log'>, stillAllowed: StillAllowed) {
  return new Hono<AppEnv>().get('/Events', (c) => {
    c.header('Cache-Control', 'no-store')
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async (stream) => {
      const { actor, origin } = c.var
      const send = (event: ApiEvent) => void stream.writeSSE({ data: JSON.stringify(event) }).catch(() => {})
      const unsubscribe = deps.hub.subscribe((announcement) => {
        for (const event of eventsFor(actor.ownerId, origin, announcement)) send(event)
      })
      stream.onAbort(unsubscribe)
      await stream.writeSSE({ event: 'keepalive', data: '' })
      while (!stream.aborted && !stream.closed) {
        await stream.sleep(KEEP_ALIVE_MS)
        if (!(await stillAllowed(c))) break
        await stream.writeSSE({ event: 'keepalive', data: '' })
      }
      unsubscribe()
    })
  })
}

/** The events of an announcement that concern an owner. A gap becomes one Refresh. */
function eventsFor(ownerId: string, origin: string, announcement: Announcement): ApiEvent[] {
  if (announcement.c === null)
    return [{ EventType: 'Refresh', ResourceType: 'All', ResourceLink: href.entryPoint(origin) }]
  return announcement.c
    .filter(([, , , owner]) => owner === ownerId || owner === SYSTEM_OWNER_ID)
    .map(([type, event, id]) => ({ EventType: event, ResourceType: type, ResourceLink: linkTo(origin, type, id) }))
}

function linkTo(origin: string, type: Exclude<ApiEvent['ResourceType'], 'All'>, id: string): string {
  if (type === 'WorkData') return href.workData(origin, id)
  return type === 'ProcessingStep' ? href.step(origin, id) : href.job(origin, id)
}
