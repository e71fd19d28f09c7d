import { codeOf } from '@millrace/contracts/testing/authenticator'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { challenged, enrols } from '#testing/second-factor.ts'
import { testSmtp } from '#testing/smtp.ts'

const smtp = await testSmtp()
const api = await testApi({
  env: { SMTP_URL: smtp.url, SIGN_UP: 'open' },
  limits: { codes: { max: 5, window: 3600 } },
  empty: true,
})

/** Creates a user with a confirmed address and a second factor. */
async function enrolled() {
  const person = { name: 'Mara', email: `mara.${crypto.randomUUID()}@example.org`, password: 'still water runs deep' }
  const client = api.anonymous()
  await client.post('/api/auth/sign-up/email', person, { 'x-millrace-setup': setup() })
  await api.db.pool.query('update "user" set email_verified = true where email = $1', [person.email])
  await client.post('/api/auth/sign-in/email', person)
  return { person, ...(await enrols(Object.assign(client, { person }) as never)) }
}

const setup = () => new URL(api.said[0]?.replace(/^.*? (?=http)/, '') ?? '').searchParams.get('setup') ?? ''

describe('second-step codes', () => {
  it('sec/B3 can be tried five times per account across all kinds of codes, sign-ins and parallel requests', async () => {
    const { person, totpURI, backupCodes } = await enrolled()
    const guests = await Promise.all(Array.from({ length: 10 }, () => challenged(api, person)))
    await guests[0]!.post('/api/auth/two-factor/send-otp')

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const way = ['totp', 'otp', 'backup-code'][index % 3]
        const code = String(index).padStart(6, '0')
        return guests[index % 10]!.post(`/api/auth/two-factor/verify-${way}`, { code })
      }),
    )

    const refused = replies.filter((reply) => reply.status === 429)
    expect(refused).toHaveLength(45)
    expect(await refused[0]?.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const fresh = await challenged(api, person)
    for (const [way, code] of [
      ['totp', codeOf(totpURI)],
      ['backup-code', backupCodes[0]],
    ]) {
      expect((await fresh.post(`/api/auth/two-factor/verify-${way}`, { code })).status).toBe(429)
    }
  })

  it('can be tried again after a correct code, and an emailed code works', async () => {
    const { person } = await enrolled()
    const guest = await challenged(api, person)
    for (let wrong = 0; wrong < 3; wrong++) {
      expect((await guest.post('/api/auth/two-factor/verify-totp', { code: `00000${wrong}` })).status).toBe(401)
    }
    expect((await guest.post('/api/auth/two-factor/send-otp')).status).toBe(200)
    const mailed = () =>
      smtp.received.find((mail) => mail.to === person.email && mail.subject === 'Your sign-in code')?.text ?? ''
    await expect.poll(mailed).toMatch(/code is \d{6}/)

    const code = /code is (\d{6})/.exec(mailed())?.[1]
    expect((await guest.post('/api/auth/two-factor/verify-otp', { code })).status).toBe(200)

    const again = await challenged(api, person)
    for (let wrong = 0; wrong < 4; wrong++) {
      expect((await again.post('/api/auth/two-factor/verify-totp', { code: `11111${wrong}` })).status).toBe(401)
    }
  })
})
