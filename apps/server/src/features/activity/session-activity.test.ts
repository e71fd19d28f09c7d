import type { ActivityEntry } from '@millrace/contracts/activity'
import { codeOf } from '@millrace/contracts/testing/authenticator'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { challenged, enrols } from '#testing/second-factor.ts'
import { SoftwarePasskey } from '#testing/software-passkey.ts'

const api = await testApi()

type Client = Awaited<ReturnType<typeof api.signUp>>
type Guest = Pick<Client, 'post'>

const NEW_PASSWORD = 'a heron stands in the reeds'

/** Returns the user's sign-ins and sign-outs, oldest first. */
async function sessionsOf({ userId }: Pick<Client, 'userId'>): Promise<(string | undefined)[]> {
  const query = `userId=${userId}&resourceType=session&sortDirection=asc&limit=100`
  const entries = await api.administrator.read<ActivityEntry[]>(`/api/admin/activity?${query}`)
  return entries.map(({ metadata: { event, signedInWith } }) => [event, signedInWith].filter(Boolean).join(' '))
}

const signsIn = (guest: Guest, { person }: Client) => guest.post('/api/auth/sign-in/email', person)
const enters = (guest: Guest, way: string, code: string, more = {}) =>
  guest.post(`/api/auth/two-factor/verify-${way}`, { code, ...more })

async function enrolled() {
  const mara = await api.signUp()
  return { mara, ...(await enrols(mara)) }
}

describe('the activity log', () => {
  it('records a sign-in with a password, and the sign-out', async () => {
    const mara = await api.signUp()
    const guest = api.anonymous()

    await signsIn(guest, mara)
    await guest.post('/api/auth/sign-out')

    expect(await sessionsOf(mara)).toEqual(['session.created', 'session.created', 'session.deleted'])
  })

  it('records only the sign-in of a user who signs in again in the same browser', async () => {
    const mara = await api.signUp()

    await signsIn(mara, mara)

    expect(await sessionsOf(mara)).toEqual(['session.created', 'session.created'])
  })

  it('records the sign-out of a user in whose browser another user signs in', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])

    await signsIn(mara, jonas)

    expect(await sessionsOf(mara)).toEqual(['session.created', 'session.deleted'])
    expect(await sessionsOf(jonas)).toEqual(['session.created', 'session.created'])
  })

  it('records a sign-in with a passkey', async () => {
    const mara = await api.signUp()
    const passkey = new SoftwarePasskey()
    await passkey.registers(mara, { name: 'Laptop', password: PASSWORD })

    await passkey.signsIn(api.anonymous())

    expect(await sessionsOf(mara)).toEqual(['session.created', 'session.created passkey'])
  })

  it('records no sign-in when two-factor authentication is turned on or off', async () => {
    const { mara } = await enrolled()
    await mara.post('/api/auth/two-factor/disable', { password: PASSWORD })
    expect(await sessionsOf(mara)).toEqual(['session.created'])

    await mara.post('/api/auth/sign-out')

    expect(await sessionsOf(mara)).toEqual(['session.created', 'session.deleted'])
  })

  it('records no sign-in with a password alone if a code is required', async () => {
    const { mara } = await enrolled()
    const guest = await challenged(api, mara.person)
    expect(await sessionsOf(mara)).toEqual(['session.created'])

    await enters(guest, 'totp', '000000')

    expect(await sessionsOf(mara)).toEqual(['session.created', 'signIn.refused'])
  })

  it('records a sign-in with a code or a backup code once', async () => {
    const { mara, totpURI, backupCodes } = await enrolled()

    await enters(await challenged(api, mara.person), 'totp', codeOf(totpURI))
    await enters(await challenged(api, mara.person), 'backup-code', backupCodes[0] ?? '')

    expect(await sessionsOf(mara)).toEqual(['session.created', 'session.created', 'session.created'])
  })

  it('records a sign-in on a trusted device, which requires no code', async () => {
    const { mara, totpURI } = await enrolled()
    const guest = await challenged(api, mara.person)
    await enters(guest, 'totp', codeOf(totpURI), { trustDevice: true })
    await guest.post('/api/auth/sign-out')

    await signsIn(guest, mara)

    expect((await guest.get('/api/user/grants')).status).toBe(200)
    expect(await sessionsOf(mara)).toEqual(['session.created', 'session.created', 'session.deleted', 'session.created'])
  })

  it('records the sign-outs of other devices', async () => {
    const mara = await api.signUp()
    const guests = [api.anonymous(), api.anonymous()]
    for (const guest of guests) await signsIn(guest, mara)

    await mara.post('/api/auth/revoke-other-sessions')

    const signIns = ['session.created', 'session.created', 'session.created']
    expect(await sessionsOf(mara)).toEqual([...signIns, 'session.deleted', 'session.deleted'])
  })

  it.each([true, false])(
    'records only the sign-outs of other devices when the password changes (revokeOtherSessions: %s)',
    async (revokeOtherSessions) => {
      const mara = await api.signUp()
      await signsIn(api.anonymous(), mara)

      const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions }
      expect((await mara.post('/api/auth/change-password', change)).status).toBe(200)

      expect((await mara.get('/api/user/grants')).status).toBe(200)
      expect(await sessionsOf(mara)).toEqual(['session.created', 'session.created', 'session.deleted'])
    },
  )

  it('records the start and end of an impersonation, but no sign-in or sign-out of the administrator', async () => {
    const mara = await api.signUp()
    const { administrator } = api
    const before = await sessionsOf(administrator)
    await administrator.post('/api/auth/admin/impersonate-user', { userId: mara.userId })
    expect((await administrator.post('/api/auth/admin/stop-impersonating')).status).toBe(200)

    expect(await sessionsOf(mara)).toEqual(['session.created', 'impersonation.created', 'impersonation.deleted'])
    expect((await sessionsOf(administrator)).slice(before.length)).toEqual(['impersonation.created'])
  })
})
