import type { JobProperties } from '@millrace/contracts/jobs'
import { embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import {
  availableActionsOf,
  does,
  findsJobs,
  follows,
  hasJob,
  type JobDocument,
  manifest,
  stateOf,
  stepHref,
  testWorker,
  uploads,
} from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('clean_table'))

const queued = async (job: string) => {
  const { rows } = await api.db.pool.query(`select data from pgboss.job where data->>'jobId' = $1`, [
    job.split('/').at(-1),
  ])
  return rows
}

describe('setting up a job', () => {
  it('moves from draft to ready when step and data are chosen', async () => {
    const alice = await api.signUp()

    const draft = await hasJob(alice, stepId, 'Created')
    expect(await stateOf(alice, draft)).toBe('Created')
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')

    expect(await stateOf(alice, job)).toBe('ReadyForProcessing')
    expect(await availableActionsOf(alice, job)).toContain('StartProcessing')
    expect(await availableActionsOf(alice, draft)).not.toContain('StartProcessing')
  })

  it('reports each invalid parameter and keeps the previous parameters', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Created')
    await does(alice, job, 'ConfigureProcessing', { k: 5 })

    const reply = await alice.post(`${job}/ConfigureProcessing`, { k: 0, method: 'magic', colour: 'red' })

    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({
      code: 'invalid-parameters',
      faults: expect.arrayContaining([
        { pointer: '/k', message: '0 is less than 1. Choose 1 or more.' },
        { pointer: '/method', message: 'Choose one of: hampel, none.' },
        { pointer: '/colour', message: 'The step has no parameter with this name. Remove it.' },
      ]),
    })
    expect((await alice.read<JobDocument>(job)).properties.ConfiguredParameters).toBe('{"k":5}')
  })

  it('refuses data of a type that the slot does not accept, and names the accepted types', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Created')
    const picture = await uploads(alice, 'picture.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))

    const reply = await alice.post(`${job}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: picture })

    expect(reply.status).toBe(422)
    expect(((await reply.json()) as { detail: string }).detail).toContain(
      'picture.png is image/png, but the data slot table accepts text/csv',
    )
    expect(await stateOf(alice, job)).toBe('Created')
  })

  it('refuses a slot or data that does not exist', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Created')
    const data = await uploads(alice)

    const noSlot = await alice.post(`${job}/InputDataSlot/7/SelectWorkData`, { WorkDataUrl: data })
    const noData = await alice.post(`${job}/InputDataSlot/0/SelectWorkData`, {
      WorkDataUrl: data.replace(/.{4}$/, '0000'),
    })
    const noAddress = await alice.post(`${job}/InputDataSlot/0/SelectWorkData`, {
      WorkDataUrl: 'https://evil.example/x',
    })

    expect([noSlot.status, noData.status, noAddress.status]).toEqual([404, 422, 422])
  })

  it('accepts parameters as an object and as an array of one object', async () => {
    const alice = await api.signUp()

    const bare = await alice.post('/api/Job/CreateJob', { Name: 'bare' })
    const wrapped = await alice.post('/api/Job/CreateJob', [{ CreateJobParameters: { Name: 'wrapped' } }])
    const wrong = await alice.post('/api/Job/CreateJob', [{ SomethingElse: { Name: 'wrong' } }])

    expect([bare.status, wrapped.status, wrong.status]).toEqual([201, 201, 422])
  })

  it('sets up the whole job or nothing in one request', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    const input = {
      Name: 'rapid',
      ProcessingStepUrl: stepHref(stepId),
      Parameters: '{"k":4}',
      Tags: ['river=rhine'],
      Start: true,
    }

    const made = await alice.post('/api/Job/RapidSetup', {
      ...input,
      InputDataSlots: [{ Index: 0, WorkDataUrls: [data] }],
    })
    const empty = await alice.post('/api/Job/RapidSetup', input)

    expect(made.status).toBe(201)
    expect(await stateOf(alice, made.headers.get('location') ?? '')).toBe('Pending')
    expect(empty.status).toBe(422)
    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(1)
  })

  it('INV11 creates one job if a request is sent twice with the same key', async () => {
    const alice = await api.signUp()
    const headers = { 'Idempotency-Key': 'once' }

    const first = await alice.post('/api/Job/CreateJob', { Name: 'one' }, headers)
    const second = await alice.post('/api/Job/CreateJob', { Name: 'one' }, headers)
    const other = await alice.post('/api/Job/CreateJob', { Name: 'two' }, headers)

    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(other.status).toBe(422)
    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(1)
  })
})

describe('StartProcessing', () => {
  it('queues a ready job and no longer offers to start it', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')

    await does(alice, job, 'StartProcessing')

    expect(await stateOf(alice, job)).toBe('Pending')
    expect(await queued(job)).toHaveLength(1)
    expect(await availableActionsOf(alice, job)).not.toContain('StartProcessing')
    expect(await availableActionsOf(alice, job)).toContain('CancelProcessing')
  })

  it('shows how many jobs of the step precede a queued one, including other owners’ jobs, and nothing else about them', async () => {
    const [ownStep = ''] = await worker.registers(manifest('waits_in_line'))
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const first = await hasJob(alice, ownStep, 'Pending')
    const second = await hasJob(alice, ownStep, 'Pending')
    const others = await hasJob(bob, ownStep, 'Pending')
    const ahead = async (client: TestClient, job: string) => (await client.read<JobDocument>(job)).properties.JobsAhead

    expect(await ahead(alice, first)).toBe(0)
    expect(await ahead(bob, others)).toBe(1)
    expect(await ahead(alice, second)).toBe(2)

    await does(alice, first, 'CancelProcessing')

    expect(await ahead(alice, first)).toBeUndefined()
    expect(await ahead(alice, second)).toBe(1)
    const listed = await findsJobs(alice, {})
    expect(embedded<JobProperties>(listed as never, 'item').map(({ properties }) => properties.JobsAhead)).toEqual([
      undefined,
      undefined,
    ])
  })

  it('says what is missing if the job is not ready', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Created')

    const reply = await alice.post(`${job}/StartProcessing`)

    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({
      code: 'action-not-offered',
      detail: expect.stringContaining('The data slot table is empty.'),
    })
    expect(await queued(job)).toEqual([])
  })

  it('starts a job once if two requests arrive at the same time', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')

    const replies = await Promise.all([1, 2, 3].map(() => alice.post(`${job}/StartProcessing`)))

    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 400, 400])
    expect(await queued(job)).toHaveLength(1)
  })

  it('sec/E2 replies to another owner as if the job did not exist', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')
    const nothing = job.replace(/.{4}$/, '0000')

    const foreign = await mallory.post(`${job}/StartProcessing`)
    const missing = await mallory.post(`${nothing}/StartProcessing`)

    expect(foreign.status).toBe(404)
    const [a, b] = (await Promise.all([foreign.json(), missing.json()])) as {
      detail: string
      code: string
      title: string
    }[]
    expect([a?.detail, a?.code, a?.title]).toEqual([b?.detail, b?.code, b?.title])
    expect(await queued(job)).toEqual([])
    expect(await stateOf(alice, job)).toBe('ReadyForProcessing')
  })
})

describe('the list of jobs', () => {
  it('filters, counts states independently of the tab, and links to the next page', async () => {
    const alice = await api.signUp()
    for (const state of ['Created', 'Pending', 'Pending'] as const) await hasJob(alice, stepId, state)

    const page = await findsJobs(alice, { Filter: { States: ['Pending'] }, Pagination: { PageSize: 1, PageOffset: 0 } })
    const next = page.links.find((link) => link.rel.includes('next'))
    const second = await alice.read<typeof page>(next?.href ?? '')

    expect(page.properties).toMatchObject({
      TotalEntities: 2,
      CurrentEntitiesCount: 1,
      StateCounts: { Created: 1, Pending: 2 },
    })
    expect(second.properties).toMatchObject({ PreviousEntitiesCount: 1, CurrentEntitiesCount: 1 })
    expect(second.links.some((link) => link.rel.includes('next'))).toBe(false)
  })

  it('shows no jobs of other owners', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const job = await hasJob(alice, stepId, 'Created')
    await does(alice, job, 'EditTags', { Tags: ['secret=alice'] })

    const found = await findsJobs(bob, {})

    expect(found.properties).toMatchObject({ TotalEntities: 0, RemainingTags: [], StateCounts: {} })
    expect((await bob.get(job)).status).toBe(404)
  })

  it('says which filter is invalid', async () => {
    const alice = await api.signUp()

    const reply = await alice.post('/api/JobQuery/CreateQuery', {
      Filter: { State: 'Sleeping', CreatedAfter: 'yesterday' },
    })

    expect(reply.status).toBe(422)
    const { faults } = (await reply.json()) as { faults: { pointer: string }[] }
    expect(faults.map((fault) => fault.pointer).toSorted()).toEqual(['/Filter/CreatedAfter', '/Filter/State'])
  })
})

describe('the history of a job', () => {
  it('sec/F4 records every transition with its author, and cannot be changed', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Pending')
    await does(alice, job, 'CancelProcessing')

    const reply = await follows(alice, job, 'History')
    const { properties } = (await reply.json()) as {
      properties: { Events: { From: string; To: string; ActorName: string }[] }
    }

    expect(properties.Events.map((event) => event.To)).toEqual(['Created', 'ReadyForProcessing', 'Pending', 'Canceled'])
    expect(properties.Events.at(-1)).toMatchObject({ From: 'Pending', ActorName: alice.person.name })
    await expect(api.db.pool.query('update job_event set actor = null')).rejects.toThrow('append-only')
  })

  it('INV2 INV4 accepts only transitions of the state table, even from hand-written SQL', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Pending')
    await does(alice, job, 'CancelProcessing')
    const id = job.split('/').at(-1)

    await expect(
      api.db.pool.query(
        `begin; set local millrace.role = 'system'; update job set state = 'Created' where id = '${id}'; commit`,
      ),
    ).rejects.toThrow('cannot move from Canceled to Created')
    await expect(
      api.db.pool.query(
        `begin; set local millrace.role = 'system';
         insert into job (id, owner_id, created_by, name, state) select gen_random_uuid(), owner_id, created_by, name, 'Processing' from job where id = '${id}';
         commit`,
      ),
    ).rejects.toThrow('cannot be created in state Processing')
  })
})
