import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing.ts'

const api = await testApi()

/** The code that an authenticator shows (RFC 6238), so many steps from now. */
function codeOf(totpURI: string, step = 0): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => digits.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

async function enrolled() {
  const mara = await api.signUp()
  const laptop = api.visitor()
  await laptop.post('/api/auth/sign-in/email', mara.person)
  const reply = await mara.post('/api/auth/two-factor/enable', { password: PASSWORD })
  const { totpURI, backupCodes } = (await reply.json()) as { totpURI: string; backupCodes: string[] }
  const confirmed = await mara.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI, -1) })
  expect(confirmed.status).toBe(200)
  return { mara, laptop, totpURI, backupCodes }
}

async function challenged(person: { email: string; password: string }) {
  const visitor = api.visitor()
  const reply = await visitor.post('/api/auth/sign-in/email', person)
  expect(await reply.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  return visitor
}

describe('two-step sign-in', () => {
  it('ends the other sessions when it is turned on, and tells the person', async () => {
    const { mara, laptop } = await enrolled()

    expect((await mara.get('/api/user/grants')).status).toBe(200)
    expect((await laptop.get('/api/user/grants')).status).toBe(401)
    await api.mailTo(mara.person.email, 'Two-step sign-in is on')
  })

  it('gives no session that opens anything before the second step', async () => {
    const { mara } = await enrolled()
    const visitor = await challenged(mara.person)

    for (const path of ['/api/EntryPoint', '/api/user/grants', '/api/auth/list-sessions']) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 401])
    }
    expect(await (await visitor.get('/api/auth/get-session')).json()).toBeNull()
    expect((await visitor.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(401)
  })

  it('takes a code once, also when it comes twice at the same time', async () => {
    const { mara, totpURI } = await enrolled()
    const visitors = await Promise.all([challenged(mara.person), challenged(mara.person), challenged(mara.person)])
    const code = codeOf(totpURI)

    const replies = await Promise.all(
      visitors.map((visitor) => visitor.post('/api/auth/two-factor/verify-totp', { code })),
    )

    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 401, 401])
    const late = await challenged(mara.person)
    for (const spelling of [code, ` ${code}`, `${code} `]) {
      expect((await late.post('/api/auth/two-factor/verify-totp', { code: spelling })).status).toBe(401)
    }
  })

  it('takes a backup code once', async () => {
    const { mara, backupCodes } = await enrolled()
    const visitors = await Promise.all([challenged(mara.person), challenged(mara.person)])
    const body = { code: backupCodes[0] }

    const replies = await Promise.all(visitors.map((it) => it.post('/api/auth/two-factor/verify-backup-code', body)))

    expect(replies.map((reply) => reply.status).filter((status) => status === 200)).toHaveLength(1)
  })

  it('is asked for after a new password too', async () => {
    const { mara } = await enrolled()
    const password = 'a heron stands in the reeds'
    await api.visitor().post('/api/auth/request-password-reset', { email: mara.person.email })
    const { token } = await api.mailTo(mara.person.email, 'Set a new password')

    const reply = await api.visitor().post('/api/auth/reset-password', { newPassword: password, token })

    expect(reply.status).toBe(200)
    await challenged({ ...mara.person, password })
  })

  it('allows a password of eight characters', async () => {
    const { mara } = await enrolled()
    const change = (newPassword: string) =>
      mara.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword })

    expect(await (await change('kq8vL2-')).json()).toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
    expect((await change('kq8vL2-x')).status).toBe(200)
  })

  it('does not begin a session around itself when an address is confirmed', async () => {
    const { mara, totpURI } = await enrolled()
    expect(totpURI).toContain('issuer=Millrace')
    await api.visitor().post('/api/auth/send-verification-email', { email: mara.person.email })
    const { token } = await api.mailTo(mara.person.email, 'Confirm your email address')
    const visitor = api.visitor()

    const reply = await visitor.get(`/api/auth/verify-email?token=${token}`)

    expect(reply.status).toBe(200)
    expect((await visitor.get('/api/user/grants')).status).toBe(401)
  })
})
