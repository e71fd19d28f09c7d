import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'

type Api = Awaited<ReturnType<typeof testApi>>

/** Creates an account as the callback of an identity provider does, without using any of our endpoints. */
async function provision(api: Api, user: { email: string; name?: string; emailVerified?: boolean }) {
  const { internalAdapter } = await api.accounts.auth.$context
  const complete = { name: 'Jonas', emailVerified: false, ...user }
  return internalAdapter.createUser(complete, { method: 'oauth' } as never)
}

async function emails(api: Api): Promise<string[]> {
  const { rows } = await api.db.pool.query<{ email: string }>('select email from "user" order by created_at')
  return rows.map(({ email }) => email)
}

async function invite(api: Api, email: string) {
  const slug = `lab-${email.split('@')[0]}`
  await api.administrator.post('/api/auth/organization/create', { name: 'Lab', slug })
  await api.administrator.post('/api/auth/organization/invite-member', { email, role: 'member' })
}

describe('account creation', () => {
  it('admits only the first administrator on a server without accounts', async () => {
    const api = await testApi({ empty: true })

    await expect(provision(api, { email: 'early@example.org', emailVerified: true })).rejects.toMatchObject({
      body: { code: 'SET_UP_FIRST' },
    })
    expect(await emails(api)).toEqual([])
  })

  it('admits everyone as an ordinary user on an open server', async () => {
    const api = await testApi({ env: { SIGN_UP: 'open' } })

    expect(await provision(api, { email: 'jonas@example.org' })).toMatchObject({ role: 'user', plan: 'free' })
  })

  it('admits an invited address that an identity provider has verified', async () => {
    const api = await testApi({ env: { SIGN_UP: 'invite' } })
    await invite(api, 'jonas@example.org')
    const refused = { body: { code: 'INVITATION_REQUIRED' } }

    await expect(provision(api, { email: 'eva@example.org', emailVerified: true })).rejects.toMatchObject(refused)
    await expect(provision(api, { email: 'jonas@example.org' })).rejects.toMatchObject(refused)
    expect(await provision(api, { email: 'Jonas@example.org', emailVerified: true })).toMatchObject({ role: 'user' })
  })

  it('admits only accounts that an administrator creates on a closed server', async () => {
    const api = await testApi({ env: { SIGN_UP: 'closed' } })
    await invite(api, 'jonas@example.org')
    const eva = { name: 'Eva', email: 'eva@example.org', password: PASSWORD }

    const created = await api.administrator.post('/api/auth/admin/create-user', eva)

    expect(created.status).toBe(200)
    await expect(provision(api, { email: 'jonas@example.org', emailVerified: true })).rejects.toMatchObject({
      body: { code: 'SIGN_UP_CLOSED' },
    })
    expect(await emails(api)).toEqual([api.administrator.person.email, eva.email])
    const { rows } = await api.db.pool.query('select password_reset_required from "user" where email = $1', [eva.email])
    expect(rows).toEqual([{ password_reset_required: true }])
  })

  it.each(['', ' \t', 'x'.repeat(5000)])('refuses the name %j', async (name) => {
    const api = await testApi({ env: { SIGN_UP: 'open' } })

    await expect(provision(api, { email: 'jonas@example.org', name })).rejects.toMatchObject({ statusCode: 400 })
    const reply = await api.anonymous().post('/api/auth/sign-up/email', { ...eve, name })
    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }])
    expect(await emails(api)).toEqual([api.administrator.person.email])
  })
})

const eve = { email: 'eve@example.org', password: PASSWORD }

describe('session creation', async () => {
  const api = await testApi()
  const { internalAdapter } = await api.accounts.auth.$context

  async function isLive(userId: string): Promise<boolean> {
    const session = await internalAdapter.createSession(userId)
    return session !== null && session.expiresAt > new Date()
  }

  it('gives an account with a second factor no usable session without it', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    await api.db.pool.query('update "user" set two_factor_enabled = true where id = $1', [mara.userId])

    expect([await isLive(mara.userId), await isLive(jonas.userId)]).toEqual([false, true])
  })

  it('records in the session that the user must set a new password', async () => {
    const mara = await api.signUp()
    await api.db.pool.query('update "user" set password_reset_required = true where id = $1', [mara.userId])

    expect(await internalAdapter.createSession(mara.userId)).toMatchObject({ passwordResetRequired: true })
  })

  it('ends the browser’s previous session when someone signs up in it', async () => {
    const browser = await api.signUp()
    const before = browser.cookies.get('__Host-millrace_session')
    await browser.post('/api/auth/sign-up/email', { name: 'Eve', ...eve })

    expect(browser.cookies.get('__Host-millrace_session')).not.toBe(before)
    const { rows } = await api.db.pool.query('select id from session where user_id = $1', [browser.userId])
    expect(rows).toEqual([])
  })

  it('requires a verified address if the server can send email', async () => {
    const mailing = await testApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' }, empty: true })
    const context = await mailing.accounts.auth.$context
    await mailing
      .anonymous()
      .post('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: PASSWORD })
    const { rows } = await mailing.db.pool.query<{ id: string }>(
      `update "user" set email_verified = false returning id`,
    )

    const session = await context.internalAdapter.createSession(rows[0]?.id ?? '')

    expect(session?.expiresAt.getTime()).toBeLessThan(Date.now())
  })
})
