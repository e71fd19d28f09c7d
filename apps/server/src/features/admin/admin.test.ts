import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { bulkEndingService } from '#features/jobs/bulk-endings.service.ts'
import { bulkSuspensionService } from '#features/processing-steps/bulk-suspension.service.ts'
import { testApi } from '#testing/api.ts'
import { availableActionsOf, does, hasJob, isSetUp, manifest, stateOf, testWorker, uploads } from '#testing/jobs.ts'
import { recordedLog } from '#testing/recorded-log.ts'

const api = await testApi()
const worker = await testWorker(api)
const { administrator } = api
let count = 0

async function newStep(change = {}): Promise<string> {
  count += 1
  const [id = ''] = await worker.registers(manifest(`watched_${count}`, change))
  return id
}

describe('the administration root', () => {
  it('sec/E6 is linked only for administrators', async () => {
    const alice = await api.signUp()
    const entry = await administrator.read<SirenDocument>('/api/EntryPoint')
    const admin = await administrator.read<SirenDocument>(hrefOf(entry, 'Admin') ?? '')

    expect(admin.class).toEqual(['Admin'])
    expect(admin.actions.map((action) => action.name)).toEqual([
      'CreateAdminJobQuery',
      'CreateAdminWorkDataQuery',
      'CreateAdminProcessingStepQuery',
      'SetJobsErrorState',
      'SuspendAllDeployments',
    ])
    for (const { href } of admin.links) expect((await administrator.get(href)).status).toBe(200)
    expect(hrefOf(await alice.read<SirenDocument>('/api/EntryPoint'), 'Admin')).toBeUndefined()
    for (const { href, rel } of admin.links) expect([rel, (await alice.get(href)).status]).toEqual([rel, 403])
    for (const { href, name } of admin.actions) expect([name, (await alice.post(href)).status]).toEqual([name, 403])
  })

  it('ends old unfinished jobs of all owners and no others', async () => {
    const alice = await api.signUp()
    const [old, ended] = [
      await hasJob(alice, await newStep(), 'Pending'),
      await hasJob(alice, await newStep(), 'Pending'),
    ]
    await does(alice, ended, 'CancelProcessing')
    const time = new Date().toISOString()
    const young = await hasJob(alice, await newStep(), 'Pending')
    const admin = await administrator.read<SirenDocument>('/api/Admin')
    const action = actionOf(admin, 'SetJobsErrorState')?.href ?? ''

    const wrong = await administrator.post(action, { Message: 'Cleared.', CreatedBefore: 'yesterday' })
    const reply = await administrator.post(action, { Message: 'Cleared.', CreatedBefore: time })

    expect([wrong.status, reply.status]).toEqual([422, 200])
    expect(await Promise.all([old, ended, young].map((job) => stateOf(alice, job)))).toEqual([
      'Error',
      'Canceled',
      'Pending',
    ])
    expect(await alice.read(old)).toMatchObject({ properties: { ErrorDescription: 'Cleared.' } })
  })

  it('ends an old job and its old sub-jobs', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const parent = await hasJob(alice, step, 'Pending')
    const made = await alice.post('/api/Job/CreateSubJob', { Name: 'A part', ParentJobUrl: parent })
    const part = await isSetUp(alice, made.headers.get('location') ?? '', step, 'Pending')
    const draft = await alice.post('/api/Job/CreateSubJob', { Name: 'A draft', ParentJobUrl: parent })

    const reply = await administrator.post('/api/Admin/SetJobsErrorState', {
      Message: 'Cleared.',
      CreatedBefore: new Date().toISOString(),
    })

    expect(reply.status, await reply.clone().text()).toBe(200)
    const states = [parent, part, draft.headers.get('location') ?? ''].map((job) => stateOf(alice, job))
    expect(await Promise.all(states)).toEqual(['Error', 'Canceled', 'Error'])
  })

  it('suspends all steps that workers run', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    await hasJob(alice, step, 'Pending')
    const action = '/api/Admin/SuspendAllDeployments'

    expect((await administrator.post(action, { SuspensionType: 'Sometimes' })).status).toBe(422)
    expect((await administrator.post(action, { SuspensionType: 'Platform' })).status).toBe(200)
    expect(await worker.claims([step])).toHaveLength(1)
    await hasJob(alice, step, 'Pending')
    expect((await administrator.post(action, { SuspensionType: 'All' })).status).toBe(200)
    expect(await worker.claims([step])).toEqual([])
    await api.db.pool.query(`update processing_step set deployment_state = 'External'`)
  })
})

