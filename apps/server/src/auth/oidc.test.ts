import { randomUUID } from 'node:crypto'
import type { ActivityEntry } from '@millrace/contracts/activity'
import { codeOf } from '@millrace/contracts/testing/authenticator'
import { afterEach, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { type Identity, OIDC_CLIENT, testOidc } from '#testing/oidc.ts'
import { hasOrganization } from '#testing/organizations.ts'
import { enrols } from '#testing/second-factor.ts'

const oidc = await testOidc()
const env = { OIDC_ISSUER: oidc.issuer, ...OIDC_CLIENT }
const api = await testApi({ env })
afterEach(() => {
  oidc.tamper = undefined
})

function identity(changes: Partial<Identity> = {}): Identity {
  const sub = randomUUID()
  return { sub, email: `${sub.slice(0, 8)}@example.org`, email_verified: true, name: 'Mara Lindqvist', ...changes }
}

type Client = ReturnType<typeof api.anonymous>
interface Session {
  user: { id: string; email: string; name: string; emailVerified: boolean }
}

const sessionOf = (client: Client) => client.read<Session | null>('/api/auth/get-session')
const accountsOf = async (email: string) =>
  (
    await api.db.pool.query(
      `select a.provider_id, a.access_token, a.refresh_token, a.id_token from account a join "user" u on u.id = a.user_id
       where u.email = $1 order by a.provider_id`,
      [email],
    )
  ).rows
const confirm = (email: string) =>
  api.db.pool.query('update "user" set email_verified = true where email = $1', [email])

/** Signs in and expects a redirect with this error, and neither a session nor an account. */
async function refused(user: Identity | undefined, error: string): Promise<void> {
  const client = api.anonymous()
  const back = await oidc.signsInWith(client, user)
  expect([back.pathname, back.searchParams.get('error')]).toEqual(['/login', error])
  expect(await sessionOf(client)).toBeNull()
  if (user) expect(await accountsOf(user.email)).toEqual([])
}

describe('signing in with an identity provider', () => {
  it('creates an account without a password at the first sign-in, and uses it afterwards', async () => {
    const mara = identity()
    const [first, later] = [api.anonymous(), api.anonymous()]

    const back = await oidc.signsInWith(first, mara)
    await oidc.signsInWith(later, { ...mara, email: 'changed@example.org' })

    expect(back.pathname).toBe('/dashboard')
    const session = await sessionOf(first)
    expect(session?.user).toMatchObject({ email: mara.email, name: 'Mara Lindqvist', emailVerified: true })
    expect((await sessionOf(later))?.user.id).toBe(session?.user.id)
    expect((await first.get('/api/EntryPoint')).status).toBe(200)
  })

  it('stores no token of the provider', async () => {
    const mara = identity()
    await oidc.signsInWith(api.anonymous(), mara)
    await oidc.signsInWith(api.anonymous(), mara)

    expect(await accountsOf(mara.email)).toEqual([
      { provider_id: 'oidc', access_token: null, refresh_token: null, id_token: null },
    ])
  })

  it('signs in to an account with a password if both sides have verified the address', async () => {
    const jonas = await api.signUp()
    await confirm(jonas.person.email)
    const client = api.anonymous()

    await oidc.signsInWith(client, identity({ email: jonas.person.email.toUpperCase() }))

    expect((await sessionOf(client))?.user.id).toBe(jonas.userId)
    const linked = await jonas.read<{ providerId: string }[]>('/api/auth/list-accounts')
    expect(linked.map(({ providerId }) => providerId).toSorted()).toEqual(['credential', 'oidc'])
  })

  it.each([
    ['the provider', false, true],
    ['this server', true, false],
  ])('sec/A7 does not sign in to an account whose address %s has not verified', async (_who, byProvider, here) => {
    const jonas = await api.signUp()
    if (here) await confirm(jonas.person.email)
    const client = api.anonymous()

    const back = await oidc.signsInWith(client, identity({ email: jonas.person.email, email_verified: byProvider }))

    expect(back.searchParams.get('error')).toBe('account_not_linked')
    expect(await sessionOf(client)).toBeNull()
    expect(await accountsOf(jonas.person.email)).toHaveLength(1)
  })

  it('is refused if the provider has not verified the address', () =>
    refused(identity({ email_verified: false }), 'email_not_verified'))

  it('is refused if the user cancels', () => refused(undefined, 'access_denied'))

  it.each([
    ['nonce', { nonce: 'another' }],
    ['audience', { aud: 'another-client' }],
    ['issuer', { iss: 'https://evil.example' }],
    ['expiry', { exp: 1000 }],
    ['missing nonce', { nonce: undefined }],
  ])('is refused if the ID token is wrong: %s', async (_what, claims) => {
    oidc.tamper = (given) => ({ ...given, ...claims })

    await refused(identity(), 'unable_to_get_user_info')
  })

  it('is refused without the cookie of the browser that started it', async () => {
    oidc.user = identity()
    const [starter, victim] = [api.anonymous(), api.anonymous()]
    const started = await starter.post('/api/auth/sign-in/social', { provider: 'oidc', callbackURL: '/dashboard' })
    const { url } = (await started.json()) as { url: string }
    const { searchParams } = new URL(url)

    const reply = await victim.get(`/api/auth/callback/oidc?code=stolen&state=${searchParams.get('state')}`)

    expect(new URL(reply.headers.get('location') ?? '').searchParams.get('error')).toBe('state_mismatch')
    expect(await sessionOf(victim)).toBeNull()
  })

  it('sec/E8 accepts no ID token from a client', async () => {
    const idToken = { token: 'a.b.c', nonce: 'n' }
    const reply = await api.anonymous().post('/api/auth/sign-in/social', { provider: 'oidc', idToken })

    expect(reply.status).toBe(400)
  })

  it('sec/H4 returns only to this origin', async () => {
    const body = { provider: 'oidc', callbackURL: 'https://evil.example/' }

    expect((await api.anonymous().post('/api/auth/sign-in/social', body)).status).toBe(403)
  })

  it('sec/B1 asks users with a second factor for it', async () => {
    const jonas = await api.signUp()
    await confirm(jonas.person.email)
    const { totpURI } = await enrols(jonas)
    const client = api.anonymous()

    const back = await oidc.signsInWith(client, identity({ email: jonas.person.email }))

    expect(back.pathname + back.search).toBe('/login?secondFactor=totp')
    expect(await sessionOf(client)).toBeNull()
    expect((await client.get('/api/EntryPoint')).status).toBe(401)
    expect((await client.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) })).status).toBe(200)
    expect((await sessionOf(client))?.user.id).toBe(jonas.userId)
  })

  it('is recorded once in the activity log, also if a code is required', async () => {
    const jonas = await api.signUp()
    await confirm(jonas.person.email)
    const person = identity({ email: jonas.person.email })
    await oidc.signsInWith(api.anonymous(), person)
    const { totpURI } = await enrols(jonas)
    const client = api.anonymous()
    await oidc.signsInWith(client, person)
    await client.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) })

    const entries = await jonas.read<ActivityEntry[]>('/api/account/activity?resourceType=session&sortDirection=asc')

    expect(entries.map(({ metadata }) => metadata.event)).toEqual([
      'session.created', // with the password
      'session.created', // with the provider
      'session.deleted', // when two-factor authentication was turned on
      'session.created', // with the provider and a code
    ])
  })

  it('is refused while the account is banned', async () => {
    const mara = identity()
    const client = api.anonymous()
    await oidc.signsInWith(client, mara)
    const { user } = (await sessionOf(client)) as Session
    await api.administrator.post('/api/auth/admin/ban-user', { userId: user.id, banReason: 'Sold access' })

    const guest = api.anonymous()
    const back = await oidc.signsInWith(guest, mara)

    expect(back.search).toBe('?error=BANNED_USER')
    expect(await sessionOf(guest)).toBeNull()
    expect(await guest.read('/api/account/welcome')).toMatchObject({
      ban: expect.stringMatching(/Reason: Sold access$/),
    })
    const log = await api.administrator.read<ActivityEntry[]>(`/api/admin/activity?userId=${user.id}&limit=1`)
    expect(log[0]?.metadata).toMatchObject({ event: 'signIn.refused', refused: 'banned' })
  })
})

