import type { Readable } from 'node:stream'

/** Maximum interval between writes of received bytes. Slower clients are rejected. */
const RECENT_MS = 10_000
/** File times are less precise than the clock of the process. */
const CLOCK_MS = 5

/** Tracks which partial uploads are receiving bytes, on this server or on another server that shares the storage. */
export function uploadReceivers() {
  const bodies = new Map<string, Readable>()
  /**
   * When an upload last ended on this server. Until the file’s modification time is old enough, it could also mean that
   * another server is receiving bytes.
   */
  const endedHere = new Map<string, { at: number }>()

  return {
    begin: (id: string, body: Readable) => void bodies.set(id, body),
    /** Records that the last bytes of a request have been written. */
    end(id: string) {
      bodies.delete(id)
      const end = { at: Date.now() }
      endedHere.set(id, end)
      setTimeout(() => endedHere.get(id) === end && endedHere.delete(id), RECENT_MS).unref()
    },
    /** Ends the request that sends the body, with this error as its response. */
    stop: (id: string, reason: Error) => void bodies.get(id)?.destroy(reason),
    has(id: string, changedAt: Date): boolean {
      const isRecent = Date.now() - changedAt.getTime() < RECENT_MS
      return bodies.has(id) || (isRecent && changedAt.getTime() > (endedHere.get(id)?.at ?? 0) + CLOCK_MS)
    },
  }
}
