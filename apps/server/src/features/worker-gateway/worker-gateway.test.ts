import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, follows, hasJob, type JobDocument, manifest, stateOf, testWorker } from '#testing/jobs.ts'
import { endExpiredAttempts } from '../../maintenance.ts'

const api = await testApi()
const worker = await testWorker(api)

/** The number of steps so far. Each test has its own step, so its claims never find jobs of another test. */
let count = 0
async function newStep(change = {}): Promise<string> {
  count += 1
  const [id = ''] = await worker.registers(manifest(`step_${count}`, change))
  return id
}

async function claimsOne(stepId: string) {
  const [lease] = await worker.claims([stepId])
  if (!lease) throw new Error('no lease')
  return lease
}

const now = () => new Date().toISOString()
const system = (text: string, values: unknown[]) => asSystem(api.deps.db, (tx) => tx.query(text, values))
const loseLease = (id: string) => system(`update job set lease_until = now() - interval '1 second' where id = $1`, [id])
const endPause = (job: string) =>
  system(`update pgboss.job set start_after = now() where data->>'jobId' = $1`, [job.split('/').at(-1)])

describe('claiming', () => {
  it('leases a queued job to one of two workers, with its parameters and inputs', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')

    const leases = (await Promise.all([worker.claims([stepId]), worker.claims([stepId])])).flat()

    expect(leases).toHaveLength(1)
    expect(leases[0]).toMatchObject({
      attempt: 1,
      parameters: { k: 3, method: 'hampel' },
      inputs: [{ slot: 'table', name: 'table.csv' }],
    })
    expect(await stateOf(alice, job)).toBe('Processing')
  })

  it('waits for jobs and returns as soon as one is available', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')

    const waiting = worker.claims([stepId], { waitMs: 15_000 })
    await does(alice, job, 'StartProcessing')

    expect(await waiting).toHaveLength(1)
  })

  it('never runs more jobs of one owner than the plan allows, and serves other owners instead', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const stepId = await newStep()
    for (let index = 0; index < 6; index++) await hasJob(alice, stepId, 'Pending')
    await hasJob(bob, stepId, 'Pending')

    const leases = await worker.claims([stepId], { max: 25 })

    expect(leases).toHaveLength(5)
    expect((await findsJobs(alice, { Filter: { State: 'Processing' } })).properties.TotalEntities).toBe(4)
    expect((await findsJobs(bob, { Filter: { State: 'Processing' } })).properties.TotalEntities).toBe(1)
    const [first] = leases
    await worker.on(first!).call('POST', 'fail', { message: 'It broke.' })
    expect(await worker.claims([stepId], { max: 25 })).toHaveLength(1)
  })

  it('sec/G6 refuses users and invalid keys', async () => {
    const alice = await api.signUp()

    expect((await alice.post('/worker/v1/claim', { worker: 'x', stepIds: [] })).status).toBe(403)
    const stranger = api.anonymous()
    expect((await stranger.post('/worker/v1/claim', {}, { 'x-api-key': 'mr_nobody_nothing' })).status).toBe(401)
  })
})

describe('a running job', () => {
  it('INV5 has no visible outputs until it completes', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')
    const lease = await claimsOne(stepId)

    const stored = await worker.on(lease).writes('a,b\n1,2\n')
    expect(stored.status).toBe(201)
    const during = await alice.read<JobDocument>(job)
    const done = await worker.on(lease).call('POST', 'complete', { result: { rows: 1 } })
    const after = await alice.read<JobDocument>(job)

    expect(done.status).toBe(200)
    expect(outputs(during)).toEqual([])
    expect(outputs(after)).toEqual(['table_clean.csv'])
    expect(after.properties).toMatchObject({ State: 'Completed', Result: '{"rows":1}' })
  })

  it('stores progress and log while it runs', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')
    const lease = await claimsOne(stepId)

    await worker.on(lease).call('POST', 'heartbeat', { progress: 0.25 })
    await worker.on(lease).call('POST', 'log', { lines: [{ at: now(), stream: 'out', text: 'read 8,928 rows' }] })
    await worker.on(lease).call('POST', 'log', { lines: [{ at: now(), stream: 'err', text: 'two\nlines' }] })

    expect((await alice.read<JobDocument>(job)).properties.Progress).toBe(0.25)
    const log = await follows(alice, job, 'Log')
    expect((await log.text()).split('\n').map((line) => line.slice(25))).toEqual([
      '  read 8,928 rows',
      '! two lines',
      '',
    ])
    const part = await alice.get(`${job}/Log`, { range: 'bytes=0-9' })
    expect([part.status, (await part.text()).length]).toEqual([206, 10])
  })

  it('fails with the step’s error message', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')
    const lease = await claimsOne(stepId)
    await worker.on(lease).call('POST', 'heartbeat', { progress: 0.25 })

    await worker.on(lease).call('POST', 'fail', { message: 'Column `discharge` is not in table.csv.' })

    expect((await alice.read<JobDocument>(job)).properties).toMatchObject({
      State: 'Error',
      ErrorDescription: 'Column `discharge` is not in table.csv.',
      Progress: null,
    })
  })

  it.each(['The disk was full.', 'The disk was full'])(
    'is retried after a retryable failure, until its attempts are used up: %s',
    async (message) => {
      const alice = await api.signUp()
      const stepId = await newStep()
      const job = await hasJob(alice, stepId, 'Pending')

      for (const attempt of [1, 2, 3]) {
        await endPause(job)
        const lease = await claimsOne(stepId)
        expect(lease.attempt).toBe(attempt)
        await worker.on(lease).call('POST', 'heartbeat', { progress: 0.25 })
        await worker.on(lease).call('POST', 'fail', { message, kind: 'retryable' })
        expect((await alice.read<JobDocument>(job)).properties.Progress).toBeNull()
      }

      expect((await alice.read<JobDocument>(job)).properties).toMatchObject({
        State: 'Error',
        ErrorDescription: 'The disk was full. The job was attempted 3 times.',
      })
    },
  )

  it('is queued again immediately if a worker returns it', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')
    const lease = await claimsOne(stepId)

    await worker.on(lease).call('POST', 'fail', { message: 'The worker is shutting down.', kind: 'returned' })

    expect(await stateOf(alice, job)).toBe('Pending')
    const history = (await (await follows(alice, job, 'History')).json()) as { properties: { Events: object[] } }
    expect(history.properties.Events.at(-1)).toMatchObject({
      Reason: 'The worker is shutting down. The job waits for another worker.',
    })
    expect(await worker.claims([stepId])).toHaveLength(1)
  })
})

