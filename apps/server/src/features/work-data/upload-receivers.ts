import type { Readable } from 'node:stream'

/**
 * How long an upload counts as receiving bytes after its last write. Requests that pause for much longer are stopped,
 * because they are too slow (see BODY_LIMITS).
 */
const RECENT_MS = 10_000
/** Margin for comparing a file's modification time with the clock of the process, which is more precise. */
const CLOCK_MS = 5

/** Tracks which partial uploads are receiving bytes, on this server or on other servers with the same storage. */
export function uploadReceivers() {
  const bodies = new Map<string, Readable>()
  /**
   * When an upload last stopped receiving bytes on this server. This is remembered because the recent modification of
   * the file would otherwise look as if another server were still receiving the upload.
   */
  const endedHere = new Map<string, { at: number }>()

  return {
    begin: (id: string, body: Readable) => void bodies.set(id, body),
    end(id: string) {
      bodies.delete(id)
      const end = { at: Date.now() }
      endedHere.set(id, end)
      setTimeout(() => endedHere.get(id) === end && endedHere.delete(id), RECENT_MS).unref()
    },
    stop: (id: string, reason: Error) => void bodies.get(id)?.destroy(reason),
    has(id: string, changedAt: Date): boolean {
      const isRecent = Date.now() - changedAt.getTime() < RECENT_MS
      return bodies.has(id) || (isRecent && changedAt.getTime() > (endedHere.get(id)?.at ?? 0) + CLOCK_MS)
    },
  }
}
