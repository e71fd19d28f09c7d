import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settles as settlesOn, type TestJob } from '../testing/job-server.ts'

const MEMORY =
  'The step needed more than 300 MB of memory, the limit of this worker. Process less data per job, or ask its operator to raise STEP_MEMORY_MB.'
const DISK =
  'The step wrote more than 100 MB of results and temporary files, the limit of this worker. Process less data per job, or ask its operator to raise STEP_DISK_MB.'
const PROCESSES =
  'The step started more than 10 processes, the limit of this worker. Ask its operator to raise STEP_PROCESSES.'
const STORAGE =
  'The results do not fit: this account had only 20 MB of storage left when the job started. Delete work data that you no longer need, or ask an administrator for a larger plan.'

const WORKER = {
  entry: join(import.meta.dirname, '../testing/hostile-steps.ts'),
  limits: { memoryBytes: 300e6, diskBytes: 100e6, processes: 10, hasNetwork: false },
}
const settles = (functionName: string, change: Partial<TestJob> = {}) =>
  settlesOn({ functionName, version: '1.0.0', ...change }, WORKER)

it('reports how much memory a completed step used', async () => {
  const { calls } = await settles('large')

  const { peakMemoryBytes = 0 } = calls.find(({ call }) => call === 'complete')?.body ?? {}
  expect(peakMemoryBytes).toBeGreaterThan(100e6)
  expect(peakMemoryBytes).toBeLessThan(300e6)
})

describe('a step that exceeds a limit', () => {
  it('is killed at its time limit, even if it blocks its process', async () => {
    const { settled, folder } = await settles('endless', { timeLimitMs: 1_000 })

    expect(settled).toEqual([['fail', 'timed-out', 'The step reached its time limit.']])
    expect(await readdir(folder)).toEqual([])
  })

  it.each([
    ['memory outside the heap', 'hungry', MEMORY],
    ['memory of a process that it started', 'hungry_child', MEMORY],
    ['the heap', 'hoarding', MEMORY],
    ['processes', 'forking', PROCESSES],
    ['temporary files', 'spilling', DISK],
    ['results, beyond the worker’s limit', 'verbose', DISK],
  ])('is killed with everything it wrote: %s', async (_, functionName, sentence) => {
    const { settled, folder } = await settles(functionName)

    expect(settled).toEqual([['fail', 'final', sentence]])
    expect(await readdir(folder)).toEqual([])
  })

  it('is killed when its results no longer fit into the owner’s storage', async () => {
    const { settled, folder } = await settles('verbose', { storageBytesLeft: 20_000_000 })

    expect(settled).toEqual([['fail', 'final', STORAGE]])
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a worker that can no longer reach its server', () => {
  it.each(['silent', 'closed'] as const)(
    'FLT7 stops its step when the lease is over, and makes only a few requests: %s',
    async (cut) => {
      const job = { functionName: 'endless', version: '1.0.0', leaseMs: 2_000, heartbeatMs: 200 }

      const { settled, calls, folder } = await settlesOn(job, { ...WORKER, cut })

      expect(settled).toEqual([])
      expect(calls.length).toBeGreaterThan(0)
      expect(calls.length).toBeLessThan(10)
      expect(await readdir(folder)).toEqual([])
    },
  )
})
