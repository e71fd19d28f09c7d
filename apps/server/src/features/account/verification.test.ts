import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { testSmtp } from '#testing/smtp.ts'

const smtp = await testSmtp()
const api = await testApi({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'http://localhost:3000' }, empty: true })

let count = 0
function person() {
  count += 1
  return { name: 'Mara Weiss', email: `mara${count}@example.org`, password: PASSWORD }
}

async function mailTo(address: string, subject: string) {
  const find = () => smtp.received.findLast((mail) => mail.to === address && mail.subject.includes(subject))
  await expect.poll(find, { message: `a mail "${subject}" to ${address}` }).toBeDefined()
  return find()!
}

async function signedUp() {
  const mara = person()
  const client = api.anonymous()
  const reply = await client.post('/api/auth/sign-up/email', mara)
  return { client, mara, reply, mail: await mailTo(mara.email, 'Confirm your email address') }
}

async function verified() {
  const { client, mara, mail } = await signedUp()
  await client.post('/api/auth/verify-email', { token: mail.token })
  return { client, mara }
}

const signIn = (email: string, password = PASSWORD) =>
  api.anonymous().post('/api/auth/sign-in/email', { email, password })

describe('with SMTP, the first administrator', () => {
  it('need not confirm the address, because a typo would lock them out', async () => {
    const ada = { ...person(), email: 'typo@example.invalid' }

    const made = await api.anonymous().post('/api/auth/sign-up/email', ada)
    const client = api.anonymous()
    const signedIn = await client.post('/api/auth/sign-in/email', ada)

    expect([made.status, signedIn.status]).toEqual([200, 200])
    expect(await client.read('/api/user/grants')).toContain('role:admin')
    expect(smtp.received.filter((mail) => mail.to === ada.email)).toEqual([])
  })
})

describe('with SMTP, a new account', () => {
  it('cannot sign in until its address is confirmed', async () => {
    const { client, mara, reply, mail } = await signedUp()

    expect(await reply.json()).toMatchObject({ token: null, user: { email: mara.email } })
    const early = await signIn(mara.email)
    expect([early.status, await early.json()]).toMatchObject([403, { code: 'EMAIL_NOT_VERIFIED' }])
    expect(mail.link).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}$/)
    const confirmed = await client.post('/api/auth/verify-email', { token: mail.token })
    expect([confirmed.status, await confirmed.json()]).toMatchObject([200, { status: true }])
    expect((await client.get('/api/user/grants')).status).toBe(200)
    expect((await signIn(mara.email)).status).toBe(200)
  })

  it('sec/A7 does not reveal whether the address already has one', async () => {
    const { mara } = await verified()
    const known = await api.anonymous().post('/api/auth/sign-up/email', { ...mara, name: 'Somebody' })
    const unknown = await api.anonymous().post('/api/auth/sign-up/email', { ...person(), name: 'Somebody' })

    const [a, b] = (await Promise.all([known.json(), unknown.json()])) as { user: Record<string, unknown> }[]
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(Object.keys(a?.user ?? {})).toEqual(Object.keys(b?.user ?? {}))
    const varying = ['id', 'publicId', 'email', 'createdAt', 'updatedAt']
    for (const user of [a?.user, b?.user]) for (const key of varying) delete user?.[key]
    expect(a).toEqual(b)
    await mailTo(mara.email, 'You already have an account')
  })

  it('sec/D1 accepts a link only once, even from parallel requests', async () => {
    const { mail } = await signedUp()

    const replies = await Promise.all(
      Array.from({ length: 30 }, () => api.anonymous().post('/api/auth/verify-email', { token: mail.token })),
    )

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(await replies.find((reply) => reply.status !== 200)?.json()).toMatchObject({ code: 'INVALID_TOKEN' })
  })

  it('sec/H3 is not confirmed by opening, embedding or prefetching an address, as mail scanners do', async () => {
    const { mara, mail } = await signedUp()
    const fetches: Record<string, string>[] = [
      { accept: 'text/html,*/*;q=0.8' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' },
    ]

    for (const headers of fetches) {
      const reply = await api.anonymous().get(`/api/auth/verify-email?token=${mail.token}`, headers)
      expect([headers, reply.status]).toEqual([headers, 405])
    }
    for (const at of ['//verify-email', '/verify-email/', '/verify%2demail']) {
      expect([at, (await api.anonymous().get(`/api/auth${at}?token=${mail.token}`)).status]).toEqual([at, 404])
    }
    const foreign = { origin: 'https://evil.example' }
    for (const reply of [
      await api.anonymous().post('/api/auth/verify-email', { token: mail.token }, foreign),
      await api.anonymous().get(`/api/auth/verify-email?token=${mail.token}`, foreign),
    ]) {
      expect(reply.status).toBe(403)
    }
    expect((await signIn(mara.email)).status).toBe(403)
    expect((await api.anonymous().post('/api/auth/verify-email', { token: mail.token })).status).toBe(200)
  })

  it('is confirmed by the GET that the better-auth client sends with fetch', async () => {
    const { mara, mail } = await signedUp()
    const query = `token=${mail.token}&callbackURL=${encodeURIComponent('/dashboard')}`

    const reply = await api.anonymous().get(`/api/auth/verify-email?${query}`, { 'sec-fetch-mode': 'cors' })

    expect([reply.status, await reply.json()]).toMatchObject([200, { status: true }])
    expect((await signIn(mara.email)).status).toBe(200)
  })

  it('can request another link', async () => {
    const { mara, mail } = await signedUp()

    await api.anonymous().post('/api/auth/send-verification-email', { email: mara.email })
    await expect.poll(() => smtp.received.filter((it) => it.to === mara.email).length).toBe(2)

    const again = await mailTo(mara.email, 'Confirm your email address')
    expect(again.token).not.toBe(mail.token)
    expect((await api.anonymous().post('/api/auth/verify-email', { token: again.token })).status).toBe(200)
  })

  it('sec/D1 does not accept a link for another purpose', async () => {
    const { mara, mail } = await signedUp()
    await api.anonymous().post('/api/auth/request-password-reset', { email: mara.email })
    const reset = await mailTo(mara.email, 'Set a new password')

    const asReset = await api
      .anonymous()
      .post('/api/auth/reset-password', { newPassword: 'a heron in reeds', token: mail.token })
    const asVerify = await api.anonymous().post('/api/auth/verify-email', { token: reset.token })

    expect([asReset.status, asVerify.status]).toEqual([400, 401])
  })
})

