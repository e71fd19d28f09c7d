import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { hasJob, type JobDocument, manifest, stepHref, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)

const system = (text: string, values: unknown[]) => asSystem(api.deps.db, (tx) => tx.query(text, values))
const silentFor = (stepId: string, interval: string) =>
  system('update processing_step set worker_seen_at = worker_seen_at - $2::interval where id = $1', [stepId, interval])

interface SeenProperties {
  HasWorker: boolean
  WorkerSeenAt: string | null
}

const read = async (client: TestClient, href: string) =>
  (await client.read<{ properties: SeenProperties }>(href)).properties

describe('the worker of a step', () => {
  it('is missing until one claims jobs, and again after two minutes of silence', async () => {
    const alice = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('seen_by_claims'))
    const step = stepHref(stepId)
    const job = await hasJob(alice, stepId, 'Pending')
    const found = async () => [(await read(alice, step)).HasWorker, (await read(alice, job)).HasWorker]
    const before = await found()

    await worker.claims([stepId], { max: 1 })
    const connected = await found()
    await silentFor(stepId, '3 minutes')

    expect([before, connected, await found()]).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
    expect((await read(alice, step)).WorkerSeenAt).toMatch(/^\d{4}-/)
  })

  it('stays connected while it runs a job and claims no other', async () => {
    const alice = await api.signUp()
    const [busy = '', idle = ''] = await worker.registers(manifest('keeps_busy'), manifest('waits_meanwhile'))
    await hasJob(alice, busy, 'Pending')
    const [lease] = await worker.claims([busy, idle])
    await silentFor(busy, '3 minutes')
    await silentFor(idle, '3 minutes')

    await worker.on(lease!).call('POST', 'heartbeat', {})

    expect((await read(alice, stepHref(busy))).HasWorker).toBe(true)
    expect((await read(alice, stepHref(idle))).HasWorker).toBe(true)
  })

  it('is connected to the steps whose jobs it requests when it completes a job, if it may claim them', async () => {
    const alice = await api.signUp()
    const names = ['completes_one', 'asked_for', 'not_its_own'].map((name) => manifest(name))
    const [busy = '', asked = '', foreign = ''] = await worker.registers(...names)
    await system('update processing_step set owner_id = $1 where id = $2', [alice.publicId, foreign])
    await hasJob(alice, busy, 'Pending')
    const [lease] = await worker.claims([busy])
    await worker.on(lease!).writes('a\n1\n')

    const next = { worker: 'test', stepIds: [busy, asked, foreign] }
    expect((await worker.on(lease!).call('POST', 'complete', { next })).status).toBe(200)

    expect((await read(alice, stepHref(asked))).HasWorker).toBe(true)
    expect((await read(alice, stepHref(foreign))).HasWorker).toBe(false)
  })

  it('is stored once for repeated claims', async () => {
    const alice = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('asks_often'))
    await worker.claims([stepId])
    const first = await read(alice, stepHref(stepId))

    for (let count = 0; count < 5; count++) await worker.claims([stepId])

    expect(await read(alice, stepHref(stepId))).toEqual(first)
  })

  it('is not shown for a job without a step', async () => {
    const alice = await api.signUp()
    const made = await alice.post('/api/Job/CreateJob', { Name: 'Empty' })

    const { properties } = await alice.read<JobDocument>(made.headers.get('location') ?? '')

    expect(properties.HasWorker).toBeNull()
  })
})
