import type { JobProperties } from '@millrace/contracts/jobs'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import {
  availableActionsOf,
  does,
  findsJobs,
  hasJob,
  type JobDocument,
  manifest,
  stateOf,
  stepHref,
  testWorker,
} from '#testing/jobs.ts'
import { endExpiredAttempts } from '../../maintenance.ts'

const api = await testApi()
const worker = await testWorker(api)
let count = 0

async function newStep(): Promise<string> {
  count += 1
  const [id = ''] = await worker.registers(manifest(`part_${count}`, { input_dataslots: [] }))
  return id
}

/** Creates a sub-job in the given state, in the same way as clients do. */
async function hasSubJob(
  client: TestClient,
  parent: string,
  state: 'Created' | 'Pending',
  stepId: string,
): Promise<string> {
  const made = await client.post('/api/Job/CreateSubJob', { Name: `part of ${parent.slice(-4)}`, ParentJobUrl: parent })
  const job = made.headers.get('location') ?? ''
  await does(client, job, 'SelectProcessing', { ProcessingStepUrl: stepHref(stepId) })
  if (state === 'Pending') await does(client, job, 'StartProcessing')
  return job
}

const read = (client: TestClient, job: string) => client.read<JobDocument>(job)
const detailOf = async (reply: Response) => ((await reply.json()) as { detail: string }).detail

describe('a sub-job', () => {
  it('links to its parent, which links to its sub-jobs', async () => {
    const alice = await api.signUp()
    const parent = await hasJob(alice, await newStep(), 'Created')
    const before = hrefOf(await read(alice, parent), 'SubJobs')

    const part = await hasSubJob(alice, parent, 'Created', await newStep())
    const below = await alice.read<SirenDocument>(hrefOf(await read(alice, parent), 'SubJobs') ?? '')

    expect(before).toBeUndefined()
    expect(hrefOf(await read(alice, part), 'ParentJob')).toBe(parent)
    expect(embedded(below, 'item').map((item) => hrefOf(item, 'self'))).toEqual([part])
  })

  it('is counted by state on its parent, which clients poll', async () => {
    const alice = await api.signUp()
    const [step, parent] = [await newStep(), await hasJob(alice, await newStep(), 'Created')]
    await hasSubJob(alice, parent, 'Pending', step)
    await hasSubJob(alice, parent, 'Pending', step)
    const pending = async () =>
      (await findsJobs(alice, { Filter: { IsSubJob: true, ParentJobUrl: parent, State: 'Pending' } })).properties

    expect((await pending()).TotalEntities).toBe(2)
    for (const lease of await worker.claims([step], { max: 2 })) {
      await worker.on(lease).writes('a\n')
      await worker.on(lease).call('POST', 'complete', {})
    }
    expect((await pending()).TotalEntities).toBe(0)
  })

  it('needs an existing parent of the same owner', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const parent = await hasJob(alice, await newStep(), 'Created')

    const foreign = await mallory.post('/api/Job/CreateSubJob', { Name: 'x', ParentJobUrl: parent })
    const missing = await mallory.post('/api/Job/CreateSubJob', {
      Name: 'x',
      ParentJobUrl: parent.replace(/.{4}$/, '0000'),
    })
    const other = await mallory.post('/api/Job/CreateSubJob', { Name: 'x', ParentJobUrl: stepHref(await newStep()) })

    expect([foreign.status, missing.status, other.status]).toEqual([422, 422, 422])
    expect(await detailOf(foreign)).toBe(await detailOf(missing))
    expect((await findsJobs(mallory, {})).properties.TotalEntities).toBe(0)
  })
})

