import type { ApiEvent } from '@millrace/contracts/events'
import type { Announcement } from '@millrace/db/changes'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import type { Actor } from '#app-env.ts'
import type { EventHub } from '#events/hub.ts'
import { href } from '#http/links.ts'
import type { Principal } from '#http/session.ts'

/*
 * All event streams of this process. One subscription to the hub and one timer serve them all; a stream itself is a
 * body that is written to and little else.
 *
 * A stream ends as soon as its session or key does: the database announces who loses access, and what was announced
 * behind that waits until the visitor was looked up again. The same look is taken when an end that is known in advance
 * has come, after a gap in the announcements, and every 30 s in any case.
 *
 * A gap hides changes, and some clients know no "look again": they wait for the event of their job. So after a gap, and
 * when a stream opens, it tells of the jobs that run or ended lately.
 *
 * The public Python client waits for an event even if the job it has just read has failed already. So what it reads of a
 * failed job is told again on its streams, a few times at most, for other programs read whenever they are told something.
 */

const KEEP_ALIVE_MS = 3000
const LOOK_AGAIN_MS = 30_000
/** A reader that lets this much wait is dropped; it connects again and reads what it missed. */
const MOST_WAITING_BYTES = 256 * 1024
const MOST_REPEATS = 5

const encoder = new TextEncoder()
const KEEP_ALIVE = encoder.encode('event: keepalive\ndata: \n\n')

/** What a stream needs to know of who reads it. */
export interface Reader {
  actor: Pick<Actor, 'ownerId' | 'userId' | 'keyId'>
  origin: string
  until: Date | null
  /** It waits for events of jobs that it knows to have failed. */
  isPythonClient: boolean
  /** Looks the visitor up again; undefined when the stream must end. */
  stillAllowed(): Promise<Pick<Principal, 'until'> | undefined>
}

interface Options {
  hub: EventHub
  now(): Date
  /** Ids of an owner's jobs that run or ended lately. */
  recentJobs(ownerId: string): Promise<string[]>
}

interface Stream extends Reader {
  controller: ReadableStreamDefaultController<Uint8Array>
  lookedAt: number
  /** Events that wait for the outcome of a look; undefined when they may leave at once. */
  held: ApiEvent[] | undefined
  isLooking: boolean
  /** The visitor is to be looked up. */
  isDoubtful: boolean
  /** Changes may have been missed. */
  hasGap: boolean
  /** How often each failed job was told of again. */
  repeats: Map<string, number>
}

export type EventStreams = ReturnType<typeof eventStreams>

