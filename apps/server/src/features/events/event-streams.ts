import type { OwnerChanges } from '@millrace/db/changes'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import type { Actor } from '#access/actor.ts'
import type { Principal } from '#access/principal.ts'
import type { EventHub, ReceivedAnnouncement } from '#events/hub.ts'
import { eventHistory } from './event-history.ts'
import {
  changeEvent,
  jobChanged,
  KEEP_ALIVE,
  message,
  positionMessage,
  progressEvent,
  refreshEvent,
} from './event-messages.ts'
import { progressLimiter } from './progress-limiter.ts'

/*
 * All event streams of this process. One subscription to the hub and one timer serve all of them, so that a stream
 * costs little more than its response body.
 *
 * A stream ends as soon as its session or key does. When the database announces that a principal's access may be
 * revoked, events are held back until the principal is authenticated again. The same happens when the session or key
 * was due to expire, after a gap in the announcements, and at least every 30 s.
 *
 * There are two kinds of streams. A **live** stream has a cursor: every change carries its position. A client that
 * reconnects sends the last position and receives what it missed, or one Refresh if the position is unknown. A
 * **plain** stream, for public clients, has no cursor. Such clients wait for the event of their job and do not know
 * Refresh. Therefore, when a plain stream opens and with each Refresh, it sends an event for each job that is running
 * or ended recently.
 *
 * The public Python client waits for an event even if the job that it has just read has already failed. Each read of a
 * failed job therefore announces the job again on the client's streams. This happens only a few times per job, because
 * other programs read a job again on every event.
 */

const KEEP_ALIVE_MS = 3000
const AUTHENTICATE_AGAIN_MS = 30_000
/** A reader with more unread data than this is disconnected. The client reconnects and receives what it missed. */
const MAX_UNREAD_BYTES = 256 * 1024
const MAX_REPEATS = 5

export interface Reader {
  actor: Pick<Actor, 'ownerId' | 'userId' | 'keyId'>
  origin: string
  until: Date | null
  isPythonClient: boolean
  /** For a live stream: the last position that the client has reached. */
  after?: string | undefined
  /** Authenticates the principal again. Undefined if the stream must end. */
  stillAllowed(): Promise<Pick<Principal, 'until'> | undefined>
  /** Called once when the stream has ended. */
  onEnd(): void
}

interface Options {
  hub: EventHub
  now(): Date
  newId(): string
  /** Ids of an owner's jobs that are running or ended recently. */
  recentJobs(ownerId: string): Promise<string[]>
}

interface Stream extends Reader {
  controller: ReadableStreamDefaultController<Uint8Array>
  isLive: boolean
  authenticatedAt: number
  /** Messages held back until the principal has been checked. Undefined if messages may be sent at once. */
  held: Uint8Array[] | undefined
  isChecking: boolean
  needsRecheck: boolean
  /** Whether the plain stream must send events for the recent jobs. */
  needsRecent: boolean
  /** How many times each failed job was announced again. */
  repeats: Map<string, number>
}

export type EventStreams = ReturnType<typeof eventStreams>