describe('the fence', () => {
  it('FLT6 INV15 sec/G6 refuses every write with an expired lease and discards its outputs', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')
    const late = await claimsOne(stepId)
    await worker.on(late).writes('late\n', 'late.csv')
    await loseLease(late.id)
    await endExpiredAttempts(api.deps)
    await endPause(job)
    const current = await claimsOne(stepId)

    const replies = [
      await worker.on(late).call('POST', 'heartbeat', {}),
      await worker.on(late).call('POST', 'log', { lines: [{ at: now(), stream: 'out', text: 'late' }] }),
      await worker.on(late).call('GET', 'inputs/table/0'),
      await worker.on(late).writes('late\n'),
      await worker.on(late).call('POST', 'complete', {}),
      await worker.on(late).call('POST', 'fail', { message: 'late' }),
    ]
    await worker.on(current).writes('current\n', 'current.csv')
    await worker.on(current).call('POST', 'complete', {})

    expect(replies.map((reply) => reply.status)).toEqual([409, 409, 409, 409, 409, 409])
    expect(await replies[0]?.json()).toMatchObject({ code: 'lease-lost' })
    expect(outputs(await alice.read<JobDocument>(job))).toEqual(['current.csv'])
  })

  it('FLT20 ends a job whose workers are lost repeatedly', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')

    for (let attempt = 1; attempt <= 3; attempt++) {
      await loseLease((await claimsOne(stepId)).id)
      await endExpiredAttempts(api.deps)
      await endPause(job)
    }

    const { properties } = await alice.read<JobDocument>(job)
    expect(properties).toMatchObject({ State: 'Error', Attempt: 3 })
    expect(properties.ErrorDescription).toContain('The worker stopped responding in each of 3 attempts')
  })

  it('INV15 refuses writes immediately after a cancellation', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')
    const lease = await claimsOne(stepId)
    await worker.on(lease).writes('a\n')

    await does(alice, job, 'CancelProcessing')

    expect((await worker.on(lease).call('POST', 'heartbeat', {})).status).toBe(409)
    expect((await worker.on(lease).call('POST', 'complete', {})).status).toBe(409)
    expect(await stateOf(alice, job)).toBe('Canceled')
    expect(outputs(await alice.read<JobDocument>(job))).toEqual([])
  })

  it('FLT27 lets either the cancellation or the completion succeed, never both', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    for (let round = 0; round < 10; round++) {
      const job = await hasJob(alice, stepId, 'Pending')
      const lease = await claimsOne(stepId)
      await worker.on(lease).writes('a\n')

      const [canceled, completed] = await Promise.all([
        alice.post(`${job}/CancelProcessing`),
        worker.on(lease).call('POST', 'complete', {}),
      ])

      const state = await stateOf(alice, job)
      expect([canceled.status === 200, completed.status === 200]).toEqual([state === 'Canceled', state === 'Completed'])
    }
  })
})

describe('registering steps', () => {
  it('never changes a registered version', async () => {
    const [first = ''] = await worker.registers(manifest('kept'))
    const [second = ''] = await worker.registers(manifest('kept', { short_description: 'changed' }))

    expect(second).toBe(first)
  })

  it('sec/G7 explains what is wrong with a manifest', async () => {
    const reply = await worker.call('PUT', '/worker/v1/steps', {
      manifests: [{ function_name: 'bad name', version: 'newest' }],
    })

    expect(reply.status).toBe(422)
    const { faults } = (await reply.json()) as { faults: { pointer: string }[] }
    expect(faults.map((fault) => fault.pointer)).toEqual(['/manifests/0/version', '/manifests/0/function_name'])
  })
})

function outputs(job: JobDocument): string[] {
  return embedded(job, 'OutputDataSlot').flatMap((slot) =>
    embedded<{ Name: string }>(slot as SirenDocument, 'Assigned').map((data) => data.properties.Name),
  )
}
