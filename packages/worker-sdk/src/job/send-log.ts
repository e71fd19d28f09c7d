import { LIMITS } from '@millrace/contracts/limits'
import type { Lease, LogLine } from '@millrace/contracts/worker'
import type { Gateway } from '../gateway/gateway.ts'
import { withRetry } from '../gateway/retry.ts'

const FLUSH_MS = 200
const BATCH_LINES = 1000
const BATCH_BYTES = 800_000
const WAITING_BYTES_MAX = 16_000_000

export interface LogSender {
  add(stream: LogLine['stream'], text: string, at?: string): void
  /** Resolves when the server has accepted or refused all lines added so far, or when the lease is lost. */
  flush(): Promise<void>
}

/**
 * Sends the lines of a job in numbered batches, in order, shortly after they were written. While the server does not
 * respond, lines are buffered up to a limit. Lines beyond the limit are dropped, and one line reports their number.
 */
export function sendLog(gateway: Pick<Gateway, 'log'>, lease: Lease, over: AbortSignal): LogSender {
  let waiting: LogLine[] = []
  let waitingBytes = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let seq = 0

  async function send(): Promise<void> {
    while (waiting.length > 0 && !over.aborted) {
      const batch = takeBatch(waiting)
      waitingBytes -= batch.bytes
      waiting = waiting.slice(batch.lines.length)
      const request = { seq, lines: batch.lines }
      seq += 1
      await withRetry(() => gateway.log(lease, request, over), { signal: over }).catch(() => {})
      if (dropped > 0) noteDropped()
    }
  }

  function noteDropped(): void {
    const text = `${dropped} lines were dropped here because they arrived faster than they could be sent.`
    dropped = 0
    waiting.push({ at: new Date().toISOString(), stream: 'err', text })
    waitingBytes += text.length
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending = sending.then(send)
    return sending
  }

  return {
    add(stream, text, at = new Date().toISOString()) {
      for (const piece of pieces(text)) {
        if (waitingBytes > WAITING_BYTES_MAX) {
          dropped += 1
          continue
        }
        waiting.push({ at, stream, text: piece })
        waitingBytes += piece.length
      }
      timer ??= setTimeout(() => void flush(), FLUSH_MS)
    },
    flush,
  }
}

/** Splits a string into lines, and overlong lines into several lines. */
export function pieces(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.flatMap((line) => {
    if (line.length <= LIMITS.logLineMax) return [line]
    return Array.from({ length: Math.ceil(line.length / LIMITS.logLineMax) }, (_, part) =>
      line.slice(part * LIMITS.logLineMax, (part + 1) * LIMITS.logLineMax),
    )
  })
}

/** Returns the first lines that fit into one request, but at least one, and the total length of their texts. */
export function takeBatch(waiting: readonly LogLine[]): { lines: LogLine[]; bytes: number } {
  let bytes = 0
  let size = 0
  let count = 0
  for (const line of waiting.slice(0, BATCH_LINES)) {
    const wire = Buffer.byteLength(JSON.stringify(line)) + 1
    if (count > 0 && size + wire > BATCH_BYTES) break
    size += wire
    bytes += line.text.length
    count += 1
  }
  return { lines: waiting.slice(0, count), bytes }
}
