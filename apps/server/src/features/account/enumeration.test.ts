import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { testSmtp } from '#testing/smtp.ts'

/*
 * Replies must not reveal whether an address has an account, either by their content or by the time they take. Almost
 * all of the time is spent on hashing, so the tests count hashes instead of measuring time.
 */
const smtp = await testSmtp()
const api = await testApi({ env: { SMTP_URL: smtp.url, SIGN_UP: 'open' }, empty: true })
const hashed = { count: 0 }
const { hash, verify } = api.deps.passwords
Object.assign(api.deps.passwords, {
  hash: (password: string) => {
    hashed.count += 1
    return hash(password)
  },
  verify: (stored: string, password: string) => {
    hashed.count += 1
    return verify(stored, password)
  },
})

const newPerson = () => ({ name: 'Mara', email: `mara.${crypto.randomUUID()}@example.org`, password: PASSWORD })

/** Returns an address with an account, and a browser that is signed in as another user. */
async function known() {
  const [mara, jonas] = [newPerson(), newPerson()]
  const client = api.anonymous()
  await api.anonymous().post('/api/auth/sign-up/email', newPerson()) // the first account is the administrator's
  for (const person of [mara, jonas]) await api.anonymous().post('/api/auth/sign-up/email', person)
  await api.db.pool.query('update "user" set email_verified = true where email = $1', [jonas.email])
  await client.post('/api/auth/sign-in/email', jonas)
  return { mara, client }
}

type Ask = (email: string, client: Awaited<ReturnType<typeof known>>['client']) => Promise<Response>
const anonymous = () => api.anonymous()

const WAYS: [string, Ask][] = [
  ['signing in', (email) => anonymous().post('/api/auth/sign-in/email', { email, password: 'not the password' })],
  ['signing up', (email) => anonymous().post('/api/auth/sign-up/email', { name: 'X', email, password: PASSWORD })],
  ['asking for a new password', (email) => anonymous().post('/api/auth/request-password-reset', { email })],
  ['asking for another link', (email) => anonymous().post('/api/auth/send-verification-email', { email })],
  ['changing the address', (email, client) => client.post('/api/auth/change-email', { newEmail: email })],
]

describe('addresses with and without an account', () => {
  it.each(WAYS)('sec/A7 get the same reply with the same amount of work when %s', async (way, ask) => {
    const { mara, client } = await known()
    const asked = async (email: string) => {
      hashed.count = 0
      const reply = await ask(email, client)
      const text = (await reply.text()).replaceAll(/"(id|publicId|email|createdAt|updatedAt)":"[^"]*"/g, '"$1"')
      return { status: reply.status, text, cookies: reply.headers.getSetCookie().length, hashed: hashed.count }
    }

    const [one, other] = [await asked(mara.email), await asked(newPerson().email)]
    expect(one).toEqual(other)
    expect(one.hashed).toBe(way.startsWith('signing') ? 1 : 0)
  })

  it('sec/A7 each cost one write before the reply when a password reset is requested', async () => {
    const { mara } = await known()
    const { rows: accounts } = await api.db.pool.query('select id from "user" where email = $1', [mara.email])
    // Counts the password reset tokens of Mara's account and of unknown addresses. Links to confirm an address may be
    // stored in the meantime, but their values are JSON, so they aren't counted.
    const tokens = async () => {
      const { rows } = await api.db.pool.query(
        `select count(*)::int as count from verification where value in ('', $1)`,
        [accounts[0].id],
      )
      return rows[0].count as number
    }
    for (const email of [mara.email, newPerson().email]) {
      const before = await tokens()

      expect((await anonymous().post('/api/auth/request-password-reset', { email })).status).toBe(200)

      expect([email, (await tokens()) - before]).toEqual([email, 1])
    }
  })
})
