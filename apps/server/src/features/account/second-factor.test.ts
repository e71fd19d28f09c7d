import { codeOf } from '@millrace/contracts/testing/authenticator'
import { symmetricDecrypt } from 'better-auth/crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { derivedSecret } from '#auth/secret.ts'
import { declaredRoutes } from '#http/rules.ts'
import { PASSWORD, testApi } from '#testing/api.ts'
import { challenged, enrols } from '#testing/second-factor.ts'

const api = await testApi()

async function enrolled() {
  const mara = await api.signUp()
  const laptop = api.anonymous()
  await laptop.post('/api/auth/sign-in/email', mara.person)
  return { mara, laptop, ...(await enrols(mara)) }
}

/** Returns the content of the QR code and the backup codes, which the user sees before entering the first code. */
async function shown(mara: Awaited<ReturnType<typeof api.signUp>>) {
  const reply = await mara.post('/api/auth/two-factor/enable', { password: PASSWORD })
  return (await reply.json()) as { totpURI: string; backupCodes: string[] }
}

const opened = async (client: { get(path: string): Promise<Response> }) => (await client.get('/api/user/grants')).status
const tries = (guest: Awaited<ReturnType<typeof challenged>>, way: string, code: string) =>
  guest.post(`/api/auth/two-factor/verify-${way}`, { code })

describe('two-step sign-in', () => {
  it('sec/C7 ends the other sessions when it is turned on, and notifies the user', async () => {
    const { mara, laptop } = await enrolled()

    expect([await opened(mara), await opened(laptop)]).toEqual([200, 401])
    await api.mailTo(mara.person.email, 'Two-factor authentication is on')
  })

  it('sec/C2 starts a new session when it is turned on or off, and the previous one stops working', async () => {
    const mara = await api.signUp()
    const cookie = () => mara.cookies.get('__Host-millrace_session') ?? ''
    const seen = [cookie()]
    await enrols(mara)
    seen.push(cookie())
    await mara.post('/api/auth/two-factor/disable', { password: PASSWORD })
    seen.push(cookie())

    expect(new Set(seen).size).toBe(3)
    for (const [at, value] of seen.entries()) {
      const browser = api.anonymous()
      browser.cookies.set('__Host-millrace_session', value)
      expect([at, await opened(browser)]).toEqual([at, at === 2 ? 200 : 401])
    }
  })

  it('sec/B1 grants no usable session before the second step', async () => {
    const { mara } = await enrolled()
    const guest = await challenged(api, mara.person)
    const closed = declaredRoutes(api.app).filter(({ rule }) => rule !== 'public' && rule !== 'auth-library')

    for (const { method, path } of closed) {
      const at = path.replaceAll(/:\w+(\{.*?\})?/g, crypto.randomUUID())
      expect([method, path, (await guest.request(method, at)).status]).toEqual([method, path, 401])
    }
    for (const endpoint of Object.values(api.accounts.auth.api)) {
      const { path, options } = endpoint as { path?: string; options: { method: string | string[] } }
      for (const method of path ? [options.method].flat() : []) {
        await guest.request(method, `/api/auth${path}`, method === 'GET' ? {} : { body: { password: PASSWORD } })
        expect([path, await opened(guest)]).toEqual([path, 401])
      }
    }
    expect(await (await guest.get('/api/auth/get-session')).json()).toBeNull()
  })

  it('sec/B2 accepts a code once, even when it arrives twice at the same time', async () => {
    const { mara, totpURI } = await enrolled()
    const guests = await Promise.all([1, 2, 3].map(() => challenged(api, mara.person)))
    const code = codeOf(totpURI)

    const replies = await Promise.all(guests.map((guest) => tries(guest, 'totp', code)))

    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 401, 401])
    const late = await challenged(api, mara.person)
    for (const spelling of [code, code, ` ${code}`, `${code} `]) {
      expect((await tries(late, 'totp', spelling)).status).toBe(401)
    }
  })

  it('sec/B2 refuses the code that turned it on, and codes from two time steps before or after', async () => {
    const mara = await api.signUp()
    const { totpURI } = await shown(mara)
    const code = codeOf(totpURI)
    expect((await mara.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
    const guest = await challenged(api, mara.person)

    for (const other of [code, codeOf(totpURI, -3), codeOf(totpURI, 3)]) {
      expect((await tries(guest, 'totp', other)).status).toBe(401)
    }
    expect(await opened(guest)).toBe(401)
  })

  it('is turned on with a QR code that is scanned hours after it was shown', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const mara = await api.signUp()
    const { totpURI } = await shown(mara)
    const first = codeOf(totpURI)

    vi.setSystemTime(Date.now() + 3 * 3_600_000)
    const late = await mara.post('/api/auth/two-factor/verify-totp', { code: first })
    const reply = await mara.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) })

    expect([late.status, reply.status]).toEqual([401, 200])
    await challenged(api, mara.person)
  })

  it('is not turned on with a QR code that a newer one has replaced, because the user would be locked out', async () => {
    const mara = await api.signUp()
    const [old, current] = [await shown(mara), await shown(mara)]

    const late = await mara.post('/api/auth/two-factor/verify-totp', { code: codeOf(old.totpURI) })
    expect([late.status, await late.json()]).toEqual([401, { code: 'INVALID_CODE', message: 'Invalid code' }])
    const guest = api.anonymous()
    await guest.post('/api/auth/sign-in/email', mara.person)
    expect(await opened(guest)).toBe(200)

    const reply = await mara.post('/api/auth/two-factor/verify-totp', { code: codeOf(current.totpURI) })
    expect(reply.status).toBe(200)
    const visited = await challenged(api, mara.person)
    expect((await tries(visited, 'backup-code', old.backupCodes[0] ?? '')).status).toBe(401)
    expect((await tries(visited, 'backup-code', current.backupCodes[0] ?? '')).status).toBe(200)
  })

  it('reports an incorrect code as incorrect, however often it is tried', async () => {
    const { mara, totpURI } = await enrolled()
    const guest = await challenged(api, mara.person)
    const early = codeOf(totpURI, 3)

    const replies = [await tries(guest, 'totp', early), await tries(guest, 'totp', early)]

    for (const reply of replies) expect(await reply.json()).toEqual({ code: 'INVALID_CODE', message: 'Invalid code' })
  })

  it('sec/B6 is still required after a password reset', async () => {
    const { mara } = await enrolled()
    const password = 'a heron stands in the reeds'
    await api.anonymous().post('/api/auth/request-password-reset', { email: mara.person.email })
    const { token } = await api.mailTo(mara.person.email, 'Set a new password')

    const reply = await api.anonymous().post('/api/auth/reset-password', { newPassword: password, token })

    expect(reply.status).toBe(200)
    await challenged(api, { ...mara.person, password })
  })

  it('allows a password of eight characters', async () => {
    const { mara } = await enrolled()
    const change = (newPassword: string) =>
      mara.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword })

    expect(await (await change('kq8vL2-')).json()).toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
    expect((await change('kq8vL2-x')).status).toBe(200)
  })

  it('sec/B1 cannot be bypassed by confirming an address', async () => {
    const { mara, totpURI } = await enrolled()
    expect(totpURI).toContain('issuer=Millrace')
    await api.anonymous().post('/api/auth/send-verification-email', { email: mara.person.email })
    const { token } = await api.mailTo(mara.person.email, 'Confirm your email address')
    const guest = api.anonymous()

    const reply = await guest.post('/api/auth/verify-email', { token })

    expect(reply.status).toBe(200)
    expect(await opened(guest)).toBe(401)
  })
})

