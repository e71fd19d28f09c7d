import { codeOf } from '@millrace/contracts/testing/authenticator'
import { createAuthClient } from 'better-auth/client'
import { adminClient, organizationClient, twoFactorClient } from 'better-auth/client/plugins'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { ORIGIN, type TestClient } from '#testing/client.ts'

const api = await testApi()

/** Creates better-auth’s client, configured as in the web app but with the cookies of a test client. */
function authClient(browser: TestClient) {
  return createAuthClient({
    baseURL: ORIGIN,
    basePath: '/api/auth',
    plugins: [adminClient(), organizationClient({ teams: { enabled: true } }), twoFactorClient()],
    fetchOptions: {
      customFetchImpl: (input, init) =>
        browser.request(init?.method ?? 'GET', String(input), {
          body: init?.body ?? undefined,
          headers: Object.fromEntries(new Headers(init?.headers)),
        }),
    },
  })
}

async function signedIn() {
  const person = await api.signUp()
  return { person, client: authClient(person) }
}

async function withOrganization() {
  const { person, client } = await signedIn()
  const slug = `lab-${person.publicId}`
  const { data: organization } = await client.organization.create({ name: 'Lab', slug })
  return { person, client, organizationId: organization?.id ?? '' }
}

describe('the better-auth client, for an account', () => {
  it('reads the session, lists accounts and sessions, and revokes them', async () => {
    const { person, client } = await signedIn()
    await api.anonymous().post('/api/auth/sign-in/email', person.person)

    const session = await client.getSession()
    const accounts = await client.listAccounts()
    const sessions = await client.listSessions()
    const other = sessions.data?.find(({ token }) => token !== session.data?.session.token)
    const revoked = await client.revokeSession({ token: other?.token ?? '' })
    const others = await client.revokeOtherSessions()
    const left = await client.listSessions()

    expect(session.data?.user.email).toBe(person.person.email)
    expect(accounts.data).toMatchObject([{ providerId: 'credential' }])
    expect(sessions.data).toHaveLength(2)
    expect([revoked.data?.status, others.data?.status, left.data?.length]).toEqual([true, true, 1])
    expect((await client.revokeSessions()).data?.status).toBe(true)
    expect((await client.getSession()).data).toBeNull()
  })

  it('signs out', async () => {
    const { client } = await signedIn()

    expect((await client.signOut()).data).toEqual({ success: true })
    expect((await client.getSession()).data).toBeNull()
  })

  it('requests a confirmation email before it deletes an account', async () => {
    const { person, client } = await signedIn()

    const reply = await client.deleteUser()

    expect(reply.error).toBeNull()
    const { token } = await api.mailTo(person.person.email, 'Delete your account')
    expect((await client.deleteUser({ token })).data).toMatchObject({ success: true })
    expect((await client.getSession()).data).toBeNull()
  })

  it('turns the second factor on and off, and generates new backup codes', async () => {
    const { client } = await signedIn()
    const { data: shown } = await client.twoFactor.enable({ password: PASSWORD })
    const { totpURI, backupCodes } = shown && 'totpURI' in shown ? shown : expect.unreachable('no QR code is shown')

    const early = await client.twoFactor.generateBackupCodes({ password: PASSWORD })
    const verified = await client.twoFactor.verifyTotp({ code: codeOf(totpURI) })
    const on = await client.getSession()
    const codes = await client.twoFactor.generateBackupCodes({ password: PASSWORD })
    const disabled = await client.twoFactor.disable({ password: PASSWORD })
    const off = await client.getSession()

    expect(early.error?.status).toBe(400)
    expect([verified.error, codes.error, disabled.error]).toEqual([null, null, null])
    expect([on, off].map(({ data }) => data?.user.twoFactorEnabled)).toEqual([true, false])
    expect(codes.data?.backupCodes).toHaveLength(backupCodes.length)
    expect(codes.data?.backupCodes).not.toEqual(backupCodes)
  })
})