describe('a change of address', () => {
  async function asked() {
    const { client, mara } = await verified()
    const newEmail = `new.${mara.email}`
    const reply = await client.post('/api/auth/change-email', { newEmail })
    const mail = await mailTo(newEmail, 'Confirm your new email address')
    return { client, mara, newEmail, reply, mail }
  }

  it('sec/D4 takes effect when the new address confirms it; the old one is notified and all sessions end', async () => {
    const { client, mara, newEmail, mail } = await asked()
    expect((await signIn(newEmail)).status).toBe(401)

    const confirmed = await client.post('/api/auth/verify-email', { token: mail.token })

    expect(mail.link).toContain('http://localhost:3000/verify-email-change?token=')
    expect(confirmed.status).toBe(200)
    expect((await client.get('/api/user/grants')).status).toBe(401)
    expect([(await signIn(mara.email)).status, (await signIn(newEmail)).status]).toEqual([401, 200])
    const notice = await mailTo(mara.email, 'Your email address was changed')
    expect(notice.text).toContain(newEmail)
    expect((await client.post('/api/auth/verify-email', { token: mail.token })).status).toBe(401)
  })

  it('sec/D4 can be undone from the old address, even after a second change, which removes the password', async () => {
    const { client, mara, newEmail, mail } = await asked()
    await client.post('/api/auth/verify-email', { token: mail.token })
    const notice = await mailTo(mara.email, 'Your email address was changed')
    const thief = api.anonymous()
    await thief.post('/api/auth/sign-in/email', { email: newEmail, password: PASSWORD })
    await thief.post('/api/auth/change-email', { newEmail: `third.${mara.email}` })
    const second = await mailTo(`third.${mara.email}`, 'Confirm your new email address')
    await thief.post('/api/auth/verify-email', { token: second.token })
    await thief.post('/api/auth/sign-in/email', { email: `third.${mara.email}`, password: PASSWORD })

    const undone = await api.anonymous().post('/api/auth/verify-email', { token: notice.token })

    expect([undone.status, await undone.json()]).toEqual([200, { status: true, undone: true }])
    expect((await thief.get('/api/user/grants')).status).toBe(401)
    expect((await signIn(`third.${mara.email}`)).status).toBe(401)
    expect((await signIn(mara.email)).status).toBe(401)
    const reset = await mailTo(mara.email, 'Set a new password')
    const newPassword = 'a heron stands in the reeds'
    await api.anonymous().post('/api/auth/reset-password', { newPassword, token: reset.token })
    expect((await signIn(mara.email, newPassword)).status).toBe(200)
    expect((await api.anonymous().post('/api/auth/verify-email', { token: notice.token })).status).toBe(401)
  })

  it('sec/D4 requires the password or a session younger than ten minutes', async () => {
    const { client, mara } = await verified()
    const [newEmail, other] = [`new.${mara.email}`, `other.${mara.email}`]
    await api.db.pool.query(
      `alter table session disable trigger session_lifetime;
       update session set created_at = now() - interval '11 minutes' where user_id in (select id from "user" where email = '${mara.email}');
       alter table session enable trigger session_lifetime`,
    )
    const asks = async (body: object) => {
      const reply = await client.post('/api/auth/change-email', body)
      return [reply.status, ((await reply.json()) as { code?: string }).code]
    }

    expect(await asks({ newEmail: other })).toEqual([403, 'SESSION_NOT_FRESH'])
    expect(await asks({ newEmail: other, password: 'not my password' })).toEqual([400, 'INVALID_PASSWORD'])
    expect(await asks({ newEmail, password: PASSWORD })).toEqual([200, undefined])

    await mailTo(newEmail, 'Confirm your new email address')
    expect(smtp.received.filter((mail) => mail.to === other)).toEqual([])
  })

  it('is shown to the user until it is canceled, after which its link no longer works', async () => {
    const { client, mara, newEmail, mail } = await asked()
    expect(await client.read('/api/account/email-change')).toEqual({ email: newEmail, expiresAt: expect.any(String) })

    const canceled = await client.request('DELETE', '/api/account/email-change')

    expect(canceled.status).toBe(200)
    expect(await client.read('/api/account/email-change')).toBeNull()
    expect((await client.post('/api/auth/verify-email', { token: mail.token })).status).toBe(401)
    expect((await signIn(mara.email)).status).toBe(200)
  })

  it('replaces an earlier one, whose link no longer works', async () => {
    const { client, mara, mail } = await asked()
    const latest = `latest.${mara.email}`
    await client.post('/api/auth/change-email', { newEmail: latest })
    const second = await mailTo(latest, 'Confirm your new email address')

    expect(await client.read('/api/account/email-change')).toMatchObject({ email: latest })
    expect((await client.post('/api/auth/verify-email', { token: mail.token })).status).toBe(401)
    expect((await client.post('/api/auth/verify-email', { token: second.token })).status).toBe(200)
    const again = api.anonymous()
    await again.post('/api/auth/sign-in/email', { email: latest, password: PASSWORD })
    expect(await again.read('/api/account/email-change')).toBeNull()
  })

  it('sec/A7 has no effect if the address has an account, and the reply does not reveal it', async () => {
    const [{ client, mara }, taken] = await Promise.all([verified(), verified()])

    const reply = await client.post('/api/auth/change-email', { newEmail: taken.mara.email })

    expect([reply.status, await reply.json()]).toEqual([200, { status: true }])
    expect(await client.read('/api/account/email-change')).toMatchObject({ email: taken.mara.email })
    expect((await signIn(mara.email)).status).toBe(200)
    expect(smtp.received.filter((mail) => mail.to === taken.mara.email && mail.subject.includes('new email'))).toEqual(
      [],
    )
  })
})