describe('a linked identity', () => {
  it('is added and removed in the settings, but never the only way to sign in', async () => {
    const jonas = await api.signUp()
    const back = await oidc.signsInWith(jonas, identity({ email: jonas.person.email }), 'link')
    const listed = await jonas.read<{ id: string; providerId: string }[]>('/api/auth/list-accounts')
    const unlink = async (providerId: string) => {
      const accountId = listed.find((account) => account.providerId === providerId)?.id
      return (await jonas.post('/api/auth/unlink-account', { accountId })).status
    }

    expect(back.searchParams.get('error')).toBeNull()
    expect(listed).toHaveLength(2)
    expect([await unlink('oidc'), await unlink('credential')]).toEqual([200, 400])
  })

  it('must have the same address', async () => {
    const jonas = await api.signUp()

    const back = await oidc.signsInWith(jonas, identity(), 'link')

    expect(back.searchParams.get('error')).toBe('email_does_not_match')
  })
})

describe('the sign-up rule', () => {
  it('sec/E8 applies to identity providers: closed, invited only, and the first administrator', async () => {
    const closed = await testApi({ env: { ...env, SIGN_UP: 'closed' } })
    const invite = await testApi({ env: { ...env, SIGN_UP: 'invite' }, empty: true })
    const [first, stranger, guest] = [invite.anonymous(), invite.anonymous(), invite.anonymous()]
    const invited = identity()

    expect((await oidc.signsInWith(closed.anonymous(), identity())).searchParams.get('error')).toBe('SIGN_UP_CLOSED')
    await oidc.signsInWith(first, identity())
    const lab = await hasOrganization(first as never)
    await first.post('/api/auth/organization/invite-member', {
      organizationId: lab.id,
      email: invited.email,
      role: 'member',
    })
    expect(await first.read('/api/user/grants')).toContain('role:admin')
    expect((await oidc.signsInWith(stranger, identity())).searchParams.get('error')).toBe('INVITATION_REQUIRED')
    expect((await oidc.signsInWith(guest, invited)).pathname).toBe('/dashboard')
  })

  it('passes the token of the setup link through the provider', async () => {
    const remote = { HOST: '0.0.0.0', ALLOWED_HOSTS: 'localhost' }
    const setup = await testApi({ env: { ...env, ...remote, OIDC_ONLY: '1' }, empty: true })
    const token = /setup=([\w-]+)/.exec(setup.said.join(' '))?.[1]
    const [without, owner] = [setup.anonymous(), setup.anonymous()]

    expect((await oidc.signsInWith(without, identity())).searchParams.get('error')).toBe('SET_UP_FIRST')
    await oidc.signsInWith(owner, identity(), { additionalData: { setup: token } })

    expect(await owner.read('/api/user/grants')).toContain('role:admin')
  })

  it('sec/A9 creates no account if the setup link expires during the sign-in', async () => {
    const empty = await testApi({ env, empty: true })
    // better-auth deletes expired rows when it looks up a token, and then not again for some time.
    await empty.anonymous().post('/api/auth/reset-password', { newPassword: PASSWORD, token: 'x' })
    await empty.db.pool.query(`update verification set expires_at = now() - interval '1 second'`)

    const back = await oidc.signsInWith(empty.anonymous(), identity())

    expect(back.searchParams.get('error')).toBe('SET_UP_FIRST')
    expect((await empty.db.pool.query('select role from "user"')).rows).toEqual([])
  })
})

