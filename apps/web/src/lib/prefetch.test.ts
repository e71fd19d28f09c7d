import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetch } from './prefetch.ts'

let now = 0
let idleMs = 50
let asked = 0

/** Simulates a browser that calls back a second later, with this much idle time. */
function requestIdleCallback(run: IdleRequestCallback): number {
  asked += 1
  queueMicrotask(() => {
    now += 1000
    run({ didTimeout: false, timeRemaining: () => idleMs })
  })
  return asked
}

beforeEach(() => {
  now = 0
  asked = 0
  vi.stubGlobal('window', { requestIdleCallback })
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('fetches one page after another while the current page is idle', async () => {
  idleMs = 50
  const fetched: string[] = []

  await prefetch(
    ['a', 'b'].map((name) => async () => fetched.push(name)),
    new AbortController().signal,
  )

  expect(fetched).toEqual(['a', 'b'])
  expect(asked).toBe(2)
})

it('waits at most ten seconds for the page to become idle', async () => {
  idleMs = 5
  const at: number[] = []

  await prefetch(
    [1, 2].map(() => async () => at.push(now)),
    new AbortController().signal,
  )

  expect(at).toEqual([10_000, 11_000])
})

it('stops when it is aborted', async () => {
  idleMs = 50
  const abort = new AbortController()
  const fetched: string[] = []

  await prefetch(
    ['a', 'b'].map((name) => async () => {
      fetched.push(name)
      abort.abort()
    }),
    abort.signal,
  )

  expect(fetched).toEqual(['a'])
})
