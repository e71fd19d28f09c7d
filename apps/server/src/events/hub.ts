import type { Announcement, OwnerChanges } from '@millrace/db/changes'
import { listen } from '@millrace/dispatch/listen'
import type { ReachFailpoint } from '#failpoints.ts'

/** An announcement. With `hasGap`, earlier announcements may have been missed. */
export type ReceivedAnnouncement = Announcement & { hasGap?: boolean }
export type Listener = (heard: ReceivedAnnouncement) => void

/** Forwards the database's announcements to the event streams and waiting claims of this process. */
export interface EventHub {
  subscribe(listener: Listener): () => void
  /**
   * Announces a position that all listening servers have in common. Call this after subscribing, so that the listener
   * misses no announcement after the position.
   */
  mark(): Promise<void>
  close(): Promise<void>
}

const GAP: ReceivedAnnouncement = { hasGap: true, c: [], q: [] }

/** Opens the only listening connection of this process. */
export async function openHub(databaseUrl: string, reach: ReachFailpoint = () => {}): Promise<EventHub> {
  const listeners = new Set<Listener>()
  const publish = (heard: ReceivedAnnouncement) => {
    for (const listener of listeners) listener(heard)
  }
  const connection = listen(databaseUrl, {
    onAnnouncement: async (announcement) => {
      if (announcement.c.some(hasJobs)) await reach('job.notify')
      publish(announcement)
    },
    onReconnect: () => publish(GAP),
  })
  await connection.ready
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    mark: () => connection.mark(),
    close: () => connection.close(),
  }
}

function hasJobs({ c = [], p = [] }: OwnerChanges): boolean {
  return p.length > 0 || c.some(([type]) => type === 'Job')
}