/** Opens streams and feeds them until `close`. */
export function eventStreams({ hub, now, newId, recentJobs }: Options) {
  const byOwner = new Map<string, Set<Stream>>()
  const history = eventHistory(newId)
  const limiter = progressLimiter(publishProgress)
  const unsubscribe = hub.subscribe(onAnnouncement)
  const timer = setInterval(tick, KEEP_ALIVE_MS)
  timer.unref()
  let isClosed = false

  return {
    open(reader: Reader): ReadableStream<Uint8Array> {
      let stream: Stream | undefined
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            if (isClosed) {
              reader.onEnd()
              return controller.close()
            }
            stream = streamOf(reader, controller)
            add(stream)
            begin(stream)
          },
          cancel() {
            if (stream) remove(stream)
          },
        },
        { highWaterMark: MAX_UNREAD_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
      )
    },
    /** Returns the position of an owner's latest change. A stream opened with this cursor misses no later change. */
    cursorOf: (ownerId: string) => history.cursorOf(ownerId),
    /** Announces a failed job again to the owner's Python clients, after one of these clients has read the job. */
    repeat(ownerId: string, jobId: string) {
      for (const stream of byOwner.get(ownerId) ?? []) {
        const times = stream.repeats.get(jobId) ?? 0
        if (!stream.isPythonClient || times >= MAX_REPEATS) continue
        stream.repeats.set(jobId, times + 1)
        send(stream, message(jobChanged(stream.origin, jobId)))
      }
    },
    count: () => all().length,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      clearInterval(timer)
      limiter.close()
      unsubscribe()
      for (const stream of all()) end(stream)
    },
  }

  function streamOf(reader: Reader, controller: Stream['controller']): Stream {
    const isLive = reader.after !== undefined
    const state = { isChecking: false, needsRecheck: false, needsRecent: !isLive, held: isLive ? undefined : [] }
    return { ...reader, ...state, controller, isLive, authenticatedAt: now().getTime(), repeats: new Map() }
  }

  function begin(stream: Stream): void {
    stream.controller.enqueue(KEEP_ALIVE)
    if (stream.isLive) resume(stream)
    else void check(stream)
  }

  /** Sends the changes after the client's cursor. */
  function resume(stream: Stream): void {
    const { origin, actor, after = '' } = stream
    const missed = history.since(actor.ownerId, after)
    if (!missed) {
      refresh(stream)
      return
    }
    for (const change of missed.changes) send(stream, message(changeEvent(origin, ...change)))
    for (const [jobId, value] of missed.progress) send(stream, message(progressEvent(origin, jobId, value)))
    send(stream, positionMessage(history.cursorOf(actor.ownerId)))
  }

  function onAnnouncement({ hasGap, i: position, c, a, m: isMark }: ReceivedAnnouncement): void {
    if (hasGap) history.forget()
    if (isMark && position !== undefined) history.mark(position)
    for (const stream of all()) {
      if (hasGap) refresh(stream, true)
      else if (a?.some((id) => id === stream.actor.userId || id === stream.actor.keyId)) requireRecheck(stream)
    }
    for (const owner of c) {
      history.record(owner, position)
      publish(owner)
    }
  }

  function publish({ o: ownerId, c: changes = [], p: progress = [], r: tooMany }: OwnerChanges): void {
    for (const [, , id] of changes) limiter.drop(id)
    for (const [jobId, value] of progress) limiter.report(ownerId, jobId, value)
    for (const stream of ownerId === SYSTEM_OWNER_ID ? all() : (byOwner.get(ownerId) ?? [])) {
      if (tooMany) refresh(stream)
      for (const [index, change] of changes.entries()) {
        // Only the last event of an announcement carries a position, because then all its events have been read.
        const cursor =
          stream.isLive && index === changes.length - 1 ? history.cursorOf(stream.actor.ownerId) : undefined
        send(stream, message(changeEvent(stream.origin, ...change), cursor))
      }
    }
  }

  function publishProgress(ownerId: string, jobId: string, value: number): void {
    for (const stream of byOwner.get(ownerId) ?? []) {
      const { isLive, origin } = stream
      send(stream, message(isLive ? progressEvent(origin, jobId, value) : jobChanged(origin, jobId)))
    }
  }

  function tick(): void {
    const time = now().getTime()
    for (const stream of all()) {
      write(stream, KEEP_ALIVE)
      if (time - stream.authenticatedAt >= AUTHENTICATE_AGAIN_MS || isOver(stream)) requireRecheck(stream)
      if (stream.held) void check(stream)
    }
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if (isOver(stream)) requireRecheck(stream)
    if (stream.held) stream.held.push(bytes)
    else write(stream, bytes)
  }

  /** Tells the client to read everything again. `needsRecheck`: a revocation may have been missed too. */
  function refresh(stream: Stream, needsRecheck = false): void {
    if (needsRecheck) requireRecheck(stream)
    const cursor = stream.isLive ? history.cursorOf(stream.actor.ownerId) : undefined
    if (!stream.isLive) stream.held ??= []
    send(stream, message(refreshEvent(stream.origin), cursor))
    if (stream.isLive) return
    stream.needsRecent = true
    void check(stream)
  }

  /** Holds events back until the principal is authenticated again. */
  function requireRecheck(stream: Stream): void {
    stream.needsRecheck = true
    stream.held ??= []
    void check(stream)
  }

  /** Performs pending checks, then sends what was held back. If the database is unreachable, the next tick retries. */
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

  /** Runs the pending checks once. Checks that become necessary in the meantime are left for the next run. */
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
    if (!byOwner.get(stream.actor.ownerId)?.has(stream)) return
    if ((stream.controller.desiredSize ?? 0) <= 0) end(stream)
    else stream.controller.enqueue(bytes)
  }

  function end(stream: Stream): void {
    if (!remove(stream)) return
    stream.held = []
    stream.controller.close()
  }

  function add(stream: Stream): void {
    const streams = byOwner.get(stream.actor.ownerId) ?? new Set()
    byOwner.set(stream.actor.ownerId, streams.add(stream))
  }

  function remove(stream: Stream): boolean {
    const streams = byOwner.get(stream.actor.ownerId)
    const wasOpen = streams?.delete(stream) === true
    if (streams?.size === 0) byOwner.delete(stream.actor.ownerId)
    if (wasOpen) stream.onEnd()
    return wasOpen
  }

  function all(): Stream[] {
    return [...byOwner.values()].flatMap((streams) => [...streams])
  }
}
