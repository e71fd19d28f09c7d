import { asSystem } from '@millrace/db/act'
import { embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { availableActionsOf, does, type JobDocument, manifest, stepHref, testWorker, uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()
const worker = await testWorker(api)
const [publicStep = ''] = await worker.registers(manifest('copied_step'))

const rowsOf = async (text: string, value: string) =>
  (await asSystem(api.db, (tx) => tx.query<{ name: string; used: number }>(text, [value]))).rows
const usedBy = async (owner: string) =>
  Number((await rowsOf('select used_bytes as used from owner where id = $1', owner))[0]?.used)
const jobsOf = async (owner: string) => (await rowsOf('select name from job where owner_id = $1', owner)).length

async function hasReadyJob(client: TestClient, step = publicStep, data?: string): Promise<string> {
  const made = await client.post('/api/Job/RapidSetup', {
    Name: 'Clean gauges',
    Tags: ['river=rhine'],
    ProcessingStepUrl: stepHref(step),
    Parameters: JSON.stringify({ k: 5 }),
    InputDataSlots: [{ Index: 0, WorkDataUrls: [data ?? (await uploads(client, 'levels.csv', 'a,b\n1,2\n'))] }],
    Start: false,
  })
  expect(made.status, await made.clone().text()).toBe(201)
  return made.headers.get('location') ?? ''
}

/** Signs up two members of an organization. The first of them works in their own context. */
async function colleagues() {
  const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
  const lab = await hasOrganization(alice)
  await joins(alice, bob)
  await actsIn(alice, null)
  return { alice, bob, lab }
}

describe('copying a job to an organization', () => {
  it('creates a draft with the same step, parameters, tags and copies of the inputs', async () => {
    const { alice, bob, lab } = await colleagues()
    const job = await hasReadyJob(alice)

    const copied = await does(alice, job, 'CopyToOrg', { OrgId: lab.publicId })
    const copy = copied.headers.get('location') ?? ''
    const found = await bob.read<JobDocument>(copy)
    const [slot] = embedded<{ Name: string }>(found, 'InputDataSlot')
    const [input] = embedded<{ OwnerId: string; Name: string }>(slot as never, 'Selected')

    expect([copied.status, (await alice.get(copy)).status]).toEqual([201, 404])
    expect(found.properties).toMatchObject({
      Name: 'Clean gauges',
      OwnerId: lab.publicId,
      CreatedBy: alice.publicId,
      State: 'ReadyForProcessing',
      Tags: ['river=rhine'],
      ConfiguredParameters: JSON.stringify({ k: 5 }),
    })
    expect(input?.properties).toMatchObject({ Name: 'levels.csv', OwnerId: lab.publicId })
    expect(await usedBy(lab.publicId)).toBeGreaterThan(0)
    await does(bob, copy, 'StartProcessing')
    expect((await bob.read<JobDocument>(copy)).properties.State).toBe('Pending')
    expect((await alice.read<JobDocument>(job)).properties.State).toBe('ReadyForProcessing')
  })

  it('copies an input once for several jobs', async () => {
    const { alice, bob, lab } = await colleagues()
    const data = await uploads(alice, 'levels.csv', 'a,b\n1,2\n')
    const jobs = [await hasReadyJob(alice, publicStep, data), await hasReadyJob(alice, publicStep, data)]

    for (const job of jobs) await does(alice, job, 'CopyToOrg', { OrgId: lab.publicId })

    expect(await rowsOf('select name from work_data where owner_id = $1', lab.publicId)).toEqual([
      { name: 'levels.csv' },
    ])
    expect(await jobsOf(lab.publicId)).toBe(2)
    expect(await jobsOf(bob.publicId)).toBe(0)
  })

  it('INV11 creates one copy from a request sent twice with the same key', async () => {
    const { alice, lab } = await colleagues()
    const job = await hasReadyJob(alice)
    const send = () => alice.post(`${job}/CopyToOrg`, { OrgId: lab.publicId }, { 'Idempotency-Key': 'copy' })

    const [first, second] = [await send(), await send()]

    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await jobsOf(lab.publicId)).toBe(1)
  })

  it('sec/E5 is refused for jobs of others and for organizations of others', async () => {
    const [{ alice, lab }, mallory] = [await colleagues(), await api.signUp()]
    const job = await hasReadyJob(alice)
    const theirs = await hasOrganization(mallory)
    await actsIn(mallory, null)

    const foreignJob = await mallory.post(`${job}/CopyToOrg`, { OrgId: theirs.publicId })
    const foreignOrganization = await alice.post(`${job}/CopyToOrg`, { OrgId: theirs.publicId })
    const anonymous = await api.anonymous().post(`${job}/CopyToOrg`, { OrgId: lab.publicId })

    expect([foreignJob.status, foreignOrganization.status, anonymous.status]).toEqual([404, 422, 401])
    expect([await jobsOf(theirs.publicId), await jobsOf(lab.publicId)]).toEqual([0, 0])
  })

  it('is not offered inside the organization, nor to users without one', async () => {
    const { alice, lab } = await colleagues()
    const loner = await api.signUp()
    const own = await hasReadyJob(loner)
    await actsIn(alice, lab.id)
    const shared = await hasReadyJob(alice)

    expect(await availableActionsOf(loner, own)).not.toContain('CopyToOrg')
    expect(await availableActionsOf(alice, shared)).not.toContain('CopyToOrg')
    const refused = await loner.post(`${own}/CopyToOrg`, { OrgId: lab.publicId })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({
        detail:
          'CopyToOrg is not available: you are not a member of an organization, or you are already working in one.',
      }),
    ])
  })

  it('needs a step that the organization can use, and storage for the inputs', async () => {
    const { alice, lab } = await colleagues()
    const job = await hasReadyJob(alice)
    const hidden = await hasReadyJob(alice)
    await rowsOf('update processing_step set is_public = false where id = $1', publicStep)
    const privately = await alice.post(`${hidden}/CopyToOrg`, { OrgId: lab.publicId })
    await rowsOf('update processing_step set is_public = true where id = $1', publicStep)
    await api.db.pool.query('update owner set used_bytes = 100000000000 where id = $1', [lab.publicId])

    const full = await alice.post(`${job}/CopyToOrg`, { OrgId: lab.publicId })

    expect([privately.status, full.status]).toEqual([422, 507])
    expect(await privately.text()).toContain('can’t use copied_step')
    expect(await jobsOf(lab.publicId)).toBe(0)
  })
})
