import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { testSmtp } from '#testing/smtp.ts'

const smtp = await testSmtp()
const api = await testApi({ env: { SMTP_URL: smtp.url, SIGN_UP: 'open' } })
const NEXT = 'a heron stands in the reeds'

/** Creates a user with a confirmed address who is signed in. */
async function confirmed() {
  const person = { name: 'Mara', email: `mara.${crypto.randomUUID()}@example.org`, password: PASSWORD }
  const client = api.anonymous()
  await client.post('/api/auth/sign-up/email', person)
  await api.db.pool.query('update "user" set email_verified = true where email = $1', [person.email])
  await client.post('/api/auth/sign-in/email', person)
  return { client, person }
}

async function tokenTo(address: string, subject: string): Promise<string> {
  const find = () => smtp.received.findLast((mail) => mail.to === address && mail.subject.includes(subject))?.token
  await expect.poll(find, { timeout: 10_000 }).toBeTruthy()
  return find() ?? ''
}

/** Tokens of one user, one for each purpose. */
async function allTokens() {
  const { client, person } = await confirmed()
  const newEmail = `new.${person.email}`
  await api.anonymous().post('/api/auth/request-password-reset', { email: person.email })
  await client.post('/api/auth/delete-user', { password: PASSWORD })
  await client.post('/api/auth/change-email', { newEmail })
  const tokens = {
    reset: await tokenTo(person.email, 'Set a new password'),
    remove: await tokenTo(person.email, 'Delete your account?'),
    change: await tokenTo(newEmail, 'Confirm your new email address'),
  }
  return { client, person, newEmail, tokens }
}

type Uses = Awaited<ReturnType<typeof allTokens>>
const USES: Record<'reset' | 'remove' | 'change', (all: Uses, token: string) => Promise<Response>> = {
  reset: (_all, token) => api.anonymous().post('/api/auth/reset-password', { newPassword: NEXT, token }),
  remove: ({ client }, token) => client.post('/api/auth/delete-user', { token }),
  change: ({ client }, token) => client.post('/api/auth/verify-email', { token }),
}
const PURPOSES = ['reset', 'remove', 'change'] as const
const accountOf = async (email: string) =>
  (await api.db.pool.query('select 1 from "user" where email = $1', [email])).rowCount

describe('an emailed token', () => {
  it.each(PURPOSES)('sec/D1 to %s works once in fifty parallel uses', { timeout: 60_000 }, async (purpose) => {
    const all = await allTokens()

    const replies = await Promise.all(Array.from({ length: 50 }, () => USES[purpose](all, all.tokens[purpose])))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status >= 500)).toEqual([])
  })

  it('sec/D1 works only for its purpose', async () => {
    const all = await allTokens()

    for (const purpose of PURPOSES) {
      for (const other of PURPOSES.filter((one) => one !== purpose)) {
        const reply = await USES[purpose](all, all.tokens[other])
        expect([purpose, other, reply.status]).toEqual([purpose, other, expect.toBeOneOf([400, 401, 403, 404])])
      }
    }

    expect([await accountOf(all.person.email), await accountOf(all.newEmail)]).toEqual([1, 0])
    expect((await all.client.post('/api/auth/sign-in/email', all.person)).status).toBe(200)
  })

  it('sec/D1 is stored as a hash, expires within an hour and is too long to guess', async () => {
    const { tokens } = await allTokens()
    const { rows } = await api.db.pool.query(
      `select identifier, value, extract(epoch from expires_at - created_at) as seconds from verification
       where expires_at > now() and identifier <> 'first-administrator'
         and value not like '%"undo"%'`, // an undo token is valid longer
    )

    for (const token of Object.values(tokens)) {
      expect(token).toMatch(/^[\w-]{24,}$/)
      expect(JSON.stringify(rows)).not.toContain(token)
    }
    expect(rows.length).toBeGreaterThan(2)
    for (const { seconds } of rows) expect(Number(seconds)).toBeLessThanOrEqual(3601)
  })

  it('sec/D1 does not work after it has expired', async () => {
    const all = await allTokens()
    await api.db.pool.query(`update verification set expires_at = now() - interval '1 second'`)

    for (const purpose of PURPOSES) {
      expect([purpose, (await USES[purpose](all, all.tokens[purpose])).status]).toEqual([
        purpose,
        expect.toBeOneOf([400, 401, 403, 404]),
      ])
    }
    expect([await accountOf(all.person.email), await accountOf(all.newEmail)]).toEqual([1, 0])
  })
})