describe('with OIDC_ONLY', () => {
  it('no endpoint accepts a password, and administrators create accounts without one', async () => {
    const only = await testApi({ env: { ...env, OIDC_ONLY: '1' }, empty: true })
    const admin = only.anonymous()
    await oidc.signsInWith(admin, identity())
    const paths = ['sign-in/email', 'sign-up/email', 'request-password-reset', 'reset-password', 'change-password']
    const body = { name: 'Eve', email: 'eve@example.org', password: PASSWORD, newPassword: PASSWORD, token: 'x' }

    const statuses = await Promise.all(
      paths.map(async (path) => (await only.anonymous().post(`/api/auth/${path}`, body)).status),
    )
    const created = await admin.post('/api/admin/users', { name: 'Nils', email: 'nils@example.org' })

    expect(statuses).toEqual(paths.map(() => 404))
    expect(created.status, await created.clone().text()).toBe(201)
    expect(await only.anonymous().read('/api/account/welcome')).toMatchObject({
      oidc: { name: 'single sign-on', only: true },
    })
  })
})

describe('without an identity provider', () => {
  it('its endpoints do not exist', async () => {
    const plain = await testApi()
    const start = await plain.anonymous().post('/api/auth/sign-in/social', { provider: 'oidc' })

    expect(start.status).toBe(404)
    expect(await plain.anonymous().read('/api/account/welcome')).toMatchObject({ oidc: null })
  })
})
