import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { hasOrganization } from '#testing/organizations.ts'

const RARE = { max: 5, window: 3600 }
const signInPath = '/api/auth/sign-in/email'

describe('password guessing on one account', async () => {
  const api = await testApi({ limits: { account: RARE } })

  const guesses = (email: string, from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, index) =>
        api.anonymous(`198.51.100.${from + index}`).post(signInPath, { email, password: `wrong guess ${index}` }),
      ),
    )

  it('sec/A4 is throttled even from many addresses while the owner can still sign in', async () => {
    const mara = await api.signUp()
    await mara.post('/api/auth/sign-out')
    await mara.post(signInPath, mara.person)

    const replies = await guesses(mara.person.email, 0, 100)

    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(5)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(95)
    const refused = replies.find((reply) => reply.status === 429)
    expect(await refused?.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await mara.post(signInPath, mara.person)).status).toBe(200)
  })

  it('sec/A4 does not lock out the browser that signed up, although it never signed in again', async () => {
    const mara = await api.signUp()
    await mara.post('/api/auth/sign-out')

    await guesses(mara.person.email, 0, 10)

    expect((await api.anonymous().post(signInPath, mara.person)).status).toBe(429)
    expect((await mara.post(signInPath, mara.person)).status).toBe(200)
  })

  it('sec/A4 stays throttled across a restart', async () => {
    const mara = await api.signUp()
    await guesses(mara.person.email, 0, 5)

    const restarted = await testApi({ limits: { account: RARE }, db: api.db as never })

    expect((await restarted.anonymous().post(signInPath, mara.person)).status).toBe(429)
  })

  it('sec/A7 is throttled in the same way for an account that does not exist', async () => {
    const replies = await guesses('nobody@example.org', 0, 10)

    expect(replies.map((reply) => reply.status).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429])
  })

  it('counts all spellings of the address together and resets after a correct password', async () => {
    const mara = await api.signUp()
    await guesses(mara.person.email.toUpperCase(), 0, 4)
    expect((await api.anonymous().post(signInPath, mara.person)).status).toBe(200)

    const replies = await guesses(mara.person.email, 0, 4)

    expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401, 401])
  })

  it('sec/A4 is also throttled within a session', async () => {
    const mara = await api.signUp()
    const guess = (path: string, body: object) => mara.post(`/api/auth${path}`, body)

    for (let tries = 0; tries < 5; tries++) {
      const reply = await guess('/change-password', {
        currentPassword: `wrong guess ${tries}`,
        newPassword: 'a heron in the reeds',
      })
      expect(reply.status).toBe(400)
    }

    expect(
      (await guess('/change-password', { currentPassword: PASSWORD, newPassword: 'a heron in the reeds' })).status,
    ).toBe(429)
    expect((await guess('/two-factor/enable', { password: PASSWORD })).status).toBe(429)
  })
})

