import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { describe, expect, it } from 'vitest'
import { principalsOfSessions } from '#features/account/sessions.service.ts'
import { testApi } from '#testing/api.ts'
import { actsIn, hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()
const { keys } = api.accounts

type Client = Awaited<ReturnType<typeof api.signUp>>

async function scopeOfSession(client: Client) {
  const cookie = decodeURIComponent(client.cookies.get('__Host-millrace_session') ?? '')
  return (await principalsOfSessions(api.db).byToken(cookie.slice(0, cookie.lastIndexOf('.'))))?.actor.scope
}

async function scopeOfKey(client: Client, ownerId: string) {
  const key = await keys.make({ ownerId, userId: client.userId, scope: 'user', note: 'laptop' })
  return (await keys.recognize(key.text))?.actor.scope
}

async function organizationWith(role: string) {
  const [olga, mara] = await Promise.all([api.signUp(), api.signUp()])
  const lab = await hasOrganization(olga)
  await joins(olga, mara)
  await api.db.pool.query('update member set role = $1 where organization_id = $2 and user_id = $3', [
    role,
    lab.id,
    mara.userId,
  ])
  return { olga, mara, lab }
}

describe('the scope of a session', () => {
  it('has the role owner in the user’s own context', async () => {
    const mara = await api.signUp()

    expect(await scopeOfSession(mara)).toEqual({
      owner: mara.publicId,
      roles: ['owner'],
      isAdministrator: false,
      actsFor: mara.publicId,
      impersonator: undefined,
    })
  })

  it.each([
    ['member', ['member']],
    ['admin', ['admin']],
    ['curator', ['curator']],
    ['member,curator', ['member', 'curator']],
  ])('has the user’s role in the active organization: %s', async (role, roles) => {
    const { olga, mara, lab } = await organizationWith(role)

    expect(await scopeOfSession(mara)).toMatchObject({ owner: lab.publicId, roles, actsFor: mara.publicId })
    expect(await scopeOfSession(olga)).toMatchObject({ owner: lab.publicId, roles: ['owner'] })
  })

  it('has no role in an inactive organization, or in one that the user was removed from', async () => {
    const { mara, lab } = await organizationWith('admin')
    await actsIn(mara, null)
    const personal = await scopeOfSession(mara)
    await actsIn(mara, lab.id)
    await api.db.pool.query('delete from member where user_id = $1', [mara.userId])

    expect(personal).toMatchObject({ owner: mara.publicId, roles: ['owner'] })
    expect(await scopeOfSession(mara)).toMatchObject({ owner: mara.publicId, roles: ['owner'] })
  })

  it('has the role of the impersonated user, not of the administrator', async () => {
    const { mara, lab } = await organizationWith('member')
    const ada = await api.signUp()
    await api.db.pool.query(`update "user" set role = 'admin' where id = $1`, [ada.userId])
    expect((await ada.post('/api/auth/admin/impersonate-user', { userId: mara.userId })).status).toBe(200)
    await actsIn(ada, lab.id)

    expect(await scopeOfSession(ada)).toEqual({
      owner: lab.publicId,
      roles: ['member'],
      isAdministrator: false,
      actsFor: mara.publicId,
      impersonator: { publicId: ada.publicId, name: expect.any(String) },
    })
  })
})

describe('the scope of an API key', () => {
  it('has its user’s role in the owner that it acts for, whichever organization is active', async () => {
    const { mara, lab } = await organizationWith('admin')
    await actsIn(mara, null)

    expect(await scopeOfKey(mara, lab.publicId)).toMatchObject({ owner: lab.publicId, roles: ['admin'] })
    expect(await scopeOfKey(mara, mara.publicId)).toMatchObject({ owner: mara.publicId, roles: ['owner'] })
  })

  it('reflects a change of that role', async () => {
    const { mara, lab } = await organizationWith('admin')
    const key = await keys.make({ ownerId: lab.publicId, userId: mara.userId, scope: 'user', note: 'laptop' })
    await api.db.pool.query(`update member set role = 'member' where user_id = $1`, [mara.userId])

    expect((await keys.recognize(key.text))?.actor.scope.roles).toEqual(['member'])
  })

  it('has no role if it is the system’s worker key', async () => {
    const text = (await readFile(path.join(api.deps.env.MILLRACE_DATA, 'worker.key'), 'utf8')).trim()

    expect((await keys.recognize(text))?.actor.scope).toMatchObject({ owner: SYSTEM_OWNER_ID, roles: [] })
  })
})
