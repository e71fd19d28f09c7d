import { describe, expect, it } from 'vitest'
import { PASSWORD_PATHS } from '#auth/password-policy.plugin.ts'
import { PASSWORD, testApi } from '#testing/api.ts'
import { hasOrganization } from '#testing/organizations.ts'

const api = await testApi()
const NEXT = 'a heron stands in the reeds'

/** Returns every endpoint that sets a password, with a client and the body that our pages send. */
async function waysToSet(password: string) {
  const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
  await api.anonymous().post('/api/auth/request-password-reset', { email: jonas.person.email })
  const { token } = await api.mailTo(jonas.person.email, 'Set a new password')
  const email = `new.${mara.publicId}@example.org`
  return [
    ['/sign-up/email', api.anonymous(), { name: 'New', email, password }],
    ['/change-password', mara, { currentPassword: PASSWORD, newPassword: password }],
    ['/reset-password', api.anonymous(), { newPassword: password, token }],
    ['/admin/create-user', api.administrator, { name: 'New', email: `admin.${email}`, password }],
    ['/admin/set-user-password', api.administrator, { userId: mara.userId, newPassword: password }],
  ] as const
}

describe('a new password', () => {
  it.each([
    ['too short', 'kq8vL2-xw4', 'PASSWORD_TOO_SHORT'],
    ['too long', 'q7'.padEnd(129, 'kx-öP3'), 'PASSWORD_TOO_LONG'],
    ['common', 'unbelievable1', 'PASSWORD_TOO_COMMON'],
    ['the name of the product', 'millrace-2026', 'PASSWORD_TOO_COMMON'],
  ])('sec/A3 is refused by every endpoint that sets one if it is %s', async (_why, password, code) => {
    const ways = await waysToSet(password)

    expect(ways.map(([path]) => path).toSorted()).toEqual(Object.keys(PASSWORD_PATHS).toSorted())
    for (const [path, client, body] of ways) {
      const reply = await client.post(`/api/auth${path}`, body)
      expect([path, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([path, 400, code])
    }
  })

  it('sec/A3 must not be the name of the user’s organization', async () => {
    const mara = await api.signUp()
    await hasOrganization(mara, 'Hydrology Bureau')

    const reply = await mara.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'hydrology-bureau',
    })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'PASSWORD_TOO_COMMON' }])
  })

  it('is accepted by every endpoint if it satisfies the policy', async () => {
    for (const [path, client, body] of await waysToSet('Grünes Wasser, 64 Räder 🌊')) {
      const reply = await client.post(`/api/auth${path}`, body)
      expect([path, reply.status]).toEqual([path, 200])
    }
  })

  it('sec/A2 may contain any characters, each of which counts', async () => {
    const password = '🦫 the very long password of a beaver 漢字 \u0301\u00a0'.repeat(3).slice(0, 150)
    const { person } = await api.signUp({ password })
    const { email } = person

    const right = await api.anonymous().post('/api/auth/sign-in/email', { email, password })
    const shorter = await api.anonymous().post('/api/auth/sign-in/email', { email, password: password.slice(0, -1) })
    const trimmed = await api.anonymous().post('/api/auth/sign-in/email', { email, password: password.trim() })

    expect([right.status, shorter.status, trimmed.status]).toEqual([200, 401, password === password.trim() ? 200 : 401])
  })

  it('sec/A3 is checked by every endpoint of better-auth that takes one', async () => {
    const takes = Object.values(api.accounts.auth.api).flatMap((endpoint) => {
      const { path, options } = endpoint as { path?: string; options?: { body?: { shape?: object } } }
      const fields = Object.keys(options?.body?.shape ?? {})
      return path && fields.some((field) => field === 'newPassword') ? [path] : []
    })

    expect(takes.length).toBeGreaterThan(0)
    for (const path of takes) expect(Object.keys(PASSWORD_PATHS)).toContain(path)
  })
})

describe('changing the password', () => {
  it('sec/A10 requires the current one, ends the other sessions and notifies the user', async () => {
    const mara = await api.signUp()
    const laptop = api.anonymous()
    await laptop.post('/api/auth/sign-in/email', mara.person)
    const before = new Map(mara.cookies)

    const wrong = await mara.post('/api/auth/change-password', { currentPassword: NEXT, newPassword: NEXT })
    const right = await mara.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEXT })

    expect([wrong.status, right.status]).toEqual([400, 200])
    expect(await wrong.json()).toMatchObject({ code: 'INVALID_PASSWORD' })
    expect((await mara.get('/api/user/grants')).status).toBe(200)
    expect((await laptop.get('/api/user/grants')).status).toBe(401)
    expect(mara.cookies).toEqual(before)
    await api.mailTo(mara.person.email, 'Your password was changed')
  })
})

