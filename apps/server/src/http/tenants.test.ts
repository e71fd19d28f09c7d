import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, findsJobs, hasJob, manifest, stateOf, stepHref, testWorker, uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization, joins, mayRegisterSteps } from '#testing/organizations.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('shared'))
const finds = (client: TestClient) => findsJobs(client, { Filter: { ShowHidden: true } })

describe('the resources of an organization', () => {
  it('sec/E2 are visible to and usable by its members only', async () => {
    const [alice, bob, mallory] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
    await hasOrganization(alice)
    await joins(alice, bob)
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')

    await does(bob, job, 'Rename', { NewName: 'Bob was here' })
    await does(bob, job, 'StartProcessing')

    expect(await alice.read(job)).toMatchObject({ properties: { Name: 'Bob was here', State: 'Pending' } })
    expect((await finds(bob)).properties.TotalEntities).toBe(1)
    expect((await mallory.get(job)).status).toBe(404)
    expect((await finds(mallory)).properties.TotalEntities).toBe(0)
  })

  it('are separate from the user’s own', async () => {
    const alice = await api.signUp()
    const own = await hasJob(alice, stepId, 'Created')
    const lab = await hasOrganization(alice)
    const shared = await hasJob(alice, stepId, 'Created')

    expect([(await alice.get(own)).status, (await alice.get(shared)).status]).toEqual([404, 200])
    await actsIn(alice, null)
    expect([(await alice.get(own)).status, (await alice.get(shared)).status]).toEqual([200, 404])
    await actsIn(alice, lab.id)
    expect((await alice.read<SirenDocument>(shared)).properties).toMatchObject({
      OwnerId: lab.publicId,
      CreatedBy: alice.publicId,
    })
  })

  it('are accessible with the organization’s key, regardless of the context its creator switches to', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const lab = await hasOrganization(alice)
    await joins(alice, bob)
    const { key } = (await (await bob.post('/api/keys')).json()) as { key: string }
    const job = await hasJob(alice, stepId, 'Created')
    await actsIn(bob, null)
    const withKey = (path: string) => api.anonymous().get(path, { 'x-api-key': key })

    const made = await api.anonymous().post('/api/Job/CreateJob', { Name: 'by key' }, { 'x-api-key': key })

    expect([(await withKey(job)).status, (await bob.get(job)).status]).toEqual([200, 404])
    expect(await alice.read(made.headers.get('location') ?? '')).toMatchObject({
      properties: { OwnerId: lab.publicId, CreatedBy: bob.publicId },
    })
    await alice.post('/api/auth/organization/remove-member', { memberIdOrEmail: bob.person.email })
    expect((await withKey(job)).status).toBe(401)
  })
})