describe('deleting', () => {
  it('requires deleting results and sub-jobs first', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const parent = await hasJob(alice, await newStep(), 'Created')
    const part = await hasSubJob(alice, parent, 'Pending', step)
    const running = await alice.post(`${part}/Delete`)
    const [lease] = await worker.claims([step])
    await worker.on(lease!).writes('a\n')
    await worker.on(lease!).call('POST', 'complete', {})

    const withPart = await alice.post(`${parent}/Delete`)
    const withResult = await alice.post(`${part}/Delete`)
    await does(alice, part, 'AllowOutputDataDeletion')
    const [slot] = embedded(await read(alice, part), 'OutputDataSlot')
    const result = hrefOf(embedded(slot!, 'Assigned')[0]!, 'self') ?? ''
    await does(alice, result, 'Delete')
    await does(alice, part, 'Delete')
    const gone = await alice.get(part)
    await does(alice, parent, 'Delete')

    expect([running.status, await detailOf(running)]).toEqual([
      400,
      'Delete is not available while the job is Pending.',
    ])
    expect([withPart.status, await detailOf(withPart)]).toEqual([400, expect.stringContaining('has sub-jobs')])
    expect([withResult.status, await detailOf(withResult)]).toEqual([400, expect.stringContaining('has results')])
    expect([gone.status, (await alice.get(parent)).status, (await alice.get(result)).status]).toEqual([404, 404, 404])
  })

  it('makes the inputs of the job deletable', async () => {
    const alice = await api.signUp()
    const [step = ''] = await worker.registers(manifest('with_input'))
    const job = await hasJob(alice, step, 'ReadyForProcessing')
    const [slot] = embedded(await read(alice, job), 'InputDataSlot')
    const input = hrefOf(embedded(slot!, 'Selected')[0]!, 'self') ?? ''
    const during = await availableActionsOf(alice, input)

    await does(alice, job, 'Delete')

    expect(during).not.toContain('AllowDeletion')
    await does(alice, input, 'AllowDeletion')
    await does(alice, input, 'Delete')
  })

  it('also accepts the DELETE request of old clients', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, await newStep(), 'Created')

    expect((await alice.request('DELETE', `${job}/DeleteJob`)).status).toBe(200)
    expect((await alice.get(job)).status).toBe(404)
  })
})

describe('canceling a job', () => {
  it('cancels running sub-jobs at every depth, but not drafts and finished ones', async () => {
    const alice = await api.signUp()
    const [step, other] = [await newStep(), await newStep()]
    const parent = await hasJob(alice, step, 'Pending')
    const waiting = await hasSubJob(alice, parent, 'Pending', other)
    const deep = await hasSubJob(alice, waiting, 'Pending', other)
    const draft = await hasSubJob(alice, parent, 'Created', other)
    const [lease] = await worker.claims([step])

    await does(alice, parent, 'CancelProcessing')

    expect(await Promise.all([parent, waiting, deep, draft].map((job) => stateOf(alice, job)))).toEqual([
      'Canceled',
      'Canceled',
      'Canceled',
      'ReadyForProcessing',
    ])
    expect((await read(alice, deep)).properties.ErrorDescription).toContain('Its parent job')
    expect((await worker.on(lease!).call('POST', 'heartbeat', {})).status).toBe(409)
    expect(await worker.claims([other], { max: 5 })).toEqual([])
  })

  it('is available while the job is pending or running', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, await newStep(), 'Created')

    const reply = await alice.post(`${job}/CancelProcessing`)

    expect([reply.status, await detailOf(reply)]).toEqual([
      400,
      'CancelProcessing is not available while the job is ReadyForProcessing.',
    ])
  })
})

