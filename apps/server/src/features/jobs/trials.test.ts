import type { DashboardProperties } from '@millrace/contracts/dashboard'
import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf, selfHref } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import {
  does,
  findsJobs,
  hasJob,
  isSetUp,
  type JobDocument,
  manifest,
  stepHref,
  testWorker,
  uploads,
} from '#testing/jobs.ts'
import { deleteOldTrials } from './trials.service.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('tried'))

async function hasTrial(client: TestClient): Promise<string> {
  const made = await client.post('/api/Job/CreateJob', { Name: 'Try: Clean', IsTrial: true })
  expect(made.status, await made.clone().text()).toBe(201)
  return isSetUp(client, made.headers.get('location') ?? '', stepId, 'Pending')
}

async function runs(end: 'complete' | 'fail'): Promise<void> {
  const [lease] = await worker.claims([stepId])
  if (end === 'complete') await worker.on(lease!).writes(`a\n${crypto.randomUUID()}\n`)
  const reply = await worker.on(lease!).call('POST', end, end === 'fail' ? { message: 'It broke.' } : {})
  expect(reply.status, await reply.text()).toBe(200)
}

async function completedTrial(client: TestClient): Promise<{ job: string; result: string }> {
  const job = await hasTrial(client)
  await runs('complete')
  const [slot] = embedded(await client.read<JobDocument>(job), 'OutputDataSlot')
  return { job, result: selfHref(embedded(slot!, 'Assigned')[0]!) }
}

async function files(client: TestClient, Filter: object = {}): Promise<string[]> {
  const made = await client.post('/api/WorkDataQuery/CreateQuery', { Filter })
  const found = await client.read<SirenDocument<QueryResultProperties>>(made.headers.get('location') ?? '')
  return embedded<WorkDataProperties>(found, 'item').map(({ properties }) => properties.Name)
}

async function dashboard(client: TestClient): Promise<SirenDocument<DashboardProperties>> {
  return client.read(hrefOf(await client.read<SirenDocument>('/api/EntryPoint'), 'Dashboard') ?? '')
}

const age = (job: string, days: number) =>
  asSystem(api.deps.db, (tx) =>
    tx.query('update job set created_at = now() - make_interval(days => $2) where id = $1', [
      job.split('/').at(-1),
      days,
    ]),
  )