describe('one IP address', async () => {
  const api = await testApi({ limits: { credentials: RARE, mails: RARE } })

  const statuses = async (count: number, address: (index: number) => string, path = signInPath) => {
    const replies = []
    for (let index = 0; index < count; index++) {
      const headers = { 'x-forwarded-for': `203.0.113.${index}`, 'x-millrace-client-ip': `203.0.113.${index}` }
      const body = { email: `nobody${index}@example.org`, password: PASSWORD }
      replies.push((await api.anonymous(address(index)).post(path, body, headers)).status)
    }
    return replies
  }

  it('sec/A5 is rate-limited regardless of its headers', async () => {
    expect(await statuses(7, () => '192.0.2.1')).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(await statuses(1, () => '192.0.2.2')).toEqual([401])
  })

  it('receives the time to wait before the next try', async () => {
    const replies = []
    for (let index = 0; index < 6; index++) {
      replies.push(
        await api.anonymous('192.0.2.9').post(signInPath, { email: 'nobody@example.org', password: PASSWORD }),
      )
    }

    expect([replies[5]?.status, replies[5]?.headers.get('retry-after')]).toEqual([429, '720'])
  })

  it('sec/A5 shares its limit with the other addresses of its IPv6 network', async () => {
    expect(await statuses(7, (index) => `2001:db8:7:7::${index}`)).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(await statuses(1, () => '2001:db8:7:8::1')).toEqual([401])
  })

  it.each([
    '//sign-in/email',
    '/sign-in//email',
    '/sign-in%2Femail',
    '/sign-in%2femail',
    '/Sign-In/email',
    '/sign-in/email/',
    '/x/../sign-in/email',
    '/sign-in/./email',
  ])('sec/A6 cannot evade the limit with the path %s', async (spelling) => {
    const address = `192.0.2.${100 + spelling.length}`
    await statuses(5, () => address)

    const [status] = await statuses(1, () => address, `/api/auth${spelling}`)

    expect([404, 429]).toContain(status)
  })

  it('can request only a limited number of emails', async () => {
    const ask = (index: number) =>
      api.anonymous('192.0.2.50').post('/api/auth/request-password-reset', { email: `nobody${index}@example.org` })

    const replies = [await ask(0), await ask(1), await ask(2), await ask(3), await ask(4), await ask(5)]

    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('an email recipient', async () => {
  const api = await testApi({ limits: { recipient: RARE } })
  const eight = (ask: (index: number) => Promise<Response>) =>
    Promise.all(Array.from({ length: 8 }, (_, at) => ask(at)))
  const passed = (replies: Response[]) => replies.filter((reply) => reply.status === 200).length

  it('sec/D6 cannot be flooded with email, whether or not the address has an account', async () => {
    const { person } = await api.signUp()

    for (const email of [person.email, 'nobody@example.org']) {
      const ask = (index: number) =>
        api.anonymous(`198.51.100.${index}`).post('/api/auth/request-password-reset', { email })
      expect(passed(await eight(ask))).toBe(5)
    }
  })

  it('sec/D6 cannot be flooded by a signed-in user either', async () => {
    const [mara, jonas, tilda] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
    await hasOrganization(mara)
    const invitation = { email: jonas.person.email, role: 'member' }

    expect(passed(await eight(() => mara.post('/api/auth/organization/invite-member', invitation)))).toBeLessThan(6)
    expect(passed(await eight(() => tilda.post('/api/auth/delete-user', { password: PASSWORD })))).toBe(5)
    const newEmail = 'somebody.else@example.org'
    const changes = await eight(() => jonas.post('/api/auth/change-email', { newEmail }))
    expect(changes.filter((reply) => reply.status === 429)).toHaveLength(3)
  })
})

describe('one user', async () => {
  const api = await testApi({ limits: { invitations: { max: 20, window: 3600 }, invited: RARE } })

  it('sec/D6 cannot flood an address with invitations from several accounts', async () => {
    const inviters = await Promise.all(Array.from({ length: 8 }, () => api.signUp()))
    for (const inviter of inviters) await hasOrganization(inviter)
    const invite = (inviter: (typeof inviters)[number], email: string) =>
      inviter.post('/api/auth/organization/invite-member', { email, role: 'member' })

    const replies = await Promise.all(inviters.map((inviter) => invite(inviter, 'guest@example.org')))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(5)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(3)
    expect((await invite(inviters[0]!, 'other@example.org')).status).toBe(200)
  })

  it('sec/D6 cannot send a thousand invitations', async () => {
    const mara = await api.signUp()
    await hasOrganization(mara)
    const invite = (at: number) =>
      mara.post('/api/auth/organization/invite-member', { email: `guest${at}@example.org`, role: 'member' })

    const replies = await Promise.all(Array.from({ length: 60 }, (_, at) => invite(at)))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(40)
  })
})

describe('a password hash', async () => {
  const api = await testApi({ hashing: { memoryKiB: 2048, passes: 1, lanes: 1 } })

  it('sec/A1 is replaced at the next sign-in if its parameters are outdated', async () => {
    const mara = await api.signUp()
    const stored = async () => {
      const { rows } = await api.db.pool.query('select password from account where user_id = $1', [mara.userId])
      return rows[0].password as string
    }
    const today = await testApi({ db: api.db as never, hashing: { memoryKiB: 4096, passes: 1, lanes: 1 } })

    expect(await stored()).toContain('$argon2id$v=19$m=2048,t=1,p=1$')
    expect((await today.anonymous().post(signInPath, mara.person)).status).toBe(200)
    expect(await stored()).toContain('$argon2id$v=19$m=4096,t=1,p=1$')
    expect((await today.anonymous().post(signInPath, mara.person)).status).toBe(200)
  })
})