describe('the better-auth client, for an organization', () => {
  it('creates, reads, updates, leaves and deletes the organization', async () => {
    const { client, organizationId } = await withOrganization()

    const reads = [
      await client.organization.list(),
      await client.organization.getFullOrganization(),
      await client.organization.getActiveMember(),
      await client.organization.getActiveMemberRole(),
      await client.organization.listUserTeams(),
      await client.organization.listMembers(),
      await client.organization.listInvitations(),
    ]
    const updated = await client.organization.update({ organizationId, data: { name: 'Rhine Lab' } })
    const left = await client.organization.setActive({ organizationId: null })
    const deleted = await client.organization.delete({ organizationId })

    expect(reads.map(({ error }) => error)).toEqual(reads.map(() => null))
    expect(updated.data?.name).toBe('Rhine Lab')
    expect([left.error, deleted.error]).toEqual([null, null])
    expect((await client.organization.list()).data).toEqual([])
    expect((await client.organization.getActiveMember()).error).toMatchObject({ code: 'NO_ACTIVE_ORGANIZATION' })
  })

  it('invites, changes and removes members', async () => {
    const { client, organizationId } = await withOrganization()
    const guest = await signedIn()
    const { email } = guest.person.person

    const first = await client.organization.inviteMember({ email, role: 'member', organizationId })
    const canceled = await client.organization.cancelInvitation({ invitationId: first.data?.id ?? '' })
    const second = await client.organization.inviteMember({ email, role: 'member', organizationId })
    const invitationId = second.data?.id ?? ''
    const seen = await guest.client.organization.getInvitation({ query: { id: invitationId } })
    const accepted = await guest.client.organization.acceptInvitation({ invitationId })
    const memberId = accepted.data?.member.id ?? ''
    const promoted = await client.organization.updateMemberRole({ memberId, role: 'admin', organizationId })
    const removed = await client.organization.removeMember({ memberIdOrEmail: memberId, organizationId })

    expect(canceled.error).toBeNull()
    expect(seen.data).toMatchObject({ organizationName: 'Lab', role: 'member' })
    expect([promoted.error, removed.error]).toEqual([null, null])
    const members = await client.organization.listMembers({ query: { organizationId } })
    expect(members.data?.members).toHaveLength(1)
  })
})

describe('the better-auth client, for administrators', () => {
  const admin = authClient(api.administrator)

  it('lists users, changes roles, bans, unbans and ends sessions', async () => {
    const { person, client } = await signedIn()
    const { userId } = person

    const found = await admin.admin.listUsers({ query: { searchField: 'email', searchValue: person.person.email } })
    const replies = [
      await admin.admin.setRole({ userId, role: 'user' }),
      await admin.admin.banUser({ userId, banReason: 'Spam', banExpiresIn: 60 }),
      await admin.admin.unbanUser({ userId }),
      await admin.admin.revokeUserSessions({ userId }),
    ]

    expect(found.data).toMatchObject({ users: [{ id: userId }], total: 1 })
    expect(replies.map(({ error }) => error)).toEqual([null, null, null, null])
    expect((await client.getSession()).data).toBeNull()
  })

  it('stops impersonating without a body', async () => {
    const { person } = await signedIn()

    await admin.admin.impersonateUser({ userId: person.userId })
    const stopped = await admin.admin.stopImpersonating()

    expect(stopped.error).toBeNull()
    expect((await admin.getSession()).data?.user.role).toBe('admin')
    expect((await admin.admin.stopImpersonating()).error?.status).toBe(400)
  })
})

describe('a POST to the account API', () => {
  const SUCCEEDS = ['/sign-out', '/revoke-sessions', '/revoke-other-sessions', '/delete-user']
  const REFUSES = ['/admin/stop-impersonating', '/two-factor/send-otp', '/two-factor/enable', '/organization/create']

  it.each([...SUCCEEDS, ...REFUSES])('%s treats an absent body as an empty object', async (path) => {
    const expected = SUCCEEDS.includes(path) ? 200 : 400
    for (const type of ['', 'application/json', 'text/plain']) {
      const person = await api.signUp()

      const reply = await person.request('POST', `/api/auth${path}`, { headers: { 'content-type': type } })

      expect([type, reply.status]).toEqual([type, expected])
    }
  })
})