describe('a trial run', () => {
  it('prevents the deletion of its input only while it runs or once the user has kept it', async () => {
    const alice = await api.signUp()
    const inputOf = async (job: string) => {
      const [slot] = embedded(await alice.read<JobDocument>(job), 'InputDataSlot')
      return selfHref(embedded(slot!, 'Selected')[0]!)
    }
    const running = await hasTrial(alice)
    const input = await inputOf(running)
    const isUsed = async (data: string) =>
      (await alice.read<SirenDocument<WorkDataProperties>>(data)).properties.IsUsedAsJobInput
    const whileRunning = await isUsed(input)
    await runs('complete')
    const kept = await completedTrial(alice)
    await does(alice, kept.job, 'UnHide')
    const keptInput = await inputOf(kept.job)

    await does(alice, input, 'AllowDeletion')
    await does(alice, input, 'Delete')

    expect([whileRunning, await isUsed(keptInput)]).toEqual([true, true])
    expect((await alice.get(input)).status).toBe(404)
    expect((await alice.read<JobDocument>(running)).properties.State).toBe('Completed')
  })

  it('is not among the jobs that use its input, unless the user has kept it', async () => {
    const alice = await api.signUp()
    const { job } = await completedTrial(alice)
    const [slot] = embedded(await alice.read<JobDocument>(job), 'InputDataSlot')
    const input = await alice.read<SirenDocument>(selfHref(embedded(slot!, 'Selected')[0]!))
    const users = async () =>
      (await alice.read<SirenDocument<QueryResultProperties>>(hrefOf(input, 'UsedBy') ?? '')).properties.TotalEntities
    const left = [await users(), await files(alice, { IsUsed: true })]

    await does(alice, job, 'UnHide')

    expect(left).toEqual([0, []])
    expect([await users(), await files(alice, { IsUsed: true })]).toEqual([1, ['table.csv']])
  })

  it('is named as the reason why its input cannot be deleted while it is in progress', async () => {
    const alice = await api.signUp()
    const trial = await hasTrial(alice)
    const [slot] = embedded(await alice.read<JobDocument>(trial), 'InputDataSlot')
    const input = selfHref(embedded(slot!, 'Selected')[0]!)
    const users = async () => {
      const found = await alice.read<SirenDocument>(hrefOf(await alice.read<SirenDocument>(input), 'UsedBy') ?? '')
      return embedded(found, 'item').map(selfHref)
    }

    const refused = await alice.post(`${input}/Delete`)

    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { detail: string }).detail).toBe(
      'Delete is not available: the trial run “Try: Clean” of table.csv is in progress. Cancel it, or wait until it ends.',
    )
    expect(await users()).toEqual([trial])
    await does(alice, trial, 'CancelProcessing')
    expect(await users()).toEqual([])
  })

  it('does not prevent the deletion of a job together with its results', async () => {
    const alice = await api.signUp()
    const maker = await hasJob(alice, stepId, 'Pending')
    await runs('complete')
    const [slot] = embedded(await alice.read<JobDocument>(maker), 'OutputDataSlot')
    const result = selfHref(embedded(slot!, 'Assigned')[0]!)
    const trial = (await alice.post('/api/Job/CreateJob', { Name: 'Try', IsTrial: true })).headers.get('location') ?? ''
    await does(alice, trial, 'SelectProcessing', { ProcessingStepUrl: stepHref(stepId) })
    const [open] = embedded(await alice.read<JobDocument>(trial), 'InputDataSlot')
    await alice.post(actionOf(open!, 'SelectWorkData')?.href ?? '', { WorkDataUrl: result })
    await does(alice, trial, 'StartProcessing')
    await runs('complete')

    await does(alice, maker, 'DeleteWithOutputData')

    expect((await alice.get(result)).status).toBe(404)
  })

  it('and its result are in no list, count or part of the dashboard', async () => {
    const alice = await api.signUp()
    const { job } = await completedTrial(alice)
    await hasTrial(alice)
    await runs('fail')

    const found = await findsJobs(alice, {})
    expect(found.properties).toMatchObject({ TotalEntities: 0, StateCounts: {}, NeedsYouCount: 0 })
    expect(await files(alice)).toEqual(['table.csv', 'table.csv'])
    const { properties, entities } = await dashboard(alice)
    expect(properties).toMatchObject({ StoppedJobs: 0 })
    expect(properties.Days.at(-1)).toMatchObject({ Total: 0 })
    expect(entities.flatMap(({ rel = [] }) => rel).filter((rel) => /Job|Result/.test(rel))).toEqual([])
    expect((await findsJobs(alice, { Filter: { ShowHidden: true } })).properties.TotalEntities).toBe(2)
    expect(await files(alice, { ShowHidden: true })).toContain('table_clean.csv')
    expect((await alice.read<JobDocument>(job)).properties).toMatchObject({ IsTrial: true, Hidden: true })
  })

  it('does not count as a use of its step', async () => {
    const alice = await api.signUp()
    await completedTrial(alice)
    await hasJob(alice, stepId, 'Created')

    const made = await alice.post('/api/ProcessingStepQuery/CreateQuery', { IncludeUse: true })
    const found = await alice.read<SirenDocument>(made.headers.get('location') ?? '')

    const steps = embedded<ProcessingStepProperties>(found, 'item').map(({ properties }) => properties)
    expect(steps.find(({ FunctionName }) => FunctionName === 'tried')?.Use).toMatchObject({ Jobs: 1, Completed: 0 })
  })

  it('is not found as an identical job', async () => {
    const alice = await api.signUp()
    const { job } = await completedTrial(alice)
    const [slot] = embedded(await alice.read<JobDocument>(job), 'InputDataSlot')
    const same = {
      ProcessingStepUrl: stepHref(stepId),
      InputDataSlots: [{ WorkDataUrls: embedded(slot!, 'Selected').map(selfHref) }],
    }

    const found = (await (await alice.post('/api/Job/FindIdentical', same)).json()) as SirenDocument

    expect(embedded(found, 'item')).toEqual([])
  })

  it('is kept with its results once it is shown', async () => {
    const alice = await api.signUp()
    const { job, result } = await completedTrial(alice)
    await does(alice, job, 'UnHide')
    await age(job, 30)

    await deleteOldTrials(api.deps)

    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(1)
    expect(await files(alice)).toContain('table_clean.csv')
    expect((await alice.get(result)).status).toBe(200)
  })

  it('is deleted with its results after a week', async () => {
    const alice = await api.signUp()
    const old = await completedTrial(alice)
    const young = await completedTrial(alice)
    await Promise.all([age(old.job, 8), age(young.job, 6)])

    await deleteOldTrials(api.deps)

    const replies = await Promise.all([old.job, old.result, young.job, young.result].map((url) => alice.get(url)))
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 200, 200])
    expect(await files(alice)).toEqual(['table.csv', 'table.csv'])
  })

  it.each([
    ['shown', (client: TestClient, result: string) => does(client, result, 'UnHide')],
    [
      'used by another job',
      async (client: TestClient, result: string) => {
        const input = {
          Name: 'Next',
          ProcessingStepUrl: stepHref(stepId),
          InputDataSlots: [{ WorkDataUrls: [result] }],
        }
        expect((await client.post('/api/Job/RapidSetup', input)).status).toBe(201)
      },
    ],
  ])('is kept if its result is %s', async (_, keep) => {
    const alice = await api.signUp()
    const { job, result } = await completedTrial(alice)
    await keep(alice, result)
    await age(job, 30)

    await deleteOldTrials(api.deps)

    expect((await alice.get(job)).status).toBe(200)
    expect((await alice.get(result)).status).toBe(200)
  })

  it('is not deleted while it is in progress, nor are other hidden jobs', async () => {
    const alice = await api.signUp()
    const trial = await hasTrial(alice)
    const other = await hasJob(alice, stepId, 'Created')
    await does(alice, other, 'Hide')
    await Promise.all([age(trial, 30), age(other, 30)])

    await deleteOldTrials(api.deps)

    expect((await alice.get(trial)).status).toBe(200)
    expect((await alice.get(other)).status).toBe(200)
    await runs('complete')
  })
})

it('the input of a deleted trial run is kept', async () => {
  const alice = await api.signUp()
  const input = await uploads(alice, 'kept.csv', 'a\n1\n')
  const made = await alice.post('/api/Job/CreateJob', { Name: 'Try', IsTrial: true })
  const job = made.headers.get('location') ?? ''
  await isSetUp(alice, job, stepId, 'Created')
  const [slot] = embedded(await alice.read<JobDocument>(job), 'InputDataSlot')
  await alice.post(slot!.actions.find(({ name }) => name === 'SelectWorkData')?.href ?? '', { WorkDataUrl: input })
  await age(job, 8)

  await deleteOldTrials(api.deps)

  expect((await alice.get(job)).status).toBe(404)
  expect((await alice.get(input)).status).toBe(200)
})
