import type { JobProperties } from '@millrace/contracts/jobs'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, selfHref } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { availableActionsOf, does, findsJobs, testWorker } from '#testing/jobs.ts'
import { SAMPLE_STEPS } from '#testing/steps.ts'

const api = await testApi()
const worker = await testWorker(api)

const states = (list: SirenDocument) => list.entities.map((job) => (job.properties as unknown as JobProperties).State)

async function filesOf(client: TestClient): Promise<string[]> {
  const made = await client.post('/api/WorkDataQuery/CreateQuery', {})
  const found = await client.read<SirenDocument>(made.headers.get('location') ?? '')
  return embedded(found, 'item').map(selfHref)
}

describe('the sample', () => {
  it('is available once its steps are registered', async () => {
    const alice = await api.signUp()
    const before = await availableActionsOf(alice, '/api/JobsRoot')
    const refused = await alice.post('/api/JobsRoot/RunSample')

    await worker.registers(...SAMPLE_STEPS)

    expect(before).not.toContain('RunSample')
    expect(refused.status).toBe(400)
    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(0)
    expect(await availableActionsOf(alice, '/api/JobsRoot')).toContain('RunSample')
  })

  it('runs automatically, and each job uses the result of the preceding one', async () => {
    const alice = await api.signUp()
    const stepIds = await worker.registers(...SAMPLE_STEPS)

    const made = await alice.post('/api/JobsRoot/RunSample')
    const at = made.headers.get('location') ?? ''
    expect(states(await alice.read<SirenDocument>(at))).toEqual(['Created', 'Created', 'Pending'])
    for (const name of ['first.csv', 'second.csv', 'third.csv']) {
      const [lease] = await worker.claims(stepIds)
      await worker.on(lease!).writes('a\n1\n', name)
      expect((await worker.on(lease!).call('POST', 'complete', {})).status).toBe(200)
    }

    const list = await alice.read<SirenDocument>(at)
    expect(states(list)).toEqual(['Completed', 'Completed', 'Completed'])
    const inputs = list.entities.map(
      (job) => embedded<{ Name: string }>(embedded(job, 'InputDataSlot')[0]!, 'Selected')[0]?.properties.Name,
    )
    expect(inputs).toEqual(['second.csv', 'first.csv', 'river_gauges_sample.csv'])
  })

  it('can add only its data, for a workflow', async () => {
    const alice = await api.signUp()

    const made = await does(alice, '/api/JobsRoot', 'AddSampleData')

    const { properties } = await alice.read<SirenDocument<WorkDataProperties>>(made.headers.get('location') ?? '')
    expect(properties).toMatchObject({ Name: 'river_gauges_sample.csv', MediaType: 'text/csv' })
    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(0)
  })

  it('cancels the waiting jobs if one fails, and says why', async () => {
    const alice = await api.signUp()
    const stepIds = await worker.registers(...SAMPLE_STEPS)
    const made = await alice.post('/api/JobsRoot/RunSample')

    const [lease] = await worker.claims(stepIds)
    await worker.on(lease!).call('POST', 'fail', { message: 'It broke.' })

    const list = await alice.read<SirenDocument>(made.headers.get('location') ?? '')
    expect(states(list)).toEqual(['Canceled', 'Canceled', 'Error'])
    const [last] = list.entities as unknown as SirenDocument<JobProperties>[]
    expect(last?.properties.ErrorDescription).toContain('It waited for the result of Sample: hourly means')
  })

  it('runs once for one Idempotency-Key, and again for another', async () => {
    const alice = await api.signUp()
    await worker.registers(...SAMPLE_STEPS)
    const run = (key: string) => alice.post('/api/JobsRoot/RunSample', undefined, { 'idempotency-key': key })

    const [first, again, other] = [await run('one'), await run('one'), await run('two')]

    expect([first.status, again.status, other.status]).toEqual([201, 201, 201])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(states(await alice.read<SirenDocument>(again.headers.get('location') ?? ''))).toHaveLength(3)
    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(6)
    expect(await filesOf(alice)).toHaveLength(2)
  })

  it('adds its data once for one Idempotency-Key, which is then refused for running the sample', async () => {
    const alice = await api.signUp()
    await worker.registers(...SAMPLE_STEPS)
    const sends = (action: string) => alice.post(`/api/JobsRoot/${action}`, undefined, { 'idempotency-key': 'same' })

    const [first, again] = [await sends('AddSampleData'), await sends('AddSampleData')]
    const refused = await sends('RunSample')

    expect([first.status, again.status, refused.status]).toEqual([201, 201, 422])
    expect(await filesOf(alice)).toEqual([first.headers.get('location')])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(0)
  })
})
