import { type Announcement, CHANNEL } from '@millrace/db/changes'
import pg from 'pg'

/**
 * Listens for what transactions announce, on a connection of its own. When the connection breaks it is made again with
 * growing pauses, and `onReconnect` tells that announcements may have been missed. `close` ends it.
 */
export function listen(
  databaseUrl: string,
  handlers: { onAnnouncement: (announcement: Announcement) => void; onReconnect: () => void },
): { ready: Promise<void>; close(): Promise<void> } {
  let closed = false
  let client: pg.Client | undefined
  let wake: (() => void) | undefined

  async function session(first: boolean): Promise<void> {
    client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: 5000 })
    const ended = new Promise<void>((resolve) => client?.once('end', () => resolve()))
    client.on('error', () => {})
    client.on('notification', ({ payload }) => handlers.onAnnouncement(JSON.parse(payload ?? '') as Announcement))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    started.resolve()
    if (!first) handlers.onReconnect()
    await ended
  }

  async function keepListening(): Promise<void> {
    for (let failures = 0, first = true; !closed; first = false) {
      const begun = Date.now()
      await session(first).catch(() => client?.end().catch(() => {}))
      failures = Date.now() - begun > 10_000 ? 0 : failures + 1
      if (!closed) await pause(Math.min(50 * 2 ** failures, 5000))
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const started = Promise.withResolvers<void>()
  const done = keepListening()
  return {
    ready: started.promise,
    async close() {
      closed = true
      wake?.()
      await client?.end().catch(() => {})
      await done
    },
  }
}
