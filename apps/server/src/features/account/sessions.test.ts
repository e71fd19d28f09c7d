import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'

const api = await testApi()
const COOKIE = '__Host-millrace_session'

const asked = async (client: { get(path: string): Promise<Response> }) => (await client.get('/api/user/grants')).status

describe('the cookie', () => {
  it('sec/C3 belongs to this host only and is unavailable to plain HTTP, scripts and other sites', async () => {
    const mara = await api.signUp()
    await mara.post('/api/auth/sign-out')
    await mara.post('/api/auth/sign-in/email', { ...mara.person, rememberMe: false })

    expect(mara.setCookies.length).toBeGreaterThan(2)
    for (const line of mara.setCookies) {
      expect(line).toMatch(/^__Host-millrace[_.]/)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).toContain('; HttpOnly')
      expect(line).toContain('; Secure')
      expect(line).toContain('; SameSite=Lax')
      expect(line).not.toContain('Domain')
    }
  })

  it('sec/C1 cannot be forged from the database', async () => {
    const mara = await api.signUp()
    const { rows } = await api.db.pool.query('select token from session where user_id = $1', [mara.userId])
    const thief = api.anonymous()

    for (const value of [rows[0].token, `${rows[0].token}.`, `${rows[0].token}.${rows[0].token}`]) {
      thief.cookies.set(COOKIE, encodeURIComponent(value))
      expect(await asked(thief)).toBe(401)
      expect(await (await thief.get('/api/auth/get-session')).json()).toBeNull()
    }
    expect(await asked(mara)).toBe(200)
  })

  it('sec/C1 is refused if one character differs', async () => {
    const mara = await api.signUp()
    const value = decodeURIComponent(mara.cookies.get(COOKIE) ?? '')
    const changed = (value.startsWith('a') ? 'b' : 'a') + value.slice(1)
    mara.cookies.set(COOKIE, encodeURIComponent(changed))

    expect(await asked(mara)).toBe(401)
  })
})