/** Opens streams and feeds them until `close`. */
export function eventStreams({ hub, now, recentJobs }: Options) {
  const byOwner = new Map<string, Set<Stream>>()
  const unsubscribe = hub.subscribe(hear)
  const timer = setInterval(tick, KEEP_ALIVE_MS)
  timer.unref()
  let isClosed = false

  return {
    open(reader: Reader): ReadableStream<Uint8Array> {
      let stream: Stream | undefined
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            if (isClosed) return controller.close()
            const looks = { lookedAt: now().getTime(), held: [], isLooking: false, isDoubtful: false, hasGap: true }
            stream = { ...reader, controller, ...looks, repeats: new Map() }
            add(stream)
            controller.enqueue(KEEP_ALIVE)
            void look(stream)
          },
          cancel() {
            if (stream) remove(stream)
          },
        },
        { highWaterMark: MOST_WAITING_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
      )
    },
    /** Tells the owner's Python clients once more of a job that one of them found failed. */
    repeat(ownerId: string, jobId: string) {
      for (const stream of byOwner.get(ownerId) ?? []) {
        const times = stream.repeats.get(jobId) ?? 0
        if (!stream.isPythonClient || times >= MOST_REPEATS) continue
        stream.repeats.set(jobId, times + 1)
        tell(stream, changed(stream, jobId))
      }
    },
    count: () => [...byOwner.values()].reduce((sum, streams) => sum + streams.size, 0),
    isClosed: () => isClosed,
    close() {
      isClosed = true
      clearInterval(timer)
      unsubscribe()
      for (const stream of all()) end(stream)
    },
  }

  function hear({ c, a }: Announcement): void {
    for (const stream of all()) {
      if (c === null) doubt(stream, true)
      else if (a?.some((id) => id === stream.actor.userId || id === stream.actor.keyId)) doubt(stream)
    }
    for (const [type, event, id, owner] of c ?? []) {
      for (const stream of owner === SYSTEM_OWNER_ID ? all() : (byOwner.get(owner) ?? [])) {
        tell(stream, { EventType: event, ResourceType: type, ResourceLink: linkTo(stream.origin, type, id) })
      }
    }
  }

  function tick(): void {
    const time = now().getTime()
    for (const stream of all()) {
      write(stream, KEEP_ALIVE)
      if (time - stream.lookedAt >= LOOK_AGAIN_MS || isOver(stream)) doubt(stream)
      if (stream.held) void look(stream)
    }
  }

  function tell(stream: Stream, event: ApiEvent): void {
    if (isOver(stream)) doubt(stream)
    if (stream.held) stream.held.push(event)
    else write(stream, message(event))
  }

  /** Holds back what comes from now on until the visitor was looked up. */
  function doubt(stream: Stream, hasGap = false): void {
    stream.isDoubtful = true
    stream.hasGap ||= hasGap
    stream.held ??= []
    if (hasGap) stream.held.push(refresh(stream.origin))
    void look(stream)
  }

  /** Settles doubts and gaps, then lets go what was held. When the database is away, the next tick tries again. */
  async function look(stream: Stream): Promise<void> {
    if (stream.isLooking) return
    stream.isLooking = true
    try {
      while (stream.isDoubtful || stream.hasGap) await lookOnce(stream)
      const held = stream.held ?? []
      stream.held = undefined
      for (const event of held) write(stream, message(event))
    } catch {
      // The doubt stays, and with it what is held.
    } finally {
      stream.isLooking = false
    }
  }

  /** A doubt or gap that arises during the look stays for the next one. */
  async function lookOnce(stream: Stream): Promise<void> {
    const { isDoubtful, hasGap } = stream
    stream.isDoubtful = false
    stream.hasGap = false
    try {
      if (isDoubtful) {
        const visitor = await stream.stillAllowed()
        if (!visitor) return end(stream)
        stream.until = visitor.until
        stream.lookedAt = now().getTime()
      }
      if (hasGap) stream.held?.push(...(await recent(stream)))
    } catch (error) {
      stream.isDoubtful ||= isDoubtful
      stream.hasGap ||= hasGap
      throw error
    }
  }

  async function recent(reader: Pick<Reader, 'actor' | 'origin'>): Promise<ApiEvent[]> {
    const ids = await recentJobs(reader.actor.ownerId)
    return ids.map((id) => changed(reader, id))
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
    const was = streams?.delete(stream) === true
    if (streams?.size === 0) byOwner.delete(stream.actor.ownerId)
    return was
  }

  function all(): Stream[] {
    return [...byOwner.values()].flatMap((streams) => [...streams])
  }
}

function message(event: ApiEvent): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
}

function changed({ origin }: Pick<Reader, 'origin'>, jobId: string): ApiEvent {
  return { EventType: 'Changed', ResourceType: 'Job', ResourceLink: href.job(origin, jobId) }
}

function refresh(origin: string): ApiEvent {
  return { EventType: 'Refresh', ResourceType: 'All', ResourceLink: href.entryPoint(origin) }
}

function linkTo(origin: string, type: Exclude<ApiEvent['ResourceType'], 'All'>, id: string): string {
  if (type === 'WorkData') return href.workData(origin, id)
  return type === 'ProcessingStep' ? href.step(origin, id) : href.job(origin, id)
}
