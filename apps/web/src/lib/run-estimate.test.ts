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

  it('says nothing about too few runs', () => {
    expect(runEstimate([job(2), job(4)], 1000)).toBeUndefined()
    expect(runEstimate([job(2), job(4), job(3)], 100_000)).toBeUndefined()
  })
})