describe('a job that fails', () => {
  /** Creates a running job with three sub-jobs: one running, one waiting with its own sub-job, and one draft. */
  async function family(client: TestClient) {
    const [step, other] = [await newStep(), await newStep()]
    const parent = await hasJob(client, step, 'Pending')
    const [lease] = await worker.claims([step])
    const running = await hasSubJob(client, parent, 'Pending', other)
    const [partLease] = await worker.claims([other])
    const waiting = await hasSubJob(client, parent, 'Pending', other)
    const deep = await hasSubJob(client, waiting, 'Pending', other)
    const draft = await hasSubJob(client, parent, 'Created', other)
    const states = () => Promise.all([parent, running, waiting, deep, draft].map((job) => stateOf(client, job)))
    return { parent, lease: lease!, partLease: partLease!, waiting, draft, other, states }
  }

  const loseLease = (lease: { id: string }) =>
    asSystem(api.deps.db, (tx) =>
      tx.query(`update job set lease_until = now() - interval '1 second' where id = $1`, [lease.id]),
    )

  it('cancels its running sub-jobs if its step fails', async () => {
    const alice = await api.signUp()
    const { parent, lease, partLease, waiting, other, states } = await family(alice)

    const reply = await worker.on(lease).call('POST', 'fail', { message: 'It broke.' })

    expect(reply.status).toBe(200)
    expect(await states()).toEqual(['Error', 'Canceled', 'Canceled', 'Canceled', 'ReadyForProcessing'])
    expect((await read(alice, parent)).properties.ErrorDescription).toBe('It broke.')
    expect((await read(alice, waiting)).properties.ErrorDescription).toContain('Its parent job')
    expect((await worker.on(partLease).call('POST', 'complete', {})).status).toBe(409)
    expect(await worker.claims([other], { max: 5 })).toEqual([])
  })

  it('keeps its sub-jobs while it is retried and cancels them when its last attempt fails', async () => {
    const alice = await api.signUp()
    const { lease, states } = await family(alice)

    await loseLease(lease)
    await endExpiredAttempts(api.deps)
    const inBetween = await states()
    await asSystem(api.deps.db, (tx) =>
      tx.query(
        `update job set state = 'Processing', attempt = 3, lease_token = gen_random_uuid(), lease_until = now() - interval '1 second' where id = $1`,
        [lease.id],
      ),
    )
    await endExpiredAttempts(api.deps)

    expect(inBetween).toEqual(['Pending', 'Processing', 'Pending', 'Pending', 'ReadyForProcessing'])
    expect(await states()).toEqual(['Error', 'Canceled', 'Canceled', 'Canceled', 'ReadyForProcessing'])
  })

  it('prevents its drafts from starting', async () => {
    const alice = await api.signUp()
    const { parent, lease, draft } = await family(alice)
    const before = await availableActionsOf(alice, draft)
    await worker.on(lease).call('POST', 'fail', { message: 'It broke.' })

    const reply = await alice.post(`${draft}/StartProcessing`)

    expect(before).toContain('StartProcessing')
    expect(await availableActionsOf(alice, draft)).not.toContain('StartProcessing')
    expect([reply.status, await detailOf(reply)]).toEqual([
      400,
      'StartProcessing is not available while the job is ReadyForProcessing. Its parent job has ended. Create a separate job instead.',
    ])
    expect(await stateOf(alice, parent)).toBe('Error')
  })

  it('accepts no more sub-jobs after it has ended', async () => {
    const alice = await api.signUp()
    const { parent, lease } = await family(alice)
    await worker.on(lease).call('POST', 'fail', { message: 'It broke.' })

    const late = await alice.post('/api/Job/CreateSubJob', { Name: 'late', ParentJobUrl: parent })

    expect([late.status, await late.text()]).toEqual([422, expect.stringContaining('accepts no more sub-jobs')])
  })
})

describe('allowing or forbidding the deletion of results', () => {
  it('affects existing and future results', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const deletable = async (job: string) => {
      const [slot] = embedded(await read(alice, job), 'OutputDataSlot')
      return embedded<{ IsDeletable: boolean }>(slot!, 'Assigned').map(({ properties }) => properties.IsDeletable)
    }
    const job = await hasJob(alice, step, 'Pending')
    await does(alice, job, 'AllowOutputDataDeletion')
    const [lease] = await worker.claims([step])
    await worker.on(lease!).writes('a\n')
    await worker.on(lease!).call('POST', 'complete', {})
    const atFirst = await deletable(job)

    await does(alice, job, 'DisallowOutputDataDeletion')

    expect([atFirst, await deletable(job)]).toEqual([[true], [false]])
    expect((await read(alice, job)).properties satisfies JobProperties).toMatchObject({ OutputIsDeletable: false })
    expect((await alice.post(`${job}/DisallowOutputDataDeletion`)).status).toBe(400)
  })
})
