import { type Announcement, CHANNEL, notifyMark } from '@millrace/db/changes'
import { dedicatedConnection } from '@millrace/db/dedicated-connection'
import type { Client } from 'pg'

/**
 * Listens for announcements on a dedicated connection. `onReconnect` is called when announcements may have been missed,
 * because the connection broke or a payload could not be parsed. Payloads may come from another version of the server.
 */
export function listen(
  databaseUrl: string,
  handlers: { onAnnouncement: (announcement: Announcement) => void; onReconnect: () => void },
  { checkMs = 10_000 } = {},
): {
  ready: Promise<void>
  /** Announces a mark, now and whenever the connection is replaced. */
  mark(): Promise<void>
  close(): Promise<void>
} {
  const ready = Promise.withResolvers<void>()
  let isFirst = true
  let isMarking = false
  let listening: Client | undefined

  const connection = dedicatedConnection(databaseUrl, {
    checkMs,
    async open(client) {
      client.on('notification', ({ payload }) => hear(payload))
      await client.query(`listen ${CHANNEL}`)
      ready.resolve()
      if (!isFirst) handlers.onReconnect()
      isFirst = false
      if (isMarking) await client.query(notifyMark())
      listening = client
    },
    check: (client) => client.query('select 1'),
  })

  function hear(payload: string | undefined): void {
    const announcement = read(payload)
    if (announcement) handlers.onAnnouncement(announcement)
    else handlers.onReconnect()
  }

  return {
    ready: ready.promise,
    async mark() {
      isMarking = true
      // If this fails, the connection is replaced, and the next one announces the mark.
      await listening?.query(notifyMark()).catch(() => listening?.end().catch(() => {}))
    },
    close: connection.close,
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
