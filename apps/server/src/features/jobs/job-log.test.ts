import { LIMITS } from '@millrace/contracts/limits'
import type { Lease } from '@millrace/contracts/worker'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { follows, hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('prints'))
const LOG_BYTES_MAX = LIMITS.logBytesPerJob

async function printing() {
  const alice = await api.signUp()
  const job = await hasJob(alice, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  const prints = (text: string, times: number) =>
    worker.on(lease!).call('POST', 'log', {
      lines: Array.from({ length: times }, () => ({ at: '2026-01-01T00:00:00Z', stream: 'out', text })),
    })
  return { alice, job, lease: lease!, prints }
}

const chunkSizes = async (job: string) => {
  const { rows } = await asSystem(api.deps.db, (tx) =>
    tx.query<{ bytes: number }>('select byte_count as bytes from job_log where job_id = $1 order by chunk', [
      job.split('/').at(-1),
    ]),
  )
  return rows.map((row) => row.bytes)
}

describe('a batch of log lines that is sent twice', () => {
  it('FLT9 is stored once per attempt', async () => {
    const { alice, job, lease } = await printing()
    const sends = (held: Lease, seq: number) =>
      worker.on(held).call('POST', 'log', {
        seq,
        lines: [{ at: '2026-01-01T00:00:00Z', stream: 'out', text: `batch ${seq} of attempt ${held.attempt}` }],
      })

    for (const seq of [0, 0, 1, 1, 0]) expect((await sends(lease, seq)).status).toBe(200)
    await worker.on(lease).call('POST', 'fail', { message: 'Shut down.', kind: 'returned' })
    const [next] = await worker.claims([stepId])
    await sends(next!, 0)

    const lines = (await (await follows(alice, job, 'Log')).text()).trim().split('\n')
    expect(lines.map((line) => line.slice(27))).toEqual([
      'batch 0 of attempt 1',
      'batch 1 of attempt 1',
      'batch 0 of attempt 2',
    ])
  })
})

describe('a long log', () => {
  it('is truncated with a note at its limit, and can be read in ranges to its last byte', async () => {
    const { alice, job, prints } = await printing()
    for (let sent = 0; sent < LOG_BYTES_MAX + 10_000_000; sent += 8_000_000) {
      expect((await prints('x'.repeat(8000), 1000)).status).toBe(200)
    }

    const whole = await (await follows(alice, job, 'Log')).text()
    const tail = await alice.get(`${job}/Log`, { range: 'bytes=-200' })
    const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(tail.headers.get('content-range') ?? '') ?? []

    expect(whole.length).toBeGreaterThanOrEqual(LOG_BYTES_MAX)
    expect(whole.length).toBeLessThan(LOG_BYTES_MAX + 20_000)
    expect(whole.trimEnd().split('\n').at(-1)).toContain('The log reached its limit of 64 MB')
    expect([start, end, total].map(Number)).toEqual([whole.length - 200, whole.length - 1, whole.length])
    expect(await tail.text()).toBe(whole.slice(-200))
    const lines = (await alice.read(`${job}/LogLines?offset=0&limit=1`)) as { properties: object }
    expect(lines.properties).toMatchObject({ Truncated: true })
  })

  it('is stored in chunks small enough to read several at a time', async () => {
    const { alice, job, prints } = await printing()

    await prints('y'.repeat(8000), 1000)

    const sizes = await chunkSizes(job)
    expect(Math.max(...sizes)).toBeLessThan(1_000_000)
    expect((await (await follows(alice, job, 'Log')).text()).length).toBe(sizes.reduce((sum, size) => sum + size, 0))
  })
})