it('logs the kind, id and owner of each job that bulk actions end, and of each step that they suspend', async () => {
  const alice = await api.signUp()
  const step = await newStep()
  const job = await hasJob(alice, step, 'Pending')
  const { log, entries } = recordedLog()
  const deps = { db: api.deps.db, log }
  const actor = { userPublicId: administrator.publicId }

  await bulkEndingService(deps).endBefore(actor, new Date(), 'Cleared.')
  await bulkSuspensionService(deps).suspendAll(actor, 'All')

  const logged = { administrator: administrator.publicId }
  expect(entries).toContainEqual(
    expect.objectContaining({ ...logged, kind: 'Job', id: job.split('/').at(-1), owner: alice.publicId }),
  )
  expect(entries).toContainEqual(expect.objectContaining({ ...logged, kind: 'ProcessingStep', id: step }))
  await api.db.pool.query(`update processing_step set deployment_state = 'External'`)
})

describe('for an administrator, resources of other owners', () => {
  it('can be read: jobs, logs and data', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const job = await hasJob(alice, step, 'Pending')
    const [lease] = await worker.claims([step])
    await worker
      .on(lease!)
      .call('POST', 'log', { lines: [{ at: new Date().toISOString(), stream: 'out', text: 'hello' }] })
    const seen = await administrator.read<SirenDocument>(job)
    const data = hrefOf(embedded(embedded(seen, 'InputDataSlot')[0]!, 'Selected')[0]!, 'self') ?? ''

    expect(await (await administrator.get(hrefOf(seen, 'Log') ?? '')).text()).toContain('hello')
    expect(await administrator.read(hrefOf(seen, 'LogLines') ?? '')).toMatchObject({ properties: { Total: 1 } })
    expect((await administrator.get(hrefOf(seen, 'History') ?? '')).status).toBe(200)
    expect(await (await administrator.get(`${data}/Download`)).text()).toBe('a,b\n1,2\n')
    expect((await administrator.get(`${data}/Preview`)).status).toBe(200)
    const users = await administrator.read<SirenDocument>(
      hrefOf(await administrator.read<SirenDocument>(data), 'UsedBy') ?? '',
    )
    expect(embedded(users, 'item').map((item) => hrefOf(item, 'self'))).toEqual([job])
  })

  it('can be stopped and deleted, but not set up or changed', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, await newStep(), 'Pending')
    const data = await uploads(alice)

    expect(await availableActionsOf(administrator, job)).toEqual(['CancelProcessing', 'SetJobToErrorState'])
    expect(await availableActionsOf(administrator, data)).toEqual(['Delete'])
    for (const [thing, action, body] of [
      [job, 'Rename', { NewName: 'mine' }],
      [job, 'EditTags', { Tags: ['mine'] }],
      [job, 'Hide', {}],
      [job, 'Delete', {}],
      [job, 'SelectProcessing', { ProcessingStepUrl: `http://localhost:3000/api/ProcessingStep/${await newStep()}` }],
      [job, 'InputDataSlot/0/Clear', {}],
      [data, 'Rename', { NewName: 'mine.csv' }],
      [data, 'AllowDeletion', {}],
      [data, 'CopyToUser', {}],
    ] as const) {
      const reply = await administrator.post(`${thing}/${action}`, body)
      expect([action, reply.status < 500, reply.status >= 400]).toEqual([action, true, true])
    }
    expect(await alice.read(job)).toMatchObject({ properties: { Name: 'Clean the readings', Tags: [], Hidden: false } })
    await does(administrator, job, 'SetJobToErrorState', { Message: 'Stopped by the operator.' })
    const history = await alice.read<{ properties: { Events: { To: string; ActorName: string; Reason: string }[] } }>(
      `${job}/History`,
    )
    expect(history.properties.Events.at(-1)).toMatchObject({
      To: 'Error',
      ActorName: administrator.person.name,
      Reason: 'Stopped by the operator.',
    })
  })

  it('can be set to state Error by administrators only', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, await newStep(), 'Pending')

    expect(await availableActionsOf(alice, job)).not.toContain('SetJobToErrorState')
    expect((await alice.post(`${job}/SetJobToErrorState`, { Message: 'x' })).status).toBe(400)
    expect(await stateOf(alice, job)).toBe('Pending')
  })

  it('sec/E6 are not found with a key that an administrator created for an organization', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, await newStep(), 'Created')
    await administrator.post('/api/auth/organization/create', { name: 'Lab', slug: `lab-${crypto.randomUUID()}` })
    const { key } = (await (await administrator.post('/api/keys')).json()) as { key: string }
    await administrator.post('/api/auth/organization/set-active', { organizationId: null })

    expect((await api.anonymous().get(job, { 'x-api-key': key })).status).toBe(404)
  })
})