describe('a session', () => {
  it('sec/C2 is new after each sign-in, and the browser’s previous one stops working', async () => {
    const mara = await api.signUp()
    const before = mara.cookies.get(COOKIE) ?? ''

    await mara.post('/api/auth/sign-in/email', mara.person)

    expect(mara.cookies.get(COOKIE)).not.toBe(before)
    expect(await asked(mara)).toBe(200)
    mara.cookies.set(COOKIE, before)
    expect(await asked(mara)).toBe(401)
  })

  it('keeps its cookie if the reply to a request with the previous session’s cookie arrives late', async () => {
    const mara = await api.signUp()
    const late = api.anonymous()
    late.cookies.set(COOKIE, mara.cookies.get(COOKIE) ?? '')
    await mara.post('/api/auth/sign-in/email', mara.person)

    const replies = [await late.get('/api/auth/get-session'), await late.get('/api/auth/organization/list')]

    expect(replies.map(({ status }) => status)).toEqual([200, 401])
    expect(await replies[0]?.json()).toBeNull()
    expect(late.setCookies).toEqual([])
  })

  it.each([
    ['the user is banned by an administrator', '/admin/ban-user'],
    ['an administrator ends the sessions', '/admin/revoke-user-sessions'],
    ['the account is removed', '/admin/remove-user'],
  ])('sec/C6 ends immediately when %s', async (_when, path) => {
    const mara = await api.signUp()

    const reply = await api.administrator.post(`/api/auth${path}`, { userId: mara.userId })

    expect(reply.status).toBe(200)
    expect(await asked(mara)).toBe(401)
  })

  it('sec/C6 ends immediately at its expiry, or when a ban is written to the database', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])

    await api.db.pool.query(`update session set expires_at = now() - interval '1 second' where user_id = $1`, [
      mara.userId,
    ])
    await api.db.pool.query('update "user" set banned = true where id = $1', [jonas.userId])

    expect(await asked(mara)).toBe(401)
    expect(await asked(jonas)).toBe(401)
    await api.db.pool.query(`update "user" set ban_expires = now() - interval '1 second' where id = $1`, [jonas.userId])
    expect(await asked(jonas)).toBe(200)
  })

  it('sec/C2 ends when the role changes, and the new role applies immediately', async () => {
    const mara = await api.signUp()

    await api.administrator.post('/api/auth/admin/set-role', { userId: mara.userId, role: 'admin' })

    expect(await asked(mara)).toBe(401)
    await mara.post('/api/auth/sign-in/email', mara.person)
    expect(await mara.read('/api/user/grants')).toEqual(['plan:free', 'role:admin'])
    await api.db.pool.query(`update "user" set role = 'user' where id = $1`, [mara.userId])
    expect(await mara.read('/api/user/grants')).toEqual(['plan:free'])
  })

  it('sec/A7 reveals a ban only after the correct password', async () => {
    const { person, userId } = await api.signUp()
    const banExpires = '2100-03-01T14:05:00Z'
    const data = { banned: true, banReason: 'Sold access', banExpires }
    await api.administrator.post('/api/auth/admin/update-user', { userId, data })

    const wrong = await api.anonymous().post('/api/auth/sign-in/email', { ...person, password: `${PASSWORD}?` })
    const right = await api.anonymous().post('/api/auth/sign-in/email', person)

    expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 'INVALID_EMAIL_OR_PASSWORD' }])
    expect([right.status, await right.json()]).toMatchObject([
      403,
      {
        code: 'BANNED_USER',
        message:
          'This account is banned until March 1, 2100 at 14:05 UTC. Contact an administrator. Reason: Sold access',
      },
    ])
  })

  it.each([
    ['/admin/ban-user', { banReason: 'Sold access' }],
    ['/admin/update-user', { data: { banned: true, banReason: 'Sold access' } }],
  ])('sec/A7 reveals a ban (%s) to the user whose session it ended, until it is lifted', async (path, ban) => {
    const { administrator } = api
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    const { userId } = mara
    const banShownTo = async (client: typeof mara) =>
      (await client.read<{ ban: string | null }>('/api/account/welcome')).ban
    expect(await banShownTo(mara)).toBeNull()
    await administrator.post(`/api/auth${path}`, { userId, ...ban })

    expect(await banShownTo(mara)).toBe('This account is banned. Contact an administrator. Reason: Sold access')
    expect([
      await banShownTo(jonas),
      await banShownTo(administrator),
      await banShownTo(api.anonymous() as typeof mara),
    ]).toEqual([null, null, null])
    await administrator.post('/api/auth/admin/unban-user', { userId })
    expect(await banShownTo(mara)).toBeNull()
    expect((await mara.get('/api/user/grants')).status).toBe(401)
  })

  it('sec/C5 expires after a week without use, and is extended while in use', async () => {
    const mara = await api.signUp()
    const idle = (days: number) =>
      api.db.pool.query(
        `update session set expires_at = now() + interval '7 days' - make_interval(days => $2) where user_id = $1`,
        [mara.userId, days],
      )
    const daysLeft = async () => {
      const { rows } = await api.db.pool.query(
        `select round(extract(epoch from expires_at - now()) / 86400) as days from session where user_id = $1`,
        [mara.userId],
      )
      return Number(rows[0]?.days)
    }

    expect(await daysLeft()).toBe(7)
    await idle(6)
    await mara.get('/api/auth/get-session')
    expect(await daysLeft()).toBe(7)
    await idle(7)
    expect(await asked(mara)).toBe(401)
    expect(await (await mara.get('/api/auth/get-session')).json()).toBeNull()
  })

  it('is listed with the time of its last use, to the hour', async () => {
    const mara = await api.signUp()
    const lastUse = async () => {
      const { rows } = await api.db.pool.query('select updated_at as at from session where user_id = $1', [mara.userId])
      return (rows[0].at as Date).getTime()
    }
    const idle = (minutes: number) =>
      api.db.pool.query(
        `update session set updated_at = updated_at - $2::int * interval '1 minute', expires_at = expires_at - $2::int * interval '1 minute' where user_id = $1`,
        [mara.userId, minutes],
      )
    await idle(59)
    const before = await lastUse()

    await mara.get('/api/auth/get-session')
    expect(await lastUse()).toBe(before)
    await idle(2)
    await mara.get('/api/auth/get-session')

    expect((await lastUse()) - before).toBeGreaterThanOrEqual(59 * 60_000)
    const [listed] = (await (await mara.get('/api/auth/list-sessions')).json()) as { updatedAt: string }[]
    expect(Date.parse(listed?.updatedAt ?? '')).toBe(await lastUse())
  })

  it('sec/C5 expires after thirty days even in use', async () => {
    const mara = await api.signUp()
    const begun = (daysAgo: number) =>
      api.db.pool.query(
        `alter table session disable trigger session_lifetime;
         update session set created_at = now() - interval '${daysAgo} days', expires_at = now() + interval '5 days' where user_id = '${mara.userId}';
         alter table session enable trigger session_lifetime`,
      )
    const left = async () => {
      const { rows } = await api.db.pool.query(
        `select extract(epoch from expires_at - now()) / 3600 as hours from session where user_id = $1`,
        [mara.userId],
      )
      return Number(rows[0]?.hours)
    }

    await begun(29)
    await mara.get('/api/auth/get-session')
    expect(await left()).toBeLessThanOrEqual(24)
    expect(await asked(mara)).toBe(200)
    await begun(31)
    await mara.get('/api/auth/get-session')
    expect(await asked(mara)).toBe(401)
  })

  it('sec/F2 has fields that its user cannot write', async () => {
    const mara = await api.signUp()
    await api.db.pool.query('update session set password_reset_required = true where user_id = $1', [mara.userId])
    await mara.post('/api/auth/update-session', { passwordResetRequired: false })
    expect(await asked(mara)).toBe(403)

    await api.db.pool.query('update session set password_reset_required = false where user_id = $1', [mara.userId])
    for (const field of ['impersonatedBy', 'activeOrganizationId', 'userId', 'expiresAt', 'passwordResetRequired']) {
      const before = await api.db.pool.query('select * from session where user_id = $1', [mara.userId])
      const reply = await mara.post('/api/auth/update-session', { [field]: api.administrator.userId })
      const after = await api.db.pool.query('select * from session where user_id = $1', [mara.userId])
      expect([field, reply.status]).toEqual([field, 400])
      expect(after.rows).toEqual(before.rows)
    }
  })
})

