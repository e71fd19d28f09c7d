import { setTimeout as sleep } from 'node:timers/promises'
import { GatewayError, isTransient } from './gateway-error.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

export interface RetryOptions {
  /** When this signal aborts, retrying stops and the last error is thrown. */
  signal: AbortSignal
  /** Called after each failed attempt that is retried. */
  onFault?: (error: unknown) => void
}

/** Retries until the call succeeds, fails permanently or is aborted, with jittered pauses that double up to 5 s. */
export async function withRetry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (options.signal.aborted || !isTransient(error)) throw error
      options.onFault?.(error)
      await sleep(backoffMs(tries, error), undefined, { signal: options.signal }).catch(() => {
        throw error
      })
    }
  }
}

/**
 * Returns the pause before the next attempt: a random 50 to 100 % of 100 ms · 2^tries, but at most 5 s. A longer pause
 * that the server requests applies instead, up to 60 s.
 */
export function backoffMs(tries: number, error?: unknown, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10))
  const own = ceiling / 2 + (ceiling / 2) * random()
  const asked = error instanceof GatewayError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(own, Math.min(asked, 60_000))
}