describe('mail', () => {
  it('FLT33 is sent once an unavailable mail server is back', async () => {
    smtp.refusing = true
    const mara = person()
    const reply = await api.anonymous().post('/api/auth/sign-up/email', mara)
    const inRetry = `from pgboss.job where name = 'mail' and state = 'retry'`
    await expect.poll(async () => (await api.db.pool.query(`select 1 ${inRetry}`)).rowCount).toBe(1)

    expect(reply.status).toBe(200)
    expect(smtp.received.filter((mail) => mail.to === mara.email)).toEqual([])
    smtp.refusing = false
    await api.db.pool.query(`update pgboss.job set start_after = now() where id in (select id ${inRetry})`)
    await expect.poll(() => smtp.received.filter((mail) => mail.to === mara.email).length).toBe(1)
  })

  it('sec/D6 keeps user input out of headers and markup', async () => {
    const { client, mara } = await verified()
    const create = (name: string) =>
      client.post('/api/auth/organization/create', { name, slug: `lab-${mara.email.split('@')[0]}` })
    expect((await create('Lab\r\nBcc: evil@example.org')).status).toBe(400)
    expect((await create('Lab <b>x</b>')).status).toBe(200)
    await client.post('/api/auth/organization/invite-member', { email: 'guest@example.org', role: 'member' })

    const { source } = await mailTo('guest@example.org', 'Invitation to Lab')

    expect(source.split('text/html')[1]).not.toContain('<b>')
  })
})
