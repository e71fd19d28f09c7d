import { testDatabase } from '@millrace/db/testing/database'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'

const guest = { name: 'Jonas', email: 'jonas@example.org', password: PASSWORD }

describe('SIGN_UP=closed', async () => {
  const api = await testApi({ env: { SIGN_UP: 'closed' } })

  it('admits only the first administrator', async () => {
    const reply = await api.anonymous().post('/api/auth/sign-up/email', guest)

    expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'SIGN_UP_CLOSED' }])
    expect(api.administrator.person.name).toBe('Ada Ministra')
  })
})

describe('SIGN_UP=invite', async () => {
  const api = await testApi({ env: { SIGN_UP: 'invite' } })
  const { administrator } = api

  async function invite(email: string): Promise<string> {
    await administrator.post('/api/auth/organization/create', {
      name: 'Rhine Lab',
      slug: `rhine-${email.split('@')[0]}`,
    })
    const reply = await administrator.post('/api/auth/organization/invite-member', { email, role: 'member' })
    return ((await reply.json()) as { id: string }).id
  }

  it('admits the invited address, with its invitation', async () => {
    const id = await invite(guest.email)
    const { link, text } = await api.mailTo(guest.email, 'Invitation to Rhine Lab')

    const stranger = await api.anonymous().post('/api/auth/sign-up/email', guest)
    const other = { ...guest, email: 'other@example.org' }
    const elsewhere = await api.anonymous().post('/api/auth/sign-up/email', other, { 'x-millrace-invitation': id })
    const jonas = api.anonymous()
    const invited = await jonas.post('/api/auth/sign-up/email', guest, { 'x-millrace-invitation': id })
    const joined = await jonas.post('/api/auth/organization/accept-invitation', { invitationId: id })

    expect(link).toBe(`http://localhost:3000/invite/${id}`)
    expect(text).toContain('Ada Ministra has invited you')
    expect([stranger.status, elsewhere.status, invited.status, joined.status]).toEqual([403, 403, 200, 200])
    expect(await stranger.json()).toMatchObject({ code: 'INVITATION_REQUIRED' })
  })

  it('does not accept a canceled or used invitation', async () => {
    const id = await invite('eva@example.org')
    await administrator.post('/api/auth/organization/cancel-invitation', { invitationId: id })

    const body = { ...guest, email: 'eva@example.org' }
    const reply = await api.anonymous().post('/api/auth/sign-up/email', body, { 'x-millrace-invitation': id })

    expect(reply.status).toBe(403)
  })
})

describe('signing up', async () => {
  const api = await testApi()

  it('sec/E8 ignores or refuses fields that only the server sets', async () => {
    const { person } = await api.signUp()
    const inputs = {
      role: 'admin',
      plan: 'enterprise',
      emailVerified: true,
      banned: false,
      publicId: person.email,
      id: 'me',
    }

    const reply = await api.anonymous().post('/api/auth/sign-up/email', { ...guest, ...inputs })

    const { rows } = await api.db.pool.query('select role, plan, email_verified from "user" where email = $1', [
      guest.email,
    ])
    expect([200, 400]).toContain(reply.status)
    expect(rows.filter((row) => row.role !== 'user' || row.plan !== 'free' || row.email_verified)).toEqual([])
  })

  it('says that the address has an account if the server cannot send email', async () => {
    const { person } = await api.signUp()

    const reply = await api.anonymous().post('/api/auth/sign-up/email', person)

    expect([reply.status, await reply.json()]).toMatchObject([422, { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }])
  })

  it('creates one account from parallel sign-ups with one address', async () => {
    const person = { ...guest, email: 'twins@example.org' }

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => api.anonymous().post('/api/auth/sign-up/email', person)),
    )

    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 422, 422, 422, 422])
  })

  it('creates one organization from parallel requests with one slug', async () => {
    const mara = await api.signUp()

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => mara.post('/api/auth/organization/create', { name: 'Lab', slug: 'same-lab' })),
    )

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect([400, 409]).toContain(reply.status)
  })

  it.each(['role', 'plan', 'publicId', 'emailVerified', 'passwordResetRequired', 'banned', 'twoFactorEnabled'])(
    'does not let an account change its own %s',
    async (field) => {
      const mara = await api.signUp()
      const before = await api.db.pool.query('select * from "user" where id = $1', [mara.userId])

      const reply = await mara.post('/api/auth/update-user', { [field]: 'admin' })

      const after = await api.db.pool.query('select * from "user" where id = $1', [mara.userId])
      expect(reply.status).toBe(400)
      expect(after.rows).toEqual(before.rows)
    },
  )

  it('sec/E8 does not let an organization’s owner change its plan or id', async () => {
    const mara = await api.signUp()
    const slug = `lab-${mara.publicId}`

    await mara.post('/api/auth/organization/create', { name: 'Lab', slug, plan: 'enterprise', publicId: mara.publicId })
    const created = await mara.post('/api/auth/organization/create', { name: 'Lab', slug: `${slug}-2` })
    const { id } = (await created.json()) as { id: string }
    await mara.post('/api/auth/organization/update', {
      organizationId: id,
      data: { name: 'Lab 2', plan: 'enterprise', publicId: mara.publicId },
    })

    const { rows } = await api.db.pool.query('select plan, public_id from organization where slug like $1', [
      `${slug}%`,
    ])
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.plan).toBe('free')
      expect(row.public_id).not.toBe(mara.publicId)
    }
  })
})

describe('twenty parallel sign-ups on one database connection', async () => {
  const api = await testApi({ db: await testDatabase({ max: 1 }) })

  it('all succeed', async () => {
    await api.signUp()

    const everybody = await Promise.all(Array.from({ length: 20 }, () => api.signUp()))

    expect(new Set(everybody.map(({ publicId }) => publicId)).size).toBe(20)
  })
})
