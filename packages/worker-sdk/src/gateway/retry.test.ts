import { describe, expect, it } from 'vitest'
import { GatewayError, isLeaseLost, isTransient } from './gateway-error.ts'
import { backoffMs, withRetry } from './retry.ts'

const answered = (status: number, retryAfterMs?: number) =>
  new GatewayError({ status, code: 'x', detail: `answered ${status}`, retryAfterMs })

describe('backoffMs', () => {
  it('FLT19 doubles up to five seconds, with jitter', () => {
    expect([0, 1, 2, 3, 10, 500].map((tries) => backoffMs(tries, undefined, () => 1))).toEqual([
      100, 200, 400, 800, 5000, 5000,
    ])
    expect(backoffMs(3, undefined, () => 0)).toBe(400)
  })

  it('waits as long as the server requests, up to a limit', () => {
    expect(backoffMs(0, answered(429, 7000), () => 1)).toBe(7000)
    expect(backoffMs(0, answered(503, 9_000_000), () => 1)).toBe(60_000)
  })
})

describe('withRetry', () => {
  it('retries transient faults and reports each attempt', async () => {
    const faults: unknown[] = []
    let tries = 0

    const result = await withRetry(
      async () => {
        tries += 1
        if (tries === 1) throw new Error('socket hang up')
        if (tries === 2) throw answered(503)
        return 'done'
      },
      { signal: new AbortController().signal, onFault: (error) => faults.push(error) },
    )

    expect([result, tries, faults.length]).toEqual(['done', 3, 2])
  })

  it.each([400, 401, 403, 404, 409, 413, 422, 507])('does not retry after status %i', async (status) => {
    let tries = 0
    const attempt = withRetry(
      async () => {
        tries += 1
        throw answered(status)
      },
      { signal: new AbortController().signal },
    )

    await expect(attempt).rejects.toThrow(`answered ${status}`)
    expect(tries).toBe(1)
  })

  it('stops retrying when aborted', async () => {
    const stop = new AbortController()
    const attempt = withRetry(async () => Promise.reject(new Error('no answer')), {
      signal: stop.signal,
      onFault: () => stop.abort(),
    })

    await expect(attempt).rejects.toThrow('no answer')
  })
})

describe('GatewayError', () => {
  it('distinguishes a lost lease from other replies', () => {
    expect(isLeaseLost(answered(409))).toBe(true)
    expect(isLeaseLost(answered(404))).toBe(false)
    expect(isLeaseLost(new Error('socket hang up'))).toBe(false)
    expect(isTransient(new Error('socket hang up'))).toBe(true)
  })
})
