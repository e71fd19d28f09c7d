import type { Announcement } from '@millrace/db/changes'
import { listen } from '@millrace/dispatch/listen'
import type { ReachFailpoint } from '#failpoints.ts'

export type Listener = (announcement: Announcement) => void

/** Passes what the database announces to whoever waits for it in this process: event streams and claims. */
export interface EventHub {
  subscribe(listener: Listener): () => void
  close(): Promise<void>
}

/** "Look again at everything": sent after a gap in which announcements may have been missed. */
const LOOK_AGAIN: Announcement = { c: null, q: [] }

/** Opens the one listening connection of this process. */
export async function openHub(databaseUrl: string, reach: ReachFailpoint = () => {}): Promise<EventHub> {
  const listeners = new Set<Listener>()
  const tell = (announcement: Announcement) => {
    for (const listener of listeners) listener(announcement)
  }
  const hear = async (announcement: Announcement) => {
    await reach('job.notify')
    tell(announcement)
  }
  const connection = listen(databaseUrl, {
    onAnnouncement: (announcement) => void hear(announcement),
    onReconnect: () => tell(LOOK_AGAIN),
  })
  await connection.ready
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => connection.close(),
  }
}
