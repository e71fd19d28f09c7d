import type {
  AdministratedUser,
  CreatedUser,
  FoundOwner,
  GivenGrant,
  HeldGrant,
  OrganizationDetail,
  OrganizationPage,
} from '@millrace/contracts/administration'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()
const { administrator } = api
const send = (method: string, path: string, body?: object) =>
  administrator.request(method, `/api/admin/${path}`, { body: body ?? {} })

describe('creating a user', () => {
  it('emails a link with which the user sets a password and signs in', async () => {
    const reply = await send('POST', 'users', { name: 'Mara Lind', email: 'mara@example.org', plan: 'enterprise' })

    expect(reply.status, await reply.clone().text()).toBe(201)
    expect(await reply.json()).toMatchObject({ name: 'Mara Lind', email: 'mara@example.org', plan: 'enterprise' })
    const { token } = await api.mailTo('mara@example.org', 'Your Millrace account is ready')
    const mara = api.anonymous()
    const password = 'a heron stands in the reeds'
    const set = { token, newPassword: password }
    expect((await mara.post('/api/auth/reset-password', set)).status).toBe(200)
    expect((await mara.post('/api/auth/sign-in/email', { email: 'mara@example.org', password })).status).toBe(200)
    expect(await mara.read('/api/user/grants')).toContain('plan:enterprise')
  })

  it('refuses an address that is taken and input that is not valid, at the field', async () => {
    const jonas = await api.signUp()
    const bad: [object, string][] = [
      [{ name: 'X', email: jonas.person.email, plan: 'free' }, '/email'],
      [{ name: 'X', email: 'nobody', plan: 'free' }, '/email'],
      [{ name: ' ', email: 'x@example.org', plan: 'free' }, '/name'],
      [{ name: 're\u200bal', email: 'x@example.org', plan: 'free' }, '/name'],
      [{ name: 'x'.repeat(10_000), email: 'x@example.org', plan: 'free' }, '/name'],
      [{ name: 'X', email: 'x@example.org', plan: 'platinum' }, '/plan'],
    ]

    for (const [body, pointer] of bad) {
      const reply = await send('POST', 'users', body)
      expect([reply.status, await reply.json()]).toMatchObject([422, { faults: [{ pointer }] }])
    }
  })
})

it('shows a user with the memberships, grants and resources that deleting the account affects', async () => {
  const [mara, jonas] = await Promise.all([api.signUp({ name: 'Mara Lind' }), api.signUp()])
  const lab = await hasOrganization(mara, 'Elbe Lab')
  await jonas.post('/api/Job/CreateJob', { Name: 'Clean' })
  await send('POST', `users/${mara.userId}/grants`, { grantId: 'codeContributor' })

  const detail = await administrator.read<AdministratedUser>(`/api/admin/users/${mara.userId}`)

  expect(detail).toMatchObject({
    id: mara.userId,
    publicId: mara.publicId,
    name: 'Mara Lind',
    role: 'user',
    plan: 'free',
    banned: false,
    banExpires: null,
    lastSeenAt: expect.stringMatching(/Z$/),
    organizations: [{ id: lab.id, name: 'Elbe Lab', role: 'owner', isOnlyOwner: true }],
    grants: [{ grantId: 'codeContributor' }],
    usedBytes: 0,
    jobs: 0,
  })
  expect(await administrator.read(`/api/admin/users/${jonas.publicId}`)).toMatchObject({
    jobs: 1,
    organizations: [],
  })
  expect((await administrator.get('/api/admin/users/nobody')).status).toBe(404)
})

describe.each(['users', 'organizations'] as const)('%s', (kind) => {
  async function holder() {
    const mara = await api.signUp()
    if (kind === 'users') return { id: mara.userId, publicId: mara.publicId, member: mara }
    return { ...(await hasOrganization(mara)), member: mara }
  }

  it('get and lose grants, which take effect immediately', async () => {
    const { id, member } = await holder()
    const grants = `${kind}/${id}/grants`

    const added = await send('POST', grants, { grantId: 'codeContributor' })
    expect(added.status, await added.clone().text()).toBe(201)
    const grant = (await added.json()) as GivenGrant
    expect(grant).toMatchObject({ grantId: 'codeContributor', createdByName: 'Ada Ministra' })
    expect(await administrator.read(`/api/admin/${grants}`)).toEqual([grant])
    expect(await member.read('/api/user/grants')).toContain('grant:codeContributor')
    expect(
      (await administrator.read<HeldGrant[]>('/api/admin/grants')).find(({ id }) => id === grant.id),
    ).toMatchObject({
      holder: { kind: kind.slice(0, -1), id },
    })
    expect((await send('POST', grants, { grantId: 'codeContributor' })).status).toBe(409)
    expect((await send('DELETE', `${grants}/${grant.id}`)).status).toBe(200)
    expect((await send('DELETE', `${grants}/${grant.id}`)).status).toBe(404)
    expect(await member.read('/api/user/grants')).not.toContain('grant:codeContributor')
  })

  it('change their plan', async () => {
    const { id, publicId, member } = await holder()

    expect(await administrator.read(`/api/admin/${kind}/${id}/plans`)).toEqual({ plan: 'free' })
    expect((await send('PUT', `${kind}/${publicId}/plans`, { plan: 'enterprise' })).status).toBe(200)
    expect(await administrator.read(`/api/admin/${kind}/${id}/plans`)).toEqual({ plan: 'enterprise' })
    expect(await member.read('/api/user/grants')).toContain('plan:enterprise')
    expect((await send('PUT', `${kind}/${id}/plans`, { plan: 'platinum' })).status).toBe(422)
  })

  it('are not found under other ids, and refuse bad grants', async () => {
    const { id } = await holder()
    for (const path of [`${kind}/nobody/grants`, `${kind}/01900000-0000-7000-8000-00000000000a/plans`]) {
      expect((await administrator.get(`/api/admin/${path}`)).status).toBe(404)
    }
    for (const grantId of ['', ' ', 'x'.repeat(200), 'a b', 3]) {
      expect((await send('POST', `${kind}/${id}/grants`, { grantId })).status).toBe(422)
    }
  })
})

