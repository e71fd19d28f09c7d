import type { JobProperties } from '@millrace/contracts/jobs'
import { asSystem } from '@millrace/db/act'
import { embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, findsJobs, manifest, stepHref, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [step = ''] = await worker.registers(manifest('needy', { input_dataslots: [], output_dataslots: [] }))

async function hasJob(client: TestClient, name: string, againOf?: string): Promise<string> {
  const made = await client.post('/api/Job/CreateJob', { Name: name, ...(againOf && { AgainOfUrl: againOf }) })
  expect(made.status, await made.clone().text()).toBe(201)
  const job = made.headers.get('location') ?? ''
  await does(client, job, 'SelectProcessing', { ProcessingStepUrl: stepHref(step) })
  return job
}

async function runs(client: TestClient, name: string, end: 'complete' | 'fail' | 'go on', againOf?: string) {
  const job = await hasJob(client, name, againOf)
  await does(client, job, 'StartProcessing')
  const [lease] = await worker.claims([step])
  if (end === 'go on') return job
  const reply = await worker.on(lease!).call('POST', end, end === 'fail' ? { message: 'It broke.' } : {})
  expect(reply.status, await reply.text()).toBe(200)
  return job
}

/** Returns the names and the number of jobs that need attention. Checks that two lists report the same number. */
async function needs(client: TestClient): Promise<{ names: string[]; count: number }> {
  const found = await findsJobs(client, { Filter: { NeedsYou: true } })
  const all = await findsJobs(client, {})
  expect(found.properties.NeedsYouCount).toBe(all.properties.NeedsYouCount)
  const names = embedded<JobProperties>(found, 'item').map(({ properties }) => properties.Name)
  return { names: names.sort(), count: all.properties.NeedsYouCount }
}

describe('a job that failed', () => {
  it('needs attention until another run is running or done', async () => {
    const alice = await api.signUp()
    const first = await runs(alice, 'first', 'fail')
    await runs(alice, 'other', 'fail')
    expect(await needs(alice)).toEqual({ names: ['first', 'other'], count: 2 })

    await runs(alice, 'second', 'complete', first)

    expect(await needs(alice)).toEqual({ names: ['other'], count: 1 })
    expect((await findsJobs(alice, {})).properties.StateCounts).toEqual({ Error: 2, Completed: 1 })
  })

  it('is replaced by the latest of any number of runs', async () => {
    const alice = await api.signUp()
    const first = await runs(alice, 'first', 'fail')
    const second = await runs(alice, 'second', 'fail', first)
    expect((await needs(alice)).names).toEqual(['second'])

    const third = await runs(alice, 'third', 'go on', second)

    expect((await needs(alice)).names).toEqual([])
    await does(alice, third, 'CancelProcessing')
    expect((await needs(alice)).names).toEqual(['second'])
    await runs(alice, 'fourth', 'complete', first)
    expect(await needs(alice)).toEqual({ names: [], count: 0 })
  })

  it('still needs attention while the next run is a draft', async () => {
    const alice = await api.signUp()
    const first = await runs(alice, 'first', 'fail')

    await hasJob(alice, 'draft', first)

    expect((await needs(alice)).names).toEqual(['first'])
  })

  it('needs no attention once it is hidden', async () => {
    const alice = await api.signUp()
    const job = await runs(alice, 'first', 'fail')

    await does(alice, job, 'Hide')

    expect(await needs(alice)).toEqual({ names: [], count: 0 })
  })

  it('can be run again only by its owner; for others it is “not found”', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const job = await runs(alice, 'first', 'fail')
    const missing = job.replace(/[^/]+$/, '01a20044-054e-7d84-8fc5-dff0b81c414b')

    const replies = await Promise.all(
      [job, missing].map((AgainOfUrl) => mallory.post('/api/Job/CreateJob', { Name: 'mine', AgainOfUrl })),
    )

    for (const reply of replies) {
      expect(reply.status).toBe(422)
      expect(await reply.json()).toMatchObject({ faults: [{ pointer: '/AgainOfUrl', message: 'Job not found.' }] })
    }
    expect((await needs(alice)).names).toEqual(['first'])
    expect((await findsJobs(mallory, {})).properties.TotalEntities).toBe(0)
  })
})

describe('a draft', () => {
  it('needs attention after a day', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, 'left')
    expect((await needs(alice)).names).toEqual([])

    await asSystem(api.deps.db, (tx) =>
      tx.query(`update job set state = 'Created', created_at = now() - interval '25 hours' where id = $1`, [
        job.split('/').at(-1),
      ]),
    )

    expect((await needs(alice)).names).toEqual(['left'])
  })
})

describe('jobs that stopped for the same cause', () => {
  it('are returned as a group with an exact count, separate from other jobs', async () => {
    const alice = await api.signUp()
    await runs(alice, 'first', 'fail')
    await runs(alice, 'second', 'fail')
    const newest = await runs(alice, 'third', 'fail')
    await hasJob(alice, 'draft')
    const other = await hasJob(alice, 'other')
    await does(alice, other, 'StartProcessing')
    const [lease] = await worker.claims([step])
    await worker.on(lease!).call('POST', 'fail', { message: 'Another reason. It broke.' })

    const found = await findsJobs(alice, { Filter: { NeedsYou: true, Ungrouped: true } })

    const names = embedded<JobProperties>(found, 'item').map(({ properties }) => properties.Name)
    expect({ names, total: found.properties.TotalEntities, count: found.properties.NeedsYouCount }).toEqual({
      names: ['other'],
      total: 1,
      count: 4,
    })
    const Step = expect.any(String)
    const [group] = found.properties.Groups ?? []
    expect(found.properties.Groups).toEqual([
      { Cause: 'It broke.', Count: 3, State: 'Error', Step, StepUrl: expect.stringContaining(step), NewestUrl: newest },
    ])
    const members = await findsJobs(alice, {
      Filter: { NeedsYou: true, Cause: group!.Cause, ProcessingStepUrl: group!.StepUrl },
    })
    expect(members.properties.TotalEntities).toBe(3)
    expect(
      (await findsJobs(await api.signUp(), { Filter: { NeedsYou: true, Ungrouped: true } })).properties.Groups,
    ).toEqual([])
  })
})
