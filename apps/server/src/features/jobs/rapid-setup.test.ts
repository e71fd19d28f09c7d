import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import {
  findsJobs,
  follows,
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

describe('RapidSetup', () => {
  it('writes the row of a job once, with inputs, merged parameters and the states that it passed', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    await api.db.pool.query(
      'create trigger once before update on job for each statement execute function append_only()',
    )

    const made = await alice.post('/api/Job/RapidSetup', {
      Name: 'Clean',
      ProcessingStepUrl: stepHref(stepId),
      Parameters: '{"k":4}',
      InputDataSlots: [{ WorkDataUrls: [data] }],
      Start: true,
    })
    await api.db.pool.query('drop trigger once on job')

    expect(made.status).toBe(201)
    const job = made.headers.get('location') ?? ''
    const [lease] = await worker.claims([stepId])
    expect(lease).toMatchObject({ id: job.split('/').at(-1), parameters: { k: 4 }, inputs: [{ index: 0 }] })
    const reply = await follows(alice, job, 'History')
    const { properties } = (await reply.json()) as { properties: { Events: { To: string }[] } }
    expect(properties.Events.map((event) => event.To)).toEqual([
      'Created',
      'ReadyForProcessing',
      'Pending',
      'Processing',
    ])
  })

  it('does not start a job unless asked: the job is ready or, without its inputs, a draft', async () => {
    const alice = await api.signUp()
    const setup = { Name: 'Clean', ProcessingStepUrl: stepHref(stepId) }
    const create = async (slots: object[]) =>
      (await alice.post('/api/Job/RapidSetup', { ...setup, InputDataSlots: slots })).headers.get('location') ?? ''

    const ready = await create([{ WorkDataUrls: [await uploads(alice)] }])
    const draft = await create([])

    expect([await stateOf(alice, ready), await stateOf(alice, draft)]).toEqual(['ReadyForProcessing', 'Created'])
    expect((await alice.read<JobDocument>(ready)).entities).toMatchObject([
      { properties: { IsConfigured: true } },
      expect.anything(),
    ])
    expect((await findsJobs(alice, { Filter: { State: 'Pending' } })).properties.TotalEntities).toBe(0)
  })

  it('uses the last of two entries for one slot', async () => {
    const alice = await api.signUp()
    const [first, last] = [await uploads(alice, 'first.csv'), await uploads(alice, 'last.csv')]

    const made = await alice.post('/api/Job/RapidSetup', {
      Name: 'Clean',
      ProcessingStepUrl: stepHref(stepId),
      InputDataSlots: [
        { Index: 0, WorkDataUrls: [first] },
        { Index: 0, WorkDataUrls: [last] },
      ],
    })

    const job = await alice.read<JobDocument>(made.headers.get('location') ?? '')
    expect(JSON.stringify(job.entities)).toContain(last)
    expect(JSON.stringify(job.entities)).not.toContain(first)
  })
})
