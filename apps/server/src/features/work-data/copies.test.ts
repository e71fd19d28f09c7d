import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { availableActionsOf, does, formOf, uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization, joins } from '#testing/organizations.ts'

type WorkDataDocument = SirenDocument<WorkDataProperties>

const api = await testApi()
const read = (client: TestClient, data: string) => client.read<WorkDataDocument>(data)
const usedBy = async (owner: string) =>
  (await api.db.pool.query('select used_bytes from owner where id = $1', [owner])).rows[0].used_bytes

describe('copying work data', () => {
  it('gives an organization its own copy, which counts toward its storage', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const lab = await hasOrganization(alice)
    await joins(alice, bob)
    await actsIn(alice, null)
    const data = await uploads(alice, 'levels.csv', 'a,b\n1,2\n')
    await does(alice, data, 'EditTags', { Tags: ['river=rhine'] })
    await does(alice, data, 'EditComment', { Comment: 'raw' })

    const copied = await does(alice, data, 'CopyToOrg', { OrgId: lab.publicId })
    const copy = copied.headers.get('location') ?? ''
    const asAlice = await alice.get(copy)
    await does(alice, data, 'AllowDeletion')
    await does(alice, data, 'Delete')

    expect([copied.status, asAlice.status]).toEqual([201, 404])
    expect((await read(bob, copy)).properties).toMatchObject({
      OwnerId: lab.publicId,
      CreatedBy: alice.publicId,
      Name: 'levels.csv',
      Tags: ['river=rhine'],
      Comments: 'raw',
      Kind: 'ClientUpload',
      IsDeletable: false,
    })
    expect(await (await bob.get(`${copy}/Download`)).text()).toBe('a,b\n1,2\n')
    expect([await usedBy(lab.publicId), await usedBy(alice.publicId)]).toEqual([8, 0])
  })

  it('gives a member their own copy of the organization’s data', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    await hasOrganization(alice)
    await joins(alice, bob)
    const data = await uploads(alice, 'shared.csv')
    const offered = await availableActionsOf(bob, data)

    const copied = await does(bob, data, 'CopyToUser')
    const copy = copied.headers.get('location') ?? ''
    await actsIn(bob, null)

    expect([offered.includes('CopyToUser'), offered.includes('CopyToOrg')]).toEqual([true, false])
    expect((await read(bob, copy)).properties).toMatchObject({ OwnerId: bob.publicId, CreatedBy: bob.publicId })
    expect((await alice.get(copy)).status).toBe(404)
  })

  it('INV11 creates one copy from a request sent twice with the same key', async () => {
    const alice = await api.signUp()
    const lab = await hasOrganization(alice)
    await actsIn(alice, null)
    const data = await uploads(alice)
    const send = () => alice.post(`${data}/CopyToOrg`, { OrgId: lab.publicId }, { 'Idempotency-Key': 'copy' })

    const [first, second] = [await send(), await send()]

    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await usedBy(lab.publicId)).toBe(8)
  })

  it('is refused without an organization, into another user’s organization, and over the quota', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const theirs = await hasOrganization(bob)
    const data = await uploads(alice)
    const without = await alice.post(`${data}/CopyToOrg`, { OrgId: theirs.publicId })
    const lab = await hasOrganization(alice)
    await actsIn(alice, null)
    await api.db.pool.query('update owner set used_bytes = 100000000000 where id = $1', [lab.publicId])

    const foreign = await alice.post(`${data}/CopyToOrg`, { OrgId: theirs.publicId })
    const full = await alice.post(`${data}/CopyToOrg`, { OrgId: lab.publicId })
    const back = await alice.post(`${data}/CopyToUser`)
    const notHers = await bob.post(`${data}/CopyToUser`)

    expect([without.status, foreign.status, full.status, back.status, notHers.status]).toEqual([
      400, 422, 507, 400, 404,
    ])
    expect(await usedBy(theirs.publicId)).toBe(0)
  })
})

describe('copying to an organization that requires a second factor', () => {
  it('is refused without one, and says what is missing', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const lab = await hasOrganization(alice)
    await joins(alice, bob)
    await actsIn(bob, null)
    const data = await uploads(bob)
    await api.db.pool.query('update organization set require_two_factor = true where public_id = $1', [lab.publicId])

    const reply = await bob.post(`${data}/CopyToOrg`, { OrgId: lab.publicId })

    expect(reply.status).toBe(422)
    expect(await reply.text()).toContain('requires two-factor authentication')
    expect(await usedBy(lab.publicId)).toBe(0)
  })
})

describe('an upload with parameters', () => {
  const send = (client: TestClient, parameters: string, after = false) => {
    const file = formOf('a.csv', 'a\n1\n')
    const form = new FormData()
    if (!after) form.append('UploadWorkDataParameters', parameters)
    form.append('upload-file', file.get('files') as File)
    if (after) form.append('UploadWorkDataParameters', parameters)
    return client.request('POST', '/api/WorkData/UploadWorkData', { body: form })
  }

  it('lists the second field only for the Python client, because generic clients refuse two fields', async () => {
    const alice = await api.signUp()
    const generic = actionOf(await alice.read<SirenDocument>('/api/WorkDataRoot'), 'Upload')
    const reply = await alice.get('/api/WorkDataRoot', { accept: '*/*', 'user-agent': 'python-httpx/0.28.1' })
    const python = actionOf((await reply.json()) as SirenDocument, 'Upload')

    expect(generic?.class).toEqual(['FileUploadAction'])
    expect(generic?.fields).toMatchObject([{ name: 'UploadFiles', type: 'file', accept: '*/*' }])
    expect(python?.class).toEqual(['FileUploadAction', 'FileUploadActionWithParameter'])
    expect(python?.fields).toMatchObject([{ type: 'file' }, { name: 'UploadWorkDataParameters' }])
  })

  it.each([
    ['before the file', false],
    ['after it', true],
  ])('accepts tags %s', async (_where, after) => {
    const alice = await api.signUp()

    const made = await send(
      alice,
      JSON.stringify({ Tags: [' river = rhine ', 'raw'], Secret: false, Folder: null }),
      after,
    )

    expect(made.status).toBe(201)
    expect((await read(alice, made.headers.get('location') ?? '')).properties.Tags).toEqual(['river=rhine', 'raw'])
  })

  it.each([
    ['a secret', '{"Secret":true}', 422],
    ['a folder', '{"Folder":"http://localhost:3000/api/Folder/1"}', 422],
    ['an empty tag', '{"Tags":[""]}', 422],
    ['text that isn’t JSON', 'tags', 400],
  ])('refuses %s and stores nothing', async (_what, parameters, status) => {
    const alice = await api.signUp()

    expect((await send(alice, parameters)).status).toBe(status)
    expect(await usedBy(alice.publicId)).toBe(0)
  })
})
