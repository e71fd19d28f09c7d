import { jobChanged, message } from './event-messages.ts'
import type { OpenStreams, Stream } from './open-streams.ts'

/*
 * A stream ends when its session or key is no longer valid. When the database announces that a principal's access may
 * be revoked, events are held back until the principal is authenticated again. The same happens when the session or key
 * was due to expire, after a gap in the announcements, and at least every 30 s.
 */

interface DeliveryOptions {
  streams: OpenStreams
  now(): Date
  /** Ids of an owner's jobs that are running or ended recently. */
  recentJobs(ownerId: string): Promise<string[]>
}

/** Sends messages to streams, and holds them back until the principal has been checked. */
export function streamDelivery({ streams, now, recentJobs }: DeliveryOptions) {
  return { send, write, check, requireRecheck, isOver, end }

  function send(stream: Stream, bytes: Uint8Array): void {
    if (isOver(stream)) requireRecheck(stream)
    if (stream.held) stream.held.push(bytes)
    else write(stream, bytes)
  }

  function requireRecheck(stream: Stream): void {
    stream.needsRecheck = true
    stream.held ??= []
    void check(stream)
  }

  /**
   * Runs the pending checks, and then sends the events that were held back. If the database is unreachable, the next
   * tick retries.
   */
  async function check(stream: Stream): Promise<void> {
    if (stream.isChecking) return
    stream.isChecking = true
    try {
      while (stream.needsRecheck || stream.needsRecent) await checkOnce(stream)
      const held = stream.held ?? []
      stream.held = undefined
      for (const bytes of held) write(stream, bytes)
    } catch {
      // The checks stay pending and events stay held back.
    } finally {
      stream.isChecking = false
    }
  }

  /** Checks that become necessary in the meantime are left for the next run. */
  async function checkOnce(stream: Stream): Promise<void> {
    const { needsRecheck, needsRecent } = stream
    stream.needsRecheck = false
    stream.needsRecent = false
    try {
      if (needsRecheck) {
        const principal = await stream.stillAllowed()
        if (!principal) return end(stream)
        stream.until = principal.until
        stream.authenticatedAt = now().getTime()
      }
      if (needsRecent) {
        const ids = await recentJobs(stream.actor.ownerId)
        stream.held?.push(...ids.map((id) => message(jobChanged(stream.origin, id))))
      }
    } catch (error) {
      stream.needsRecheck ||= needsRecheck
      stream.needsRecent ||= needsRecent
      throw error
    }
  }

  function isOver(stream: Stream): boolean {
    return stream.until !== null && stream.until <= now()
  }

  function write(stream: Stream, bytes: Uint8Array): void {
    if (!streams.has(stream)) return
    if ((stream.controller.desiredSize ?? 0) <= 0) end(stream)
    else stream.controller.enqueue(bytes)
  }

  function end(stream: Stream): void {
    if (!streams.remove(stream)) return
    stream.held = []
    stream.controller.close()
  }
}
