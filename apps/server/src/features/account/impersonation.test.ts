import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { does, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { hasOrganization } from '#testing/organizations.ts'

const api = await testApi()
const COOKIE = '__Host-millrace_session'
const opened = async (client: { get(path: string): Promise<Response> }) => (await client.get('/api/user/grants')).status

/**
 * Signs up an administrator and the user they impersonate. `before` is the administrator's cookie from before the
 * impersonation.
 */
async function impersonating() {
  const [ada, mara] = await Promise.all([api.signUp({ name: 'Ada' }), api.signUp({ name: 'Mara' })])
  await api.db.pool.query(`update "user" set role = 'admin' where id = $1`, [ada.userId])
  const before = ada.cookies.get(COOKIE) ?? ''
  const reply = await ada.post('/api/auth/admin/impersonate-user', { userId: mara.userId })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return { ada, mara, before }
}

describe('an administrator who impersonates a user', () => {
  it('sec/F1 acts as that user in the jobs service, and the session names the administrator', async () => {
    const { ada, mara } = await impersonating()

    expect(await ada.read('/api/auth/get-session')).toMatchObject({
      user: { publicId: mara.publicId },
      session: { impersonatedBy: ada.userId },
    })
    expect(await ada.read('/api/user/grants')).toEqual(['plan:free'])
    expect((await ada.get('/api/Admin')).status).toBe(403)
  })

  it('sec/F2 adds activity entries with both users for all changes to the user’s resources', async () => {
    const { ada, mara } = await impersonating()
    const data = await uploads(ada, 'levels.csv', 'a\n1\n')
    await does(ada, data, 'EditTags', { Tags: ['river=rhine'] })
    await ada.post(`${data}/AddComment`, { Text: 'Compare with May.' })
    await ada.post('/api/Job/CreateJob', { Name: 'Clean' })
    await does(ada, data, 'AllowDeletion')
    await does(ada, data, 'Delete')
    await uploads(mara, 'own.csv', 'a\n1\n')

    const { rows } = await api.db.pool.query(
      `select user_id, impersonator_id, metadata ->> 'kind' as kind, metadata ->> 'to' as did from activity
       where subject_id = $1 and metadata ->> 'event' = 'impersonation.change' order by at`,
      [mara.userId],
    )
    const both = { user_id: mara.userId, impersonator_id: ada.userId }
    expect(rows).toEqual([
      { ...both, kind: 'WorkData', did: 'created' },
      { ...both, kind: 'WorkData', did: 'updated' },
      { ...both, kind: 'Comment', did: 'created' },
      { ...both, kind: 'Job', did: 'created' },
      { ...both, kind: 'WorkData', did: 'updated' },
      expect.objectContaining({ ...both, did: 'deleted' }),
      expect.objectContaining({ ...both, did: 'deleted' }),
    ])
  })

  it('sec/F1 has no administrator rights and cannot impersonate another administrator', async () => {
    const { ada, mara } = await impersonating()
    await api.db.pool.query(`update "user" set role = 'admin' where id = $1`, [mara.userId])

    expect((await ada.get('/api/Admin')).status).toBe(403)
    const other = await api.administrator.post('/api/auth/admin/impersonate-user', { userId: mara.userId })
    expect(other.status).toBe(403)
  })

  it('sec/F1 cannot reach passwords, second factors, addresses, keys, accounts, memberships or administration', async () => {
    const { ada, mara } = await impersonating()
    const stored = async () => {
      const { rows } = await api.db.pool.query(
        `select to_jsonb(u) - 'updated_at' as person, a.password, (select count(*) from session where user_id = u.id) as sessions
         from "user" u join account a on a.user_id = u.id where u.id = $1`,
        [mara.userId],
      )
      return rows
    }
    const before = await stored()
    const bodies = {
      password: PASSWORD,
      currentPassword: PASSWORD,
      newPassword: 'a heron stands in the reeds',
      newEmail: 'thief@example.org',
      name: 'Thief',
      slug: `thief-${mara.publicId}`,
      userId: mara.userId,
      email: 'thief@example.org',
      role: 'admin',
      token: 'x',
    }

    const allowed = new Set<string>()
    for (const endpoint of Object.values(api.accounts.auth.api)) {
      const { path, options } = endpoint as { path?: string; options: { method: string | string[] } }
      if (!path || /^\/(sign-out|sign-in|sign-up)|stop-impersonating/.test(path)) continue
      for (const method of [options.method].flat()) {
        const reply = await ada.request(method, `/api/auth${path}`, method === 'GET' ? {} : { body: bodies })
        if (![403, 404, 405].includes(reply.status)) allowed.add(path)
      }
    }

    expect([...allowed].filter((path) => !/^\/organization\/(get|list)/.test(path)).toSorted()).toEqual([
      '/error',
      '/get-session',
      '/ok',
      '/organization/has-permission',
      '/organization/set-active',
      '/organization/set-active-team',
      '/request-password-reset',
      '/reset-password',
      '/reset-password/:token',
      '/two-factor/verify-backup-code',
      '/two-factor/verify-otp',
      '/two-factor/verify-totp',
      '/verify-email',
    ])
    expect((await ada.post('/api/keys')).status).toBe(403)
    expect(
      (await ada.post('/api/account/required-password-change', { password: PASSWORD, newPassword: 'x' })).status,
    ).toBe(403)
    expect(await stored()).toEqual(before)
    expect(await opened(mara)).toBe(200)
  })

  it('sec/F1 loses access after an hour, even while active', async () => {
    const { ada, mara } = await impersonating()
    const ends = async () => {
      const { rows } = await api.db.pool.query(
        `select extract(epoch from expires_at - created_at) as seconds from session where user_id = $1 and impersonated_by = $2`,
        [mara.userId, ada.userId],
      )
      return Number(rows[0].seconds)
    }
    ada.cookies.delete('__Host-millrace.dont_remember')

    await ada.get('/api/auth/get-session')
    expect(await ends()).toBeLessThanOrEqual(3600)
    await api.db.pool.query(`update session set expires_at = now() + interval '9 days' where user_id = $1`, [
      mara.userId,
    ])
    expect(await ends()).toBeLessThanOrEqual(3600)
  })

  it('sec/C2 gets a new session when starting and when stopping, and the previous ones stop working', async () => {
    const { ada, before } = await impersonating()
    const meanwhile = ada.cookies.get(COOKIE) ?? ''

    const back = await ada.post('/api/auth/admin/stop-impersonating')

    expect(back.status, await back.clone().text()).toBe(200)
    expect(new Set([before, meanwhile, ada.cookies.get(COOKIE)]).size).toBe(3)
    expect([await opened(ada), (await ada.get('/api/Admin')).status]).toEqual([200, 200])
    for (const dead of [before, meanwhile]) {
      const thief = api.anonymous()
      thief.cookies.set(COOKIE, dead)
      expect(await opened(thief)).toBe(401)
    }
  })

  it.each([
    ['demoted', `update "user" set role = 'user' where id = $1`],
    ['banned', 'update "user" set banned = true where id = $1'],
    ['deleted', 'delete from "user" where id = $1'],
  ])('sec/C6 loses access immediately when %s', async (_how, statement) => {
    const { ada } = await impersonating()
    const { rows } = await api.db.pool.query<{ by: string }>(
      'select impersonated_by as by from session where impersonated_by is not null order by created_at desc limit 1',
    )

    await api.db.pool.query(statement, [rows[0]?.by])

    expect((await ada.get('/api/user/grants')).status).toBe(401)
  })

  it('is asked to sign in again when the administrator’s own session has ended', async () => {
    const { ada } = await impersonating()
    const { rowCount } = await api.db.pool.query('delete from session where user_id = $1', [ada.userId])
    expect(rowCount).toBe(1)

    const back = await ada.post('/api/auth/admin/stop-impersonating')

    expect([back.status, await back.json()]).toMatchObject([409, { code: 'SIGN_IN_AGAIN' }])
  })

  it('sec/F2 is shown in job history together with the user', async () => {
    const { ada, mara } = await impersonating()
    const [step = ''] = await (await testWorker(api)).registers(manifest('visited', { input_dataslots: [] }))
    const job = await hasJob(ada, step, 'Pending')
    await does(ada, job, 'CancelProcessing')

    const { properties } = await mara.read<{
      properties: { Events: { To: string; ActorName: string; Reason: string }[] }
    }>(`${job}/History`)

    expect(new Set(properties.Events.map((event) => event.ActorName))).toEqual(new Set(['Ada, acting for Mara']))
    expect(properties.Events.at(-1)).toMatchObject({ To: 'Canceled', Reason: 'Canceled by Ada, acting for Mara.' })
    const own = await hasJob(mara, step, 'Created')
    const later = await mara.read<{ properties: { Events: { ActorName: string }[] } }>(`${own}/History`)
    expect(later.properties.Events[0]?.ActorName).toBe('Mara')
  })

  it('sec/F2 is recorded in the session, and that record cannot be changed', async () => {
    const { ada, mara } = await impersonating()
    await hasOrganization(mara)

    for (const client of [ada, mara]) {
      for (const path of ['/update-session', '/update-user']) {
        const reply = await client.post(`/api/auth${path}`, { impersonatedBy: null, name: 'x' })
        expect([path, [400, 403].includes(reply.status) || path === '/update-user']).toEqual([path, true])
      }
    }

    const { rows } = await api.db.pool.query('select impersonated_by from session where user_id = $1 order by 1', [
      mara.userId,
    ])
    expect(rows).toEqual([{ impersonated_by: ada.userId }, { impersonated_by: null }])
  })
})

describe('a password that an administrator chose', () => {
  it('sec/F3 lets the user sign in only to set another one', async () => {
    const mara = await api.signUp()
    const chosen = 'ducks below the weir'

    const reply = await api.administrator.post('/api/auth/admin/set-user-password', {
      userId: mara.userId,
      newPassword: chosen,
    })

    expect([reply.status, await opened(mara)]).toEqual([200, 401])
    await mara.post('/api/auth/sign-in/email', { ...mara.person, password: chosen })
    expect((await mara.get('/api/Info')).status).toBe(403)
    const own = { password: chosen, newPassword: 'a heron stands in the reeds' }
    expect((await mara.post('/api/account/required-password-change', own)).status).toBe(200)
    expect((await mara.get('/api/Info')).status).toBe(200)
  })

  it('sec/F3 must be changed on a new account too', async () => {
    const email = `new.${crypto.randomUUID()}@example.org`
    const made = await api.administrator.post('/api/auth/admin/create-user', { name: 'New', email, password: PASSWORD })
    const client = api.anonymous()

    await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })

    expect([made.status, (await client.get('/api/Info')).status]).toEqual([200, 403])
  })

  it('cannot be set for the administrator’s own account', async () => {
    const reply = await api.administrator.post('/api/auth/admin/set-user-password', {
      userId: api.administrator.userId,
      newPassword: 'a heron stands in the reeds',
    })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'OWN_PASSWORD' }])
  })
})
