import type { Actor } from '#access/actor.ts'
import type { Principal } from '#access/principal.ts'

export interface Reader {
  actor: Pick<Actor, 'ownerId' | 'userId' | 'keyId'>
  origin: string
  until: Date | null
  isPythonClient: boolean
  /** For a live stream: the last position that the client has reached. */
  after?: string | undefined
  /** Authenticates the principal again. Undefined if the stream must end. */
  stillAllowed(): Promise<Pick<Principal, 'until'> | undefined>
  onEnd(): void
}

export interface Stream extends Reader {
  controller: ReadableStreamDefaultController<Uint8Array>
  isLive: boolean
  authenticatedAt: number
  /** Messages held back until the principal has been checked. Undefined if messages may be sent immediately. */
  held: Uint8Array[] | undefined
  isChecking: boolean
  needsRecheck: boolean
  /** Whether the plain stream must send events for the recent jobs. */
  needsRecent: boolean
  /** How many times each failed job was announced again. */
  repeats: Map<string, number>
}

export type OpenStreams = ReturnType<typeof openStreams>

/** The open streams of this process, by owner. */
export function openStreams() {
  const byOwner = new Map<string, Set<Stream>>()

  return {
    add(stream: Stream): void {
      const streams = byOwner.get(stream.actor.ownerId) ?? new Set()
      byOwner.set(stream.actor.ownerId, streams.add(stream))
    },

    remove(stream: Stream): boolean {
      const streams = byOwner.get(stream.actor.ownerId)
      const wasOpen = streams?.delete(stream) === true
      if (streams?.size === 0) byOwner.delete(stream.actor.ownerId)
      if (wasOpen) stream.onEnd()
      return wasOpen
    },

    has: (stream: Stream): boolean => byOwner.get(stream.actor.ownerId)?.has(stream) === true,
    of: (ownerId: string): Iterable<Stream> => byOwner.get(ownerId) ?? [],
    all: (): Stream[] => [...byOwner.values()].flatMap((streams) => [...streams]),
  }
}
