import { type Announcement, CHANNEL } from '@millrace/db/changes'
import pg from 'pg'

const ANSWER_MS = 5000

/**
 * Listens for announcements on a dedicated connection, and reconnects with growing delays. `onReconnect` means that
 * announcements may have been missed. A lost network does not close the connection, so a query checks it regularly.
 */
export function listen(
  databaseUrl: string,
  handlers: { onAnnouncement: (announcement: Announcement) => unknown; onReconnect: () => void },
  { checkMs = 10_000 } = {},
): { ready: Promise<void>; close(): Promise<void> } {
  let closed = false
  let client: pg.Client | undefined
  let wake: (() => void) | undefined

  async function session(first: boolean): Promise<void> {
    const current = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: Math.min(ANSWER_MS, checkMs),
    })
    client = current
    const ended = new Promise<void>((resolve) => current.once('end', () => resolve()))
    current.on('error', () => {})
    current.on('notification', ({ payload }) => hear(payload))
    await current.connect()
    await current.query(`listen ${CHANNEL}`)
    started.resolve()
    if (!first) handlers.onReconnect()
    const check = setInterval(() => current.query('select 1').catch(() => current.end().catch(() => {})), checkMs)
    await ended
    clearInterval(check)
  }

  /** A payload that cannot be read, such as one of another version, counts as a missed announcement. */
  function hear(payload: string | undefined): void {
    const announcement = read(payload)
    if (announcement) handlers.onAnnouncement(announcement)
    else handlers.onReconnect()
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

function read(payload: string | undefined): Announcement | undefined {
  try {
    const announcement = JSON.parse(payload ?? '') as Announcement
    return Array.isArray(announcement.c) && Array.isArray(announcement.q) ? announcement : undefined
  } catch {
    return undefined
  }
}
