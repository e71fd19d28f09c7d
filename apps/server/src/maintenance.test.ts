import { asSystem } from '@millrace/db/act'
import { queueOf } from '@millrace/db/job-messages'
import { describe, expect, it } from 'vitest'
import { deleteExpiredKeys } from '#idempotency/idempotency.service.ts'
import { endExpiredAttempts, makeQueues, repairQueues } from './maintenance.ts'
import { testApi } from './testing/api.ts'
import { hasJob, manifest, stateOf, testWorker } from './testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const { deps } = api

let count = 0
async function newStep(): Promise<string> {
  count += 1
  const [id = ''] = await worker.registers(manifest(`mended_${count}`))
  return id
}

const system = (text: string, values: unknown[] = []) => asSystem(deps.db, (tx) => tx.query(text, values))
const messagesOf = async (stepId: string) =>
  (await system('select 1 from pgboss.job where name = $1', [queueOf(stepId)])).rows.length

describe('maintenance at startup', () => {
  it('queues pending jobs without a message exactly once when several servers start', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    await hasJob(alice, stepId, 'Pending')
    await hasJob(alice, stepId, 'Pending')
    await system('delete from pgboss.job where name = $1', [queueOf(stepId)])

    await Promise.all([repairQueues(deps), repairQueues(deps), repairQueues(deps)])

    expect(await messagesOf(stepId)).toBe(2)
    expect(await worker.claims([stepId], { max: 5 })).toHaveLength(2)
  })

  it('neither queues nor locks pending jobs that have a message', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')

    await asSystem(deps.db, async (tx) => {
      await tx.query('select from job where id = $1 for update', [job.split('/').at(-1)])
      await repairQueues(deps)
    })

    expect(await messagesOf(stepId)).toBe(1)
  })
})

describe('periodic maintenance', () => {
  it('creates the queue of a step whose registration was interrupted', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    await deps.queue.deleteQueue(queueOf(stepId))
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')

    await makeQueues(deps)

    expect((await alice.post(`${job}/StartProcessing`)).status).toBe(200)
    expect(await worker.claims([stepId])).toHaveLength(1)
  })
})

describe('FLT5 INV6 INV7 expired leases', () => {
  it('are ended once when several servers look for them at the same time', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const jobs = await Promise.all([1, 2, 3].map(() => hasJob(alice, stepId, 'Pending')))
    const leases = await worker.claims([stepId], { max: 5 })
    await system(`update job set lease_until = now() - interval '1 second' where id = any($1)`, [
      leases.map((lease) => lease.id),
    ])

    await Promise.all([endExpiredAttempts(deps), endExpiredAttempts(deps), endExpiredAttempts(deps)])

    expect(await Promise.all(jobs.map((job) => stateOf(alice, job)))).toEqual(['Pending', 'Pending', 'Pending'])
    expect(await messagesOf(stepId)).toBe(3)
  })

  it('stay valid if the heartbeat arrives at the last moment', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    for (let round = 0; round < 5; round++) {
      const job = await hasJob(alice, stepId, 'Pending')
      const [lease] = await worker.claims([stepId])
      await system(`update job set lease_until = now() - interval '1 second' where id = $1`, [lease!.id])

      const [beat] = await Promise.all([worker.on(lease!).call('POST', 'heartbeat', {}), endExpiredAttempts(deps)])

      expect(await stateOf(alice, job)).toBe(beat.status === 200 ? 'Processing' : 'Pending')
      await alice.post(`${job}/CancelProcessing`)
    }
  })
})

describe('a job whose worker was lost', () => {
  it('waits longer before each attempt, and its history shows the pause', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')
    const pauses: unknown[] = []
    for (let attempt = 1; attempt <= 2; attempt++) {
      const [lease] = await worker.claims([stepId])
      await system(`update job set lease_until = now() - interval '1 second' where id = $1`, [lease!.id])
      await endExpiredAttempts(deps)
      const { rows } = await system(
        `select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = $1`,
        [queueOf(stepId)],
      )
      pauses.push(...rows.map((row) => row.seconds))
      expect(await worker.claims([stepId])).toEqual([])
      await system('update pgboss.job set start_after = now() where name = $1', [queueOf(stepId)])
    }

    const { properties } = await alice.read<{ properties: { Events: { To: string; Reason: string }[] } }>(
      `${job}/History`,
    )
    expect(pauses).toEqual([5, 20])
    expect(properties.Events.filter((event) => event.To === 'Pending').map((event) => event.Reason ?? '')).toEqual([
      '',
      'The worker stopped responding. Trying again in 5 s.',
      'The worker stopped responding. Trying again in 20 s.',
    ])
  })
})

describe('idempotency keys', () => {
  it('are kept for a day and then deleted', async () => {
    const alice = await api.signUp()
    const create = async () => {
      const reply = await alice.post('/api/Job/CreateJob', { Name: 'Once' }, { 'Idempotency-Key': 'once' })
      return reply.headers.get('location')
    }
    const notes = async () => (await system('select 1 from idempotency where owner_id = $1', [alice.publicId])).rows
    const first = await create()
    const repeated = await create()

    await system(`update idempotency set created_at = now() - interval '25 hours'`)
    const dayLater = await create()
    await system(`update idempotency set created_at = now() - interval '25 hours'`)
    await deleteExpiredKeys(deps.db)

    expect(repeated).toBe(first)
    expect(dayLater).not.toBe(first)
    expect(await notes()).toEqual([])
  })
})