describe('a forgotten password', () => {
  it('sec/C7 is reset by a link that works once and ends all sessions', async () => {
    const mara = await api.signUp()
    const { email } = mara.person
    await api.anonymous().post('/api/auth/request-password-reset', { email }, { 'x-forwarded-host': 'evil.example' })
    const { token, link } = await api.mailTo(email, 'Set a new password')

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.anonymous().post('/api/auth/reset-password', { newPassword: NEXT, token })),
    )

    expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=/)
    expect(token.length).toBeGreaterThanOrEqual(22)
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect((await mara.get('/api/user/grants')).status).toBe(401)
    const signIn = (password: string) => api.anonymous().post('/api/auth/sign-in/email', { email, password })
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn(NEXT)).status).toBe(200)
    await api.mailTo(email, 'Your password was changed')
  })

  it('sec/A7 gets the same reply whether or not the address has an account', async () => {
    const { person } = await api.signUp()

    const known = await api.anonymous().post('/api/auth/request-password-reset', { email: person.email })
    const unknown = await api.anonymous().post('/api/auth/request-password-reset', { email: 'nobody@example.org' })

    expect(known.status).toBe(200)
    expect(unknown.status).toBe(200)
    expect(await known.text()).toBe(await unknown.text())
  })

  it('sec/D1 leaves no token readable in the database', async () => {
    const { person } = await api.signUp()
    await api.anonymous().post('/api/auth/request-password-reset', { email: person.email })
    const { token } = await api.mailTo(person.email, 'Set a new password')

    const { rows } = await api.db.pool.query(
      `select (select string_agg(v::text, ' ') from verification v) || (select string_agg(j::text, ' ') from pgboss.job j) as dump`,
    )

    expect(rows[0].dump).toContain('mail')
    expect(rows[0].dump).not.toContain(token)
  })
})

/** Endpoints that work without a session, or end it. */
const NO_SESSION =
  /^\/(sign-|get-session|ok|error|request-password-reset|reset-password|verify-|passkey\/(generate-authenticate-options|verify-authentication)$)/

describe('a required new password', () => {
  async function required() {
    const mara = await api.signUp()
    await api.db.pool.query('update "user" set password_reset_required = true where id = $1', [mara.userId])
    await mara.post('/api/auth/sign-out')
    await mara.post('/api/auth/sign-in/email', mara.person)
    return mara
  }

  it('sec/A10 is shown in the session and blocks everything except changing the password and signing out', async () => {
    const mara = await required()

    const { session } = await mara.read<{ session: object }>('/api/auth/get-session')
    expect(session).toMatchObject({ passwordResetRequired: true })
    for (const path of ['/api/EntryPoint', '/api/user/grants', '/api/Info']) {
      const reply = await mara.get(path)
      expect([path, reply.status, await reply.json()]).toMatchObject([path, 403, { code: 'password-change-required' }])
    }
    for (const path of [
      '/update-user',
      '/organization/create',
      '/change-email',
      '/revoke-other-sessions',
      '/delete-user',
    ]) {
      const reply = await mara.post(`/api/auth${path}`, { name: 'x', slug: 'x', newEmail: 'x@example.org' })
      expect([path, reply.status, await reply.json()]).toMatchObject([path, 403, { code: 'PASSWORD_CHANGE_REQUIRED' }])
    }
    for (const endpoint of Object.values(api.accounts.auth.api)) {
      const { path, options } = endpoint as { path?: string; options: { method: string | string[] } }
      if (!path || NO_SESSION.test(path)) continue
      for (const method of [options.method].flat()) {
        const reply = await mara.request(method, `/api/auth${path}`, method === 'GET' ? {} : { body: {} })
        expect([path, reply.status]).toEqual([path, expect.toBeOneOf([403, 404, 405])])
      }
    }
    expect((await mara.post('/api/auth/sign-out')).status).toBe(200)
  })

  it('sec/A10 can be set by entering the current one, which lifts the block and ends other sessions', async () => {
    const mara = await required()
    const laptop = api.anonymous()
    await laptop.post('/api/auth/sign-in/email', mara.person)

    const wrong = await mara.post('/api/account/required-password-change', {
      password: NEXT,
      newPassword: NEXT.repeat(2),
    })
    const weak = await mara.post('/api/account/required-password-change', { password: PASSWORD, newPassword: 'short' })
    const same = await mara.post('/api/account/required-password-change', { password: PASSWORD, newPassword: PASSWORD })
    const good = await mara.post('/api/account/required-password-change', { password: PASSWORD, newPassword: NEXT })

    expect(await wrong.json()).toMatchObject({ status: 422, faults: [{ pointer: '/password' }] })
    expect(await weak.json()).toMatchObject({ status: 422, faults: [{ pointer: '/newPassword' }] })
    expect(await same.json()).toMatchObject({ status: 422, faults: [{ pointer: '/newPassword' }] })
    expect([good.status, await good.json()]).toEqual([200, {}])
    expect((await mara.get('/api/user/grants')).status).toBe(200)
    expect((await laptop.get('/api/user/grants')).status).toBe(401)
    const again = await mara.post('/api/account/required-password-change', { password: NEXT, newPassword: PASSWORD })
    expect(await again.json()).toMatchObject({ status: 400, code: 'action-not-offered' })
  })

  it('can also be set by a password reset', async () => {
    const mara = await required()
    await api.anonymous().post('/api/auth/request-password-reset', { email: mara.person.email })
    const { token } = await api.mailTo(mara.person.email, 'Set a new password')

    await api.anonymous().post('/api/auth/reset-password', { newPassword: NEXT, token })
    await mara.post('/api/auth/sign-in/email', { ...mara.person, password: NEXT })

    expect((await mara.get('/api/user/grants')).status).toBe(200)
  })
})