describe('organizations', () => {
  it('are listed with owners, members and usage, searched and sorted', async () => {
    const [mara, jonas] = await Promise.all([api.signUp({ name: 'Mara' }), api.signUp()])
    const lab = await hasOrganization(mara, '100% Lab')
    await joins(mara, jonas)

    const found = await administrator.read<OrganizationPage>('/api/admin/organizations?search=100%25')

    expect(found).toMatchObject({
      total: 1,
      limit: 50,
      offset: 0,
      organizations: [{ id: lab.id, name: '100% Lab', members: 2, owners: ['Mara'], plan: 'free', usedBytes: 0 }],
    })
    const all = await administrator.read<OrganizationPage>('/api/admin/organizations?sortBy=members&sortDirection=desc')
    expect(all.organizations[0]?.id).toBe(lab.id)
    expect((await administrator.get('/api/admin/organizations?sortBy=secret')).status).toBe(422)
  })

  it('are listed in natural order, and so are the holders of a grant', async () => {
    const mara = await api.signUp()
    for (const name of ['Weir 10', 'weir 9', 'Weir 2']) {
      const { id } = await hasOrganization(mara, name)
      await send('POST', `organizations/${id}/grants`, { grantId: 'ordered' })
    }

    const { organizations } = await administrator.read<OrganizationPage>('/api/admin/organizations?search=weir')
    const grants = await administrator.read<HeldGrant[]>('/api/admin/grants')

    const expected = ['Weir 2', 'weir 9', 'Weir 10']
    expect(organizations.map(({ name }) => name)).toEqual(expected)
    expect(grants.filter(({ grantId }) => grantId === 'ordered').map(({ holder }) => holder.name)).toEqual(expected)
  })

  it('show members, pending invitations, grants and what they own', async () => {
    const [mara, jonas] = await Promise.all([api.signUp({ name: 'Mara' }), api.signUp({ name: 'Jonas' })])
    const lab = await hasOrganization(mara, 'Rhine Lab')
    await joins(mara, jonas)
    await mara.post('/api/auth/organization/invite-member', { email: 'later@example.org', role: 'member' })
    await mara.post('/api/Job/CreateJob', { Name: 'Clean' })
    await send('POST', `organizations/${lab.id}/grants`, { grantId: 'codeContributor' })

    const detail = await administrator.read<OrganizationDetail>(`/api/admin/organizations/${lab.publicId}`)

    expect(detail).toMatchObject({
      id: lab.id,
      jobs: 1,
      workData: 0,
      memberList: [
        { name: 'Jonas', role: 'member', userId: jonas.userId },
        { name: 'Mara', role: 'owner', userId: mara.userId },
      ],
      invitations: [{ email: 'later@example.org', role: 'member' }],
      grants: [{ grantId: 'codeContributor' }],
    })
  })
})

it('finds owners by part of their name or email, and by the URL that lists use as a filter', async () => {
  const mara = await api.signUp({ name: 'Zoe Ångström' })
  await hasOrganization(mara, 'Ångström Lab')
  const find = (query: string) => administrator.read<FoundOwner[]>(`/api/admin/owners?${query}`)

  const found = await find(`search=${encodeURIComponent('ÅNGSTRÖM')}`)

  expect(found).toMatchObject([
    { kind: 'organization', name: 'Ångström Lab', email: null },
    { kind: 'user', name: 'Zoe Ångström', email: mara.person.email, url: expect.stringContaining(mara.publicId) },
  ])
  expect(await find(`url=${encodeURIComponent(found[1]?.url ?? '')}`)).toEqual([found[1]])
  expect(await find(`search=${encodeURIComponent(mara.person.email.toUpperCase())}`)).toEqual([found[1]])
  expect(await find('search=10%25%25')).toEqual([])
  expect((await administrator.get('/api/admin/owners?url=nonsense')).status).toBe(422)
})

it('sec/E6 is for administrators only', async () => {
  const mara = await api.signUp()
  const created = (await (
    await send('POST', 'users', { name: 'X', email: 'new@example.org', plan: 'free' })
  ).json()) as CreatedUser
  for (const path of [
    `users/${created.id}`,
    `users/${created.id}/grants`,
    `users/${mara.userId}/plans`,
    'organizations',
    'owners',
    'grants',
  ]) {
    expect([path, (await mara.get(`/api/admin/${path}`)).status]).toEqual([path, 403])
  }
})