describe('backup codes', () => {
  it('sec/B4 work only once, even when the same code arrives twice at the same time', async () => {
    const { mara, backupCodes } = await enrolled()
    const guests = await Promise.all([1, 2, 3, 4].map(() => challenged(api, mara.person)))

    const replies = await Promise.all(guests.map((guest) => tries(guest, 'backup-code', backupCodes[0] ?? '')))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect((await Promise.all(guests.map(opened))).filter((status) => status === 200)).toHaveLength(1)
    const late = await challenged(api, mara.person)
    expect((await tries(late, 'backup-code', backupCodes[0] ?? '')).status).toBe(401)
    expect((await tries(late, 'backup-code', ` ${backupCodes[1]?.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(
      200,
    )
  })

  it('sec/B4 are stored as hashes: neither the database nor the secret reveals one', async () => {
    const { mara, backupCodes } = await enrolled()
    const { rows } = await api.db.pool.query('select backup_codes from two_factor where user_id = $1', [mara.userId])
    const stored = JSON.parse(rows[0].backup_codes) as string[]

    expect(backupCodes).toHaveLength(10)
    for (const code of backupCodes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    for (const hash of stored) expect(hash).toMatch(/^\$argon2id\$/)
    expect(new Set(stored.map((hash) => hash.split('$')[4])).size).toBe(10)
    const key = derivedSecret(api.deps.secret, 'sign-in')
    await expect(symmetricDecrypt({ key, data: rows[0].backup_codes })).rejects.toThrow()
    const thief = await challenged(api, mara.person)
    for (const taken of [stored[0] ?? '', rows[0].backup_codes, 'none', '']) {
      expect((await tries(thief, 'backup-code', taken)).status).toBe(401)
    }
  })
})

describe('turning the second factor on or off, viewing its secret, or generating new codes', () => {
  const PATHS = ['/two-factor/disable', '/two-factor/get-totp-uri', '/two-factor/generate-backup-codes']

  it('sec/B5 requires the password each time, even in a new session', async () => {
    const { mara } = await enrolled()
    const jonas = await api.signUp()

    for (const body of [{}, { password: '' }, { password: 'not my password' }, { password: null }]) {
      for (const path of PATHS) {
        expect([path, (await mara.post(`/api/auth${path}`, body)).status]).toEqual([path, 400])
      }
      for (const method of ['totp', 'otp']) {
        expect((await jonas.post('/api/auth/two-factor/enable', { ...body, method })).status).toBe(400)
      }
    }
    const { rows } = await api.db.pool.query('select user_id from two_factor where user_id = any($1)', [
      [mara.userId, jonas.userId],
    ])
    expect(rows).toEqual([{ user_id: mara.userId }])
  })

  it('sec/B5 notifies the user and ends the other sessions', async () => {
    const { mara, backupCodes } = await enrolled()
    const laptop = await challenged(api, mara.person)
    expect((await tries(laptop, 'backup-code', backupCodes[0] ?? '')).status).toBe(200)

    await mara.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD })

    expect([await opened(mara), await opened(laptop)]).toEqual([200, 401])
    await api.mailTo(mara.person.email, 'You have new backup codes')
    const again = await challenged(api, mara.person)
    expect((await tries(again, 'backup-code', backupCodes[1] ?? '')).status).toBe(401)
    await mara.post('/api/auth/two-factor/disable', { password: PASSWORD })
    await api.mailTo(mara.person.email, 'Two-factor authentication is off')
    expect(await opened(mara)).toBe(200)
  })
})
