import type { ApiEvent } from '@millrace/contracts/events'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventEffects } from './event-effects.ts'

const SUB_JOB: ApiEvent = { EventType: 'Changed', ResourceType: 'Job', ResourceLink: 'http://localhost/api/Job/2' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Observes a query, and returns a function that returns how often it was fetched. */
function shown(client: QueryClient, queryKey: string[], followsJobs?: (data: unknown) => boolean) {
  let reads = 0
  const queryFn = () => {
    reads += 1
    return { reads }
  }
  const meta = followsJobs ? { followsJobs } : {}
  client.setQueryData(queryKey, { reads })
  new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY, meta }).subscribe(() => {})
  return () => reads
}

describe('events', () => {
  it('of sub-jobs refresh the execution they belong to until it has ended', async () => {
    const client = new QueryClient()
    const effects = eventEffects(client)
    const reads = shown(client, ['jobs', 'detail', 'http://localhost/api/Job/1', 'execution'], (data) => {
      return (data as { reads: number }).reads < 2
    })
    const others = shown(client, ['jobs', 'detail', 'http://localhost/api/Job/3'])

    for (let second = 0; second < 4; second += 1) {
      effects.add(SUB_JOB)
      await vi.advanceTimersByTimeAsync(1000)
    }

    expect([reads(), others()]).toEqual([2, 0])
  })

  it('that arrive continuously cause at most two requests per second after a first burst', async () => {
    const client = new QueryClient()
    const effects = eventEffects(client)
    const lists = ['list', 'counts', 'execution'].map((kind) => shown(client, ['jobs', kind]))
    const requests = () => lists.reduce((sum, reads) => sum + reads(), 0)
    const flood = async (seconds: number) => {
      for (let at = 0; at < seconds * 20; at += 1) {
        effects.add(SUB_JOB)
        await vi.advanceTimersByTimeAsync(50)
      }
      return requests()
    }

    const first = await flood(10)
    const later = await flood(60)
    await vi.advanceTimersByTimeAsync(60_000)
    const before = requests()
    effects.add(SUB_JOB)
    await vi.advanceTimersByTimeAsync(200)

    expect(first).toBeGreaterThanOrEqual(20)
    expect(later - first).toBeLessThanOrEqual(120)
    expect(later - first).toBeGreaterThan(60)
    expect(requests() - before).toBe(3)
  })

  it('about the execution on the page are among these requests', async () => {
    const client = new QueryClient()
    const effects = eventEffects(client)
    const href = 'http://localhost/api/Job/1'
    const job = shown(client, ['jobs', 'detail', href])
    const nodes = shown(client, ['jobs', 'detail', href, 'execution'], () => true)
    const flood = async (seconds: number) => {
      for (let at = 0; at < seconds * 20; at += 1) {
        effects.add(at % 40 === 0 ? { ...SUB_JOB, ResourceLink: href } : SUB_JOB)
        await vi.advanceTimersByTimeAsync(50)
      }
      return job() + nodes()
    }

    const first = await flood(20)
    const later = await flood(60)

    expect(later - first).toBeLessThanOrEqual(120)
    expect(job()).toBeGreaterThanOrEqual(30)
  })

  it('about the job on the page are shown immediately, however many jobs change', async () => {
    const client = new QueryClient()
    const effects = eventEffects(client)
    shown(client, ['jobs', 'list'])
    const reads = shown(client, ['jobs', 'detail', 'http://localhost/api/Job/1'])
    for (let at = 0; at < 600; at += 1) {
      effects.add(SUB_JOB)
      await vi.advanceTimersByTimeAsync(50)
    }

    effects.add({ ...SUB_JOB, ResourceLink: 'http://localhost/api/Job/1' })
    await vi.advanceTimersByTimeAsync(200)

    expect(reads()).toBe(1)
  })

  it('wait at most a few seconds after a large number of reads', async () => {
    const client = new QueryClient()
    const effects = eventEffects(client)
    for (let at = 0; at < 200; at += 1) shown(client, ['jobs', 'detail', `http://localhost/api/Job/${at}`])
    const list = shown(client, ['jobs', 'list'])
    effects.refreshAll()
    await vi.advanceTimersByTimeAsync(200)
    const before = list()

    effects.add(SUB_JOB)
    await vi.advanceTimersByTimeAsync(6000)

    expect([before, list()]).toEqual([1, 2])
  })

  it('during the first read of a document cause another read', async () => {
    const client = new QueryClient()
    const effects = eventEffects(client)
    const replies: ((state: string) => void)[] = []
    const queryKey = ['jobs', 'detail', SUB_JOB.ResourceLink]
    const queryFn = () => new Promise<string>((resolve) => replies.push(resolve))
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})

    effects.add(SUB_JOB)
    await vi.advanceTimersByTimeAsync(200)
    replies[0]?.('running')
    await vi.advanceTimersByTimeAsync(200)
    replies[1]?.('completed')
    await vi.advanceTimersByTimeAsync(200)

    expect(client.getQueryData(queryKey)).toBe('completed')
    expect(replies).toHaveLength(2)
  })
})
