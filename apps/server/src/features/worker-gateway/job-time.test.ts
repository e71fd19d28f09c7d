import { LIMITS, PLANS } from '@millrace/contracts/limits'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, type JobDocument, manifest, stateOf, testWorker } from '#testing/jobs.ts'
import { endExpiredAttempts } from '../../maintenance.ts'

const api = await testApi()
const worker = await testWorker(api)
type Client = Awaited<ReturnType<typeof api.signUp>>

let count = 0
async function leased({ client, seconds }: { client?: Client; seconds?: number } = {}) {
  count += 1
  const name = `timed_${count}`
  const person = client ?? (await api.signUp())
  const [stepId = ''] = await worker.registers(manifest(name, { time_limit_seconds: seconds }))
  const job = await hasJob(person, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  return { alice: person, name, job, stepId, lease: lease! }
}

/** Moves the deadline of the running attempt into the past. */
const passTime = (id: string) =>
  asSystem(api.deps.db, (tx) => tx.query(`update job set run_until = now() - interval '1 second' where id = $1`, [id]))
const upgrade = ({ publicId }: Client) =>
  asSystem(api.deps.db, (tx) => tx.query(`update owner set plan = 'enterprise' where id = $1`, [publicId]))
const errorOf = async (client: Client, job: string) => (await client.read<JobDocument>(job)).properties.ErrorDescription
const endlessly = (lease: { id: string; token: string }) => worker.on(lease).call('POST', 'heartbeat', {})

describe('the time limit of a job', () => {
  it('is sent with the lease: the step’s limit or the default, but at most the plan’s limit', async () => {
    const enterprise = await api.signUp()
    await upgrade(enterprise)
    const week = LIMITS.jobSecondsMax

    const leases = await Promise.all([
      leased({ seconds: 90 }),
      leased(),
      leased({ seconds: week }),
      leased({ client: enterprise, seconds: week }),
    ])

    expect(leases.map(({ lease }) => lease.timeLimitMs / 1000)).toEqual([
      90,
      LIMITS.jobSecondsDefault,
      PLANS.free.jobSeconds,
      week,
    ])
  })

  it('cannot be evaded by a worker that sends heartbeats forever', async () => {
    const { alice, job, lease, name, stepId } = await leased({ seconds: 5400 })
    expect((await endlessly(lease)).status).toBe(200)

    await passTime(lease.id)
    const beat = await endlessly(lease)
    await endExpiredAttempts(api.deps)

    expect(beat.status).toBe(409)
    expect(await stateOf(alice, job)).toBe('Error')
    expect(await errorOf(alice, job)).toBe(
      `The job was stopped after 1 hour, 30 minutes, the time limit of ${name} 1.0.0. Process less data per job, or ask the author of the step to raise its time limit.`,
    )
    expect((await worker.on(lease).call('POST', 'complete', {})).status).toBe(409)
    expect(await worker.claims([stepId])).toEqual([])
  })

  it('names the plan if the plan sets it', async () => {
    const { alice, job, lease } = await leased({ seconds: LIMITS.jobSecondsMax })

    await passTime(lease.id)
    await endExpiredAttempts(api.deps)

    expect(await errorOf(alice, job)).toBe(
      'The job was stopped after 6 hours, the time limit of the account’s plan. Process less data per job, or ask an administrator for a larger plan.',
    )
  })

  it('leads to the same error if the worker reports it', async () => {
    const { alice, job, lease, name } = await leased({ seconds: 90 })

    await worker.on(lease).call('POST', 'fail', { message: 'Time is up.', kind: 'timed-out' })

    expect(await errorOf(alice, job)).toMatch(
      `The job was stopped after 1 minute, 30 seconds, the time limit of ${name} 1.0.0.`,
    )
  })

  it('starts again with each attempt', async () => {
    const { alice, job, stepId, lease } = await leased({ seconds: 90 })
    await passTime(lease.id)
    await worker.on(lease).call('POST', 'fail', { message: 'The worker was shut down.', kind: 'returned' })

    const [next] = await worker.claims([stepId])
    await endExpiredAttempts(api.deps)

    expect(next?.timeLimitMs).toBe(90_000)
    expect((await endlessly(next!)).status).toBe(200)
    expect(await stateOf(alice, job)).toBe('Processing')
  })

  it.each([0, -1, 1.5, LIMITS.jobSecondsMax + 1])('cannot be set to %s seconds', async (seconds) => {
    const manifests = [manifest('never_timed', { time_limit_seconds: seconds })]

    expect((await worker.call('PUT', '/worker/v1/steps', { manifests })).status).toBe(422)
  })
})
