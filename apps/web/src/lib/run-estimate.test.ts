import { createHash } from 'node:crypto'
import type { JobProperties } from '@millrace/contracts/jobs'
import { describe, expect, it } from 'vitest'
import { runEstimate } from './run-estimate.ts'
import type { SirenDocument } from './siren.ts'

function job(seconds: number, sizeInBytes = 1000, more: Partial<JobProperties> = {}): SirenDocument<JobProperties> {
  const file = { properties: { SizeInBytes: sizeInBytes } }
  const slot = { class: ['InputDataSlot'], rel: ['InputDataSlot'], entities: [{ ...file, rel: ['Selected'] }] }
  const properties = {
    State: 'Completed',
    ...more,
    StartedAt: '2026-01-01T00:00:00Z',
    CompletedAt: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
    PeakMemoryInBytes: seconds * 1e6,
  }
  return { properties, entities: [slot] } as unknown as SirenDocument<JobProperties>
}

describe('runEstimate', () => {
  it('is the range of earlier runs on inputs of a similar size', () => {
    const jobs = [job(2), job(4), job(3), job(60, 100_000), job(1, 1000, { IsTrial: true })]

    expect(runEstimate(jobs, 1500)).toEqual({ lowMs: 2000, highMs: 4000, memoryBytes: 4e6, runs: 3 })
  })

  it('returns nothing for too few runs', () => {
    expect(runEstimate([job(2), job(4)], 1000)).toBeUndefined()
    expect(runEstimate([job(2), job(4), job(3)], 100_000)).toBeUndefined()
  })

  it.each([7, 20, 200])('covers three of four later runs after %s runs', (count) => {
    const random = randomNumbers()
    const isCovered = Array.from({ length: 20 }, () => {
      const runs = Array.from({ length: count + 50 }, () => randomRun(random))
      const earlier = runs.slice(0, count).map(({ seconds, sizeInBytes }) => job(seconds, sizeInBytes))
      return runs.slice(count).flatMap(({ seconds, sizeInBytes }) => {
        const estimate = runEstimate(earlier, sizeInBytes)
        return estimate ? [seconds * 1000 >= estimate.lowMs && seconds * 1000 <= estimate.highMs] : []
      })
    }).flat()

    expect(isCovered.length).toBeGreaterThan(500)
    expect(isCovered.filter(Boolean).length / isCovered.length).toBeGreaterThanOrEqual(0.75)
  })
})

/** Returns a run whose time grows with the size of its input. One in ten runs is slowed down by others. */
function randomRun(random: () => number): { sizeInBytes: number; seconds: number } {
  const sizeInBytes = Math.round(1000 * 4 ** random())
  const noise = Math.exp(random() + random() - 1)
  return { sizeInBytes, seconds: (1 + sizeInBytes / 500) * noise * (random() < 0.1 ? 3 : 1) }
}

/** Returns a generator of numbers from 0 to 1 that are the same in every test run. */
function randomNumbers(): () => number {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(String(count)).digest().readUInt32LE() / 2 ** 32
  }
}
