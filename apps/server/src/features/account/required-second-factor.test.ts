import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { actsIn, hasOrganization, joins } from '#testing/organizations.ts'
import { enrols } from '#testing/second-factor.ts'
import { signedInAgo } from '#testing/session-age.ts'

const api = await testApi()
const strict = await testApi({ env: { ADMIN_REQUIRE_2FA: '1' } })

type Member = Awaited<ReturnType<typeof api.signUp>>

const requires = (owner: Member, requireTwoFactor: boolean) =>
  owner.post('/api/auth/organization/update', { data: { requireTwoFactor } })
const codeIn = async (reply: Response) => [reply.status, ((await reply.json()) as { code?: string }).code]

/** Creates an organization that requires a second factor. The owner has a second factor, the other member has none. */
async function strictLab() {
  const [olga, mara] = await Promise.all([api.signUp(), api.signUp()])
  const lab = await hasOrganization(olga)
  await joins(olga, mara)
  const key = ((await (await mara.post('/api/keys')).json()) as { key: string }).key
  await enrols(olga)
  expect((await requires(olga, true)).status).toBe(200)
  return { olga, mara, lab, key }
}

describe('an organization that requires a second factor', () => {
  it('refuses members without one, by session and by key, until they turn it on', async () => {
    const { olga, mara, key } = await strictLab()

    const [bySession, byKey] = [
      await mara.get('/api/JobsRoot'),
      await api.anonymous().get('/api/JobsRoot', { 'x-api-key': key }),
    ]
    expect(await codeIn(bySession)).toEqual([403, 'second-factor-required'])
    expect(await codeIn(byKey)).toEqual([403, 'second-factor-required'])
    expect((await olga.get('/api/JobsRoot')).status).toBe(200)
    await enrols(mara)

    expect((await mara.get('/api/JobsRoot')).status).toBe(200)
    expect((await api.anonymous().get('/api/JobsRoot', { 'x-api-key': key })).status).toBe(200)
  })

  it('lets them use their own data, change their settings, and leave', async () => {
    const { mara, lab } = await strictLab()

    expect((await mara.get('/api/account/activity')).status).toBe(200)
    expect((await mara.get('/api/auth/organization/list')).status).toBe(200)
    await actsIn(mara, null)
    expect((await mara.get('/api/JobsRoot')).status).toBe(200)
    expect((await mara.post('/api/auth/organization/leave', { organizationId: lab.id })).status).toBe(200)
  })

  it('lets them change nothing in the organization, whatever their role', async () => {
    const { mara, lab } = await strictLab()
    await api.db.pool.query(`update member set role = 'admin' where user_id = $1`, [mara.userId])
    const invitation = { email: 'later@example.org', role: 'member' }

    for (const organizationId of [undefined, lab.id]) {
      const reply = await mara.post('/api/auth/organization/invite-member', { ...invitation, organizationId })
      expect(await codeIn(reply)).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    }
    expect(await codeIn(await requires(mara, false))).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
  })

  it('is set up only by members who have a second factor and may change the organization', async () => {
    const [olga, mara] = await Promise.all([api.signUp(), api.signUp()])
    await hasOrganization(olga)
    await joins(olga, mara)

    expect(await codeIn(await requires(olga, true))).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    await enrols(mara)
    expect((await requires(mara, true)).status).toBe(403)
    const { rows } = await api.db.pool.query('select require_two_factor from organization where name = $1', [
      'Rhine Lab',
    ])
    expect(rows.at(-1)).toEqual({ require_two_factor: false })
  })

  it('records the change in the activity log', async () => {
    const { olga, lab } = await strictLab()

    const { rows } = await api.db.pool.query(
      `select user_id, metadata from activity where organization_id = $1 and metadata ->> 'event' = 'organization.requireTwoFactor'`,
      [lab.id],
    )

    expect(rows).toMatchObject([{ user_id: olga.userId, metadata: { from: 'false', to: 'true' } }])
  })
})

describe('an administrator', () => {
  it('sec/F7 changes grants and roles, and reads emails of others, only within an hour after signing in', async () => {
    const [ada, mara] = await Promise.all([api.signUp(), api.signUp()])
    await api.db.pool.query(`update "user" set role = 'admin' where id = $1`, [ada.userId])
    const grants = `/api/admin/users/${mara.userId}/grants`
    const added = await ada.post(grants, { grantId: 'codeContributor' })
    const { id } = (await added.json()) as { id: string }
    await signedInAgo(api, ada, 61)

    const refused = [
      await ada.post(grants, { grantId: 'other' }),
      await ada.request('DELETE', `${grants}/${id}`),
      await ada.get(`/api/admin/mail/outbox/${id}`),
      await ada.post('/api/auth/admin/set-role', { userId: mara.userId, role: 'admin' }),
      await ada.post('/api/auth/admin/set-user-password', { userId: mara.userId, newPassword: 'a new long password' }),
      await ada.post('/api/auth/admin/impersonate-user', { userId: mara.userId }),
      await ada.post('/api/auth/admin/update-user', { userId: mara.userId, data: { role: 'admin' } }),
      await ada.post('/api/auth/admin/remove-user', { userId: mara.userId }),
    ]

    expect(added.status).toBe(201)
    const codes = await Promise.all(refused.map(async (reply) => (await codeIn(reply)).join(' ')))
    expect(new Set(codes)).toEqual(new Set(['403 session-not-fresh', '403 SESSION_NOT_FRESH']))
    expect((await ada.get(grants)).status).toBe(200)
    expect((await api.db.pool.query(`select role from "user" where id = $1`, [mara.userId])).rows).toEqual([
      { role: 'user' },
    ])
    await ada.post('/api/auth/sign-in/email', ada.person)
    expect((await ada.request('DELETE', `${grants}/${id}`)).status).toBe(200)
  })

  it('sec/F7 needs a second factor with ADMIN_REQUIRE_2FA, and can enroll first', async () => {
    const ada = strict.administrator
    const mara = await strict.signUp()
    const addresses = ['/api/admin/system', '/api/Admin', '/api/admin/organizations']
    const key = ((await (await ada.post('/api/keys')).json()) as { key: string }).key

    for (const address of addresses)
      expect(await codeIn(await ada.get(address)), address).toEqual([403, 'second-factor-required'])
    expect(await codeIn(await ada.get('/api/auth/admin/list-users'))).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    expect((await strict.anonymous().get('/api/Admin', { 'x-api-key': key })).status).toBe(403)
    expect(await codeIn(await mara.get('/api/admin/system'))).toEqual([403, 'forbidden'])
    expect((await ada.get('/api/JobsRoot')).status).toBe(200)
    await enrols(ada)

    for (const address of addresses) expect((await ada.get(address)).status, address).toBe(200)
    expect((await ada.get('/api/auth/admin/list-users')).status).toBe(200)
  })
})
