import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Listener } from '#events/hub.ts'
import { claimWaiters } from './claim-waiters.ts'

/* Fakes timers, because the periodic query for lost announcements would find messages without waking a claim. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function waitersOfStep() {
  let announce: Listener = () => {}
  const waiters = claimWaiters({
    subscribe: (listener) => {
      announce = listener
      return () => {}
    },
  })
  const woken: string[] = []
  /** Creates a claim that waits until it is woken and then finds the given jobs. */
  const waits = (name: string, { isSelective = false, most = 1, jobs = [] as string[] } = {}) => {
    const waiter = waiters.join(['step'], { userId: 'user', keyId: name, isSelective, most })
    const again = async (): Promise<void> => {
      waiter.beforeQuery()
      waiter.afterQuery([])
      await waiter.wait(60_000, new AbortController().signal)
      woken.push(name)
      waiter.beforeQuery()
      waiter.afterQuery(jobs)
      if (jobs.length === 0) await again()
    }
    void again()
  }
  const announces = (messages = 1) => announce({ hasGap: false, q: [['step', messages]] } as never)
  return { waiters, woken, waits, announce: announces }
}

it('wakes the next worker if the woken one takes no job', async () => {
  const { woken, waits, announce } = waitersOfStep()
  waits('full', { isSelective: true })
  waits('full, too', { isSelective: true })
  waits('free', { jobs: ['step'] })

  announce()
  await vi.advanceTimersByTimeAsync(0)

  expect(woken).toEqual(['full', 'full, too', 'free'])
})

it('wakes no more workers than can take all messages', async () => {
  const { woken, waits, announce } = waitersOfStep()
  const jobs = Array<string>(25).fill('step')
  for (const name of ['first', 'second', 'third', 'fourth']) waits(name, { most: 25, jobs })

  announce(40)
  await vi.advanceTimersByTimeAsync(0)

  expect(woken).toEqual(['first', 'second'])
})

it('wakes each worker only once for a message that none can take', async () => {
  const { woken, waits, announce } = waitersOfStep()
  waits('full', { isSelective: true })
  waits('full, too', { isSelective: true })

  announce()
  await vi.advanceTimersByTimeAsync(0)

  expect(woken).toEqual(['full', 'full, too'])
})

it('wakes a selective worker when one of its jobs ends', async () => {
  const { waiters, woken, waits } = waitersOfStep()
  waits('selective', { isSelective: true })
  waits('other')

  waiters.jobEnded('selective')
  waiters.jobEnded('other')
  await vi.advanceTimersByTimeAsync(0)

  expect(woken).toEqual(['selective'])
})
