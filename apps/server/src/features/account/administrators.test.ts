import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi()
const { administrator } = api
const ask = (path: string, body: object) => administrator.post(`/api/auth/admin${path}`, body)

describe('the administrator', () => {
  it('can step down only if there is another administrator', async () => {
    const me = administrator.userId

    for (const reply of [
      await ask('/set-role', { userId: me, role: 'user' }),
      await ask('/update-user', { userId: me, data: { role: 'user' } }),
    ]) {
      expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'LAST_ADMINISTRATOR' }])
    }
    const jonas = await api.signUp()
    expect((await ask('/set-role', { userId: jonas.userId, role: 'admin' })).status).toBe(200)
    expect((await ask('/set-role', { userId: me, role: 'user' })).status).toBe(200)
    await jonas.post('/api/auth/sign-in/email', jonas.person)
    await jonas.post('/api/auth/admin/set-role', { userId: me, role: 'admin' })
    await administrator.post('/api/auth/sign-in/email', administrator.person)
    expect(await administrator.read('/api/user/grants')).toContain('role:admin')
  })

  it('sec/E8 cannot choose a public id, assign an unknown role or set an email address', async () => {
    const mara = await api.signUp()
    const data = { publicId: administrator.publicId }
    const before = await api.db.pool.query('select * from "user" where id = $1', [mara.userId])

    const replies = [
      await ask('/update-user', { userId: mara.userId, data }),
      await ask('/create-user', { name: 'X', email: 'x@example.org', password: 'still water runs deep', data }),
      await ask('/set-role', { userId: mara.userId, role: 'superman' }),
      await ask('/set-role', { userId: mara.userId, role: ['user', 'admin'] }),
      await ask('/update-user', { userId: mara.userId, data: { role: 'user,admin' } }),
      await ask('/update-user', { userId: mara.userId, data: { email: 'other@example.org' } }),
      await ask('/update-user', { userId: mara.userId, data: { emailVerified: true } }),
    ]

    expect(replies.map((reply) => reply.status)).toEqual([400, 400, 400, 400, 400, 403, 403])
    expect((await api.db.pool.query('select * from "user" where id = $1', [mara.userId])).rows).toEqual(before.rows)
  })

  it('sec/E6 can call functions that other users cannot', async () => {
    const mara = await api.signUp()
    const inputs: [string, object][] = [
      ['/set-role', { userId: mara.userId, role: 'admin' }],
      ['/create-user', { name: 'X', email: 'x@example.org', password: 'still water runs deep' }],
      ['/ban-user', { userId: administrator.userId }],
      ['/impersonate-user', { userId: administrator.userId }],
      ['/remove-user', { userId: administrator.userId }],
      ['/set-user-password', { userId: administrator.userId, newPassword: 'a heron stands in the reeds' }],
      ['/update-user', { userId: mara.userId, data: { plan: 'enterprise' } }],
      ['/revoke-user-sessions', { userId: administrator.userId }],
    ]

    for (const [path, body] of inputs) {
      expect([path, (await mara.post(`/api/auth/admin${path}`, body)).status]).toEqual([path, 403])
    }
    expect((await mara.get('/api/auth/admin/list-users')).status).toBe(403)
  })
})

describe('an administrator of an organization', () => {
  it('sec/E7 can neither create an owner by misspelling a role nor delete the organization', async () => {
    const [owner, jonas] = await Promise.all([api.signUp(), api.signUp()])
    const created = await owner.post('/api/auth/organization/create', { name: 'Lab', slug: `lab-${owner.publicId}` })
    const { id } = (await created.json()) as { id: string }
    const invite = (by: typeof owner, email: string, role: string) =>
      by.post('/api/auth/organization/invite-member', { email, role, organizationId: id })
    const invited = await invite(owner, jonas.person.email, 'admin')
    const { id: invitationId } = (await invited.json()) as { id: string }
    await jonas.post('/api/auth/organization/accept-invitation', { invitationId })

    for (const role of ['owner', 'admin, owner', 'admin,owner', ' owner', 'Owner']) {
      const reply = await invite(jonas, 'friend@example.org', role)
      expect([role, reply.status >= 400]).toEqual([role, true])
    }
    expect((await jonas.post('/api/auth/organization/delete', { organizationId: id })).status).toBe(403)
    expect(
      (await jonas.post('/api/auth/organization/update', { organizationId: id, data: { name: 'Lab 2' } })).status,
    ).toBe(200)
  })
})