describe('a URL in a body', () => {
  it('sec/E3 identifies a resource and grants nothing', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    await mayRegisterSteps(api, alice)
    const registered = await alice.post('/api/ProcessingStep/RegisterNew', manifest('private_step'))
    const [data, job, step] = [
      await uploads(alice),
      await hasJob(alice, stepId, 'Created'),
      registered.headers.get('location') ?? '',
    ]
    const his = await hasJob(mallory, stepId, 'Created')
    const slot = `${his}/InputDataSlot/0`
    const missing = (href: string) => href.replace(/.{12}$/, '000000000000')

    for (const [at, body, other] of [
      [`${slot}/SelectWorkData`, { WorkDataUrl: data }, { WorkDataUrl: missing(data) }],
      [`${slot}/SelectWorkDataCollection`, { WorkDataUrls: [data] }, { WorkDataUrls: [missing(data)] }],
      [`${his}/SelectProcessing`, { ProcessingStepUrl: step }, { ProcessingStepUrl: missing(step) }],
      ['/api/Job/CreateSubJob', { Name: 'x', ParentJobUrl: job }, { Name: 'x', ParentJobUrl: missing(job) }],
      [
        '/api/Job/RapidSetup',
        { Name: 'x', ProcessingStepUrl: stepHref(stepId), InputDataSlots: [{ Index: 0, WorkDataUrls: [data] }] },
        {
          Name: 'x',
          ProcessingStepUrl: stepHref(stepId),
          InputDataSlots: [{ Index: 0, WorkDataUrls: [missing(data)] }],
        },
      ],
    ] as const) {
      const [foreign, none] = await Promise.all([mallory.post(at, body), mallory.post(at, other)])
      const words = async (reply: Response) => ({ ...((await reply.json()) as object), requestId: '' })
      expect([at, foreign.status]).toEqual([at, 422])
      expect(await words(foreign)).toEqual(await words(none))
    }
    expect((await finds(mallory)).properties.TotalEntities).toBe(1)
    expect(embedded((await mallory.read<SirenDocument>(his)).entities[0]!, 'Selected')).toEqual([])
  })

  it('sec/E3 finds no resources of other owners as a filter', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const job = await hasJob(alice, stepId, 'Pending')
    const [slot] = embedded(await alice.read<SirenDocument>(job), 'InputDataSlot')
    const data = hrefOf(embedded(slot!, 'Selected')[0]!, 'self') ?? ''

    for (const Filter of [{ WorkDataUrl: data }, { ParentJobUrl: job }, { ProcessingStepUrl: stepHref(stepId) }]) {
      expect((await findsJobs(mallory, { Filter })).properties).toMatchObject({ TotalEntities: 0, StateCounts: {} })
    }
  })

  it('sec/E3 must be a plain URL path of this server', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Created')
    const data = await uploads(alice)
    const id = data.split('/').at(-1)
    const select = (WorkDataUrl: string) => alice.post(`${job}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl })

    for (const wrong of [
      `http://user@localhost:3000/api/WorkData/${id}`,
      `${data}?x=1`,
      `${data}#x`,
      `${data}/Download`,
      `http://localhost:3000/api/Job/${id}`,
      `http://localhost:3000/x/api/WorkData/${id}`,
      `javascript:/api/WorkData/${id}`,
      Buffer.from(data).toString('base64url'),
      encodeURIComponent(data),
      `${id}`,
      '',
    ]) {
      expect([wrong, (await select(wrong)).status]).toEqual([wrong, 422])
    }
    for (const right of [
      data.toUpperCase().replace('HTTP://LOCALHOST:3000/API/WORKDATA', 'HTTP://LOCALHOST:3000/api/WorkData'),
      `/api/WorkData/${id}`,
    ]) {
      expect([right, (await select(right)).status]).toEqual([right, 200])
    }
    expect(await stateOf(alice, job)).toBe('ReadyForProcessing')
  })
})

describe('no data of one tenant', () => {
  it('INV23 sec/E5 appears in lists, counts, tags or errors of another', async () => {
    const [alice, mallory] = await Promise.all([api.signUp({ name: 'CANARY person' }), api.signUp()])
    await mayRegisterSteps(api, alice)
    const job = await hasJob(alice, stepId, 'Pending')
    await does(alice, job, 'EditTags', { Tags: ['CANARY=job'] })
    await does(alice, job, 'Rename', { NewName: 'CANARY job' })
    const data = await uploads(alice, 'CANARY.csv')
    await does(alice, data, 'EditTags', { Tags: ['CANARY=data'] })
    const step = await alice.post('/api/ProcessingStep/RegisterNew', manifest('CANARY_step', { tags: ['CANARY=step'] }))
    const mine = await hasJob(mallory, stepId, 'Created')

    const texts: string[] = []
    const keep = async (reply: Response) => texts.push(await reply.text())
    for (const query of ['JobQuery', 'WorkDataQuery', 'ProcessingStepQuery']) {
      const created = await mallory.post(`/api/${query}/CreateQuery`, { Filter: { ShowHidden: true } })
      await keep(await mallory.get(created.headers.get('location') ?? ''))
      await keep(await mallory.post(`/api/${query}/CreateAdminQuery`, {}))
    }
    for (const path of [
      '/api/JobsRoot/UsedTags',
      '/api/WorkDataRoot/QueryTags',
      '/api/ProcessingStepsRoot/UsedTags',
      '/api/Info',
    ]) {
      await keep(await mallory.get(path))
    }
    for (const href of [job, data, step.headers.get('location') ?? '', `/api/User/${alice.publicId}`]) {
      await keep(await mallory.get(href))
      await keep(await mallory.post(`${href}/Delete`))
    }
    await keep(await mallory.post(`${mine}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: data }))

    expect(texts).toHaveLength(19)
    for (const text of texts) expect(text).not.toContain('CANARY')
  })
})
