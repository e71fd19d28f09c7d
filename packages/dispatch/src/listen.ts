import { type Announcement, CHANNEL } from '@millrace/db/changes'
import pg from 'pg'

const ANSWER_MS = 5000

/**
 * Listens for what transactions announce, on a connection of its own. When the connection breaks it is made again with
 * growing pauses, and `onReconnect` tells that announcements may have been missed. A connection is asked now and then
 * whether it still lives, for a lost network closes nothing. `close` ends it.
 */
export function listen(
  databaseUrl: string,
  handlers: { onAnnouncement: (announcement: Announcement) => void; onReconnect: () => void },
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

  /** What somebody else sent on our channel says nothing; but it stands for something that was said. */
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
    const { c, q, a } = JSON.parse(payload ?? '') as Announcement
    return (c === null || Array.isArray(c)) && Array.isArray(q) ? { c, q, ...(Array.isArray(a) && { a }) } : undefined
  } catch {
    return undefined
  }
}
