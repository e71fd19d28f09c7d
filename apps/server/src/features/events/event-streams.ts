import type { OwnerChanges } from '@millrace/db/changes'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
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
import { openStreams, type Reader, type Stream } from './open-streams.ts'
import { progressLimiter } from './progress-limiter.ts'
import { streamDelivery } from './stream-delivery.ts'

/*
 * All event streams of this process. One subscription to the hub and one timer serve all of them, so that a stream
 * costs little more than its response body.
 *
 * There are two kinds of streams. On a **live** stream, events carry a cursor. A client that reconnects sends the last
 * cursor and receives what it missed, or one Refresh if the cursor is unknown or the client missed too many changes. A
 * **plain** stream, for public clients, has no cursors. Public clients wait for the event of their job and do not know
 * Refresh. So when a plain stream opens and after each Refresh, the server sends an event for each job that is running
 * or ended recently.
 *
 * The public Python client waits for an event even if the job that it has just read has already failed. So each read of
 * a failed job announces the job again on the client's streams. Each stream does this at most `MAX_REPEATS` times per
 * job, because other programs read a job again on every event.
 */

const KEEP_ALIVE_MS = 3000
const AUTHENTICATE_AGAIN_MS = 30_000
/** A reader with more unread data than this is disconnected. A live client reconnects and receives what it missed. */
const MAX_UNREAD_BYTES = 256 * 1024
const MAX_REPEATS = 5

interface Options {
  hub: EventHub
  now(): Date
  newId(): string
  /** Ids of an owner's jobs that are running or ended recently. */
  recentJobs(ownerId: string): Promise<string[]>
}

export type EventStreams = ReturnType<typeof eventStreams>

/** Opens streams and feeds them until `close`. */
export function eventStreams({ hub, now, newId, recentJobs }: Options) {
  const streams = openStreams()
  const { send, write, check, requireRecheck, isOver, end } = streamDelivery({ streams, now, recentJobs })
  const history = eventHistory(newId)
  const limiter = progressLimiter(publishProgress)
  const unsubscribe = hub.subscribe(onAnnouncement)
  void hub.mark()
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
            streams.add(stream)
            begin(stream)
          },
          cancel() {
            if (stream) streams.remove(stream)
          },
        },
        { highWaterMark: MAX_UNREAD_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
      )
    },
    /** Returns a cursor. A stream that is opened with this cursor misses no later change. */
    cursorOf: (ownerId: string) => history.cursorOf(ownerId),
    /** Announces a failed job again to the owner's Python clients, after one of these clients has read the job. */
    repeat(ownerId: string, jobId: string) {
      for (const stream of streams.of(ownerId)) {
        const times = stream.repeats.get(jobId) ?? 0
        if (!stream.isPythonClient || times >= MAX_REPEATS) continue
        stream.repeats.set(jobId, times + 1)
        send(stream, message(jobChanged(stream.origin, jobId)))
      }
    },
    count: () => streams.all().length,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      clearInterval(timer)
      limiter.close()
      unsubscribe()
      for (const stream of streams.all()) end(stream)
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
    for (const stream of streams.all()) {
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
    for (const stream of ownerId === SYSTEM_OWNER_ID ? streams.all() : streams.of(ownerId)) {
      if (tooMany) refresh(stream)
      for (const [index, change] of changes.entries()) {
        // Only the last event of an announcement carries a cursor, because only then has the client read the whole
        // announcement.
        const cursor =
          stream.isLive && index === changes.length - 1 ? history.cursorOf(stream.actor.ownerId) : undefined
        send(stream, message(changeEvent(stream.origin, ...change), cursor))
      }
    }
  }

  function publishProgress(ownerId: string, jobId: string, value: number): void {
    for (const stream of streams.of(ownerId)) {
      const { isLive, origin } = stream
      send(stream, message(isLive ? progressEvent(origin, jobId, value) : jobChanged(origin, jobId)))
    }
  }

  function tick(): void {
    const time = now().getTime()
    for (const stream of streams.all()) {
      write(stream, KEEP_ALIVE)
      if (time - stream.authenticatedAt >= AUTHENTICATE_AGAIN_MS || isOver(stream)) requireRecheck(stream)
      if (stream.held) void check(stream)
    }
  }

  /** Tells the client to read everything again. Set `needsRecheck` if the server may also have missed a revocation. */
  function refresh(stream: Stream, needsRecheck = false): void {
    if (needsRecheck) requireRecheck(stream)
    const cursor = stream.isLive ? history.cursorOf(stream.actor.ownerId) : undefined
    if (!stream.isLive) stream.held ??= []
    send(stream, message(refreshEvent(stream.origin), cursor))
    if (stream.isLive) return
    stream.needsRecent = true
    void check(stream)
  }
}