describe('the context', () => {
  it('is the active organization while the user is a member of it', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    const created = await mara.post('/api/auth/organization/create', {
      name: 'Rhine Lab',
      slug: `rhine-${mara.publicId}`,
    })
    const { id, publicId } = (await created.json()) as { id: string; publicId: string }
    await api.db.pool.query(`update organization set plan = 'enterprise' where id = $1`, [id])
    await api.db.pool.query(
      `insert into account_grant (id, subject_id, grant_id) values (gen_random_uuid(), $1, 'codeContributor')`,
      [publicId],
    )

    const invited = await mara.post('/api/auth/organization/invite-member', {
      email: jonas.person.email,
      role: 'member',
    })
    const { id: invitationId } = (await invited.json()) as { id: string }
    await jonas.post('/api/auth/organization/accept-invitation', { invitationId })

    expect(await mara.read('/api/user/grants')).toEqual(['plan:enterprise', 'grant:codeContributor'])
    expect(await jonas.read('/api/user/grants')).toEqual(['plan:enterprise', 'grant:codeContributor'])
    expect(await jonas.read('/api/Info')).toMatchObject({ properties: { OrganizationId: publicId } })
    await mara.post('/api/auth/organization/remove-member', { memberIdOrEmail: jonas.person.email })
    expect(await jonas.read('/api/user/grants')).toEqual(['plan:free'])
    expect(await jonas.read('/api/Info')).toMatchObject({ properties: { OrganizationId: null } })
    await mara.post('/api/auth/organization/set-active', { organizationId: null })
    expect(await mara.read('/api/user/grants')).toEqual(['plan:free'])
  })
})
