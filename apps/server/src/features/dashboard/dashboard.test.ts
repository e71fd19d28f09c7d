import type { DashboardProperties } from '@millrace/contracts/dashboard'
import { MEDIA } from '@millrace/contracts/media-types'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf, selfHref } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, formOf, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { contributor, registersStep } from '#testing/steps.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('summed_up'))

async function reads(client: TestClient, timeZone = 'UTC'): Promise<SirenDocument<DashboardProperties>> {
  const href = hrefOf(await client.read<SirenDocument>('/api/EntryPoint'), 'Dashboard')
  return client.read(`${href}?TimeZone=${encodeURIComponent(timeZone)}`)
}

describe('the dashboard', () => {
  it('shows running, waiting and failed jobs and recent uploads in one document, with their actions', async () => {
    const alice = await api.signUp()
    const failed = await hasJob(alice, stepId, 'Pending')
    await does(api.administrator, failed, 'SetJobToErrorState', { Message: 'It broke.' })
    const pending = await hasJob(alice, stepId, 'Pending')
    await hasJob(alice, stepId, 'ReadyForProcessing')
    const file = await uploads(alice)

    const dashboard = await reads(alice)

    const hrefs = (rel: string) => embedded(dashboard, rel).map((one) => selfHref(one))
    expect(hrefs('StoppedJob')).toEqual([failed])
    expect(hrefs('PendingJob')).toEqual([pending])
    expect(hrefs('LatestUpload')).toContain(file)
    expect(embedded(dashboard, 'StoppedJob')[0]?.actions.map(({ name }) => name)).toContain('Hide')
    expect(dashboard.properties).toMatchObject({
      TotalJobs: 3,
      StateCounts: { Error: 1, Pending: 1, ReadyForProcessing: 1 },
      StoppedJobs: 1,
      OldDrafts: 0,
    })
  })

  it('counts steps as the list does: one for all versions, and none that is deprecated', async () => {
    const mara = await contributor(api)
    const count = async () => (await reads(mara)).properties.ProcessingSteps
    const before = await count()

    await registersStep(mara, 'cleaned_up', { version: '1.0.0' })
    const newer = await registersStep(mara, 'cleaned_up', { version: '2.0.0' })
    const old = await registersStep(mara, 'swept_up')

    expect(await count()).toBe(before + 2)
    await does(mara, old, 'Deprecate', {})
    await does(mara, newer, 'Deprecate', {})
    expect(await count()).toBe(before + 1)
  })

  it('counts the connected workers of the server and of the owner', async () => {
    const alice = await api.signUp()

    await worker.claims([stepId], { waitMs: 0 })

    const { properties } = await reads(alice)
    expect(properties.ConnectedWorkers).toBe(1)
  })

  it('shows the latest uploaded data after any number of workflow definitions', async () => {
    const alice = await api.signUp()
    const file = await uploads(alice)
    const definition = { version: 1, title: 'Clean', description: '', variables: {}, nodes: [] }
    for (let at = 0; at < 5; at += 1) {
      const body = formOf(`${at}.json`, JSON.stringify(definition), MEDIA.workflowDefinition)
      expect((await alice.request('POST', '/api/WorkData/UploadWorkData', { body })).status).toBe(201)
    }

    const dashboard = await reads(alice)

    expect(embedded(dashboard, 'LatestUpload').map((one) => selfHref(one))).toEqual([file])
    expect(dashboard.properties.UploadedWorkData).toBe(1)
  })

  it('lists a failed execution once, not also each of its sub-jobs', async () => {
    const alice = await api.signUp()
    const parent = await hasJob(alice, stepId, 'Pending')
    const made = await alice.post('/api/Job/CreateSubJob', { Name: 'part', ParentJobUrl: parent })
    const part = made.headers.get('location') ?? ''
    await does(api.administrator, part, 'SetJobToErrorState', { Message: 'It broke.' })
    await does(api.administrator, parent, 'SetJobToErrorState', { Message: '“part” failed: It broke.' })

    const dashboard = await reads(alice)

    expect(embedded(dashboard, 'StoppedJob').map((one) => selfHref(one))).toEqual([parent])
    expect(dashboard.properties.StoppedJobs).toBe(1)
    expect(dashboard.properties.Days.at(-1)).toMatchObject({ Total: 1, Failed: 1 })
  })

  it('counts the jobs of seven days, which start at midnight in the requested time zone', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')
    await hasJob(alice, stepId, 'ReadyForProcessing')
    const id = job.split('/').at(-1)
    await asSystem(api.deps.db, (tx) =>
      tx.query(`update job set created_at = created_at - interval '3 days' where id = $1`, [id]),
    )

    const inBerlin = await reads(alice, 'Europe/Berlin')
    const inUtc = await reads(alice)

    expect(inUtc.properties.Days.map(({ Total }) => Total)).toEqual([0, 0, 0, 1, 0, 0, 1])
    expect(inUtc.properties.Days.every(({ Start }) => Start.endsWith('T00:00:00.000Z'))).toBe(true)
    expect(inBerlin.properties.Days.every(({ Start }) => /T2[23]:00:00\.000Z$/.test(Start))).toBe(true)
  })

  it('shows the other parts if one cannot be read, and says which', async () => {
    const alice = await api.signUp()
    const pending = await hasJob(alice, stepId, 'Pending')
    const rename = (from: string, to: string) =>
      asSystem(api.deps.db, (tx) => tx.query(`alter table ${from} rename to ${to}`))

    await rename('tag', 'tag_elsewhere')
    const dashboard = await reads(alice).finally(() => rename('tag_elsewhere', 'tag'))

    expect(embedded(dashboard, 'PendingJob').map((one) => selfHref(one))).toEqual([pending])
    expect(dashboard.properties).toMatchObject({
      TotalJobs: 1,
      Failures: [{ Part: 'SampleJob', Problem: { status: 500, code: 'unexpected' } }],
    })
    expect(api.errors.splice(0)).toHaveLength(1)
  })

  it('fails as a whole if nothing can be read', async () => {
    const alice = await api.signUp()
    const href = hrefOf(await alice.read<SirenDocument>('/api/EntryPoint'), 'Dashboard') ?? ''
    const tables = ['job', 'work_data', 'processing_step', 'worker']
    const rename = async (from: string, to: string) =>
      asSystem(api.deps.db, async (tx) => {
        for (const table of tables) await tx.query(`alter table ${from}${table} rename to ${to}${table}`)
      })

    await rename('', 'away_')
    const reply = await alice.get(href).finally(() => rename('away_', ''))

    expect(reply.status).toBe(500)
    expect(api.errors.splice(0)).toHaveLength(1)
  })

  it('refuses a time zone that does not exist', async () => {
    const alice = await api.signUp()

    for (const name of ['Mars/Olympus', "'; drop table job; --", 'x'.repeat(100)]) {
      const reply = await alice.get(`/api/Dashboard?TimeZone=${encodeURIComponent(name)}`)
      expect([name, reply.status]).toEqual([name, 422])
    }
  })

  it('sec/E5 shows no data of other users', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    await hasJob(alice, stepId, 'Pending')
    await uploads(alice)

    const { properties, entities } = await reads(mallory)

    expect(entities).toEqual([])
    expect(properties).toMatchObject({ TotalJobs: 0, UploadedWorkData: 0 })
  })
})
