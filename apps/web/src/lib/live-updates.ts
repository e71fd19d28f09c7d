import type { LiveEvent } from '@millrace/contracts/events'
import { readStream } from './live-stream.ts'
import { sessionSettled } from './signed-out.ts'
import { leadWhileVisible } from './tab-leader.ts'

/*
 * Live updates for all tabs of a browser over one connection. HTTP/1.1 allows six connections per host, so with a
 * stream in each tab, the seventh tab would never load. One visible tab leads: it reads the stream and forwards every
 * message.
 *
 * Each tab stores its cursor, the position up to which it has read. The leader continues from its own cursor, so
 * nothing is lost when another tab takes over. A message also names the position that precedes it. A tab with any other
 * cursor has missed something, for instance while it was frozen, and refetches everything. To find this out early, a
 * tab sends `hello` when it opens and when it becomes visible, and the leader replies with its position.
 */

type Message =
  | { kind: 'hello' | 'lost' | 'found' }
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'position'; from: string; position: string }

/** The source of the events, and the callbacks that handle them. */
export interface LiveUpdatesOptions {
  /** Tabs with the same name share a stream: those of one user in one context. */
  name: string
  /** Returns the link `LiveUpdates` of the entry point. Undefined while there is none. */
  link(): Promise<string | undefined>
  onEvent(event: LiveEvent): void
  /** Called if unknown changes were missed. */
  onMissed(): void
  /** The server has replied again after an interruption. */
  onFound(): void
  onLost(): void
}

/**
 * Reports changes on the server, read from the stream or received from the leading tab. Returns a function that stops
 * this.
 */
export function followLiveUpdates({ name, link, ...on }: LiveUpdatesOptions): () => void {
  const channel = new BroadcastChannel(name)
  let cursor: string | undefined
  let isLeading = false
  let isStopped = false

  /** This tab may have stopped while it was waiting for the link. */
  const say = (message: Message) => {
    if (!isStopped) channel.postMessage(message)
  }

  const started = link().then(
    (href) => {
      cursor ??= href && cursorIn(href)
      say({ kind: 'hello' })
    },
    () => undefined,
  )

  function handle(message: Message): void {
    if (message.kind === 'event') on.onEvent(message.event)
    else if (message.kind === 'lost') on.onLost()
    else if (message.kind === 'found') on.onFound()
    else if (message.kind === 'position') advance(message.from, message.position)
    else if (isLeading && cursor !== undefined) {
      say({ kind: 'position', from: cursor, position: cursor })
    }
  }

  function advance(from: string, position: string): void {
    if (cursor !== undefined && cursor !== from && cursor !== position) on.onMissed()
    cursor = position
  }

  function publish(message: Message): void {
    say(message)
    handle(message)
  }

  function lead(): () => void {
    isLeading = true
    const stop = readStream({
      async address() {
        await sessionSettled()
        const href = await link()
        return href && withCursor(href, cursor)
      },
      onMessage(data, position) {
        const event = readEvent(data)
        if (event) publish({ kind: 'event', event })
        if (position !== '' && position !== cursor) publish({ kind: 'position', from: cursor ?? position, position })
      },
      onOpen: (isAgain) => isAgain && publish({ kind: 'found' }),
      onBreak: () => publish({ kind: 'lost' }),
    })
    return () => {
      isLeading = false
      stop()
    }
  }

  const sayHello = () => {
    if (document.visibilityState === 'visible') void started.then(() => say({ kind: 'hello' }))
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => handle(data)
  document.addEventListener('visibilitychange', sayHello)
  const stopLeading = leadWhileVisible(name, lead)
  return () => {
    isStopped = true
    stopLeading()
    document.removeEventListener('visibilitychange', sayHello)
    channel.close()
  }
}

function cursorIn(href: string): string | undefined {
  return new URL(href).searchParams.get('after') ?? undefined
}

function withCursor(href: string, cursor: string | undefined): string {
  const url = new URL(href)
  if (cursor !== undefined) url.searchParams.set('after', cursor)
  return url.href
}

/** Undefined for keep-alive messages, which have no data, and for invalid JSON. */
function readEvent(data: string): LiveEvent | undefined {
  if (!data) return undefined
  try {
    return JSON.parse(data) as LiveEvent
  } catch {
    return undefined
  }
}
