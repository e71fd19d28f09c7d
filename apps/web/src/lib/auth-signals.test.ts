import { QueryClient } from '@tanstack/react-query'
import { createAuthClient } from 'better-auth/client'
import { organizationClient, twoFactorClient } from 'better-auth/client/plugins'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followAuthSignals } from './auth-signals.ts'

/** Creates the library’s client without a network, and records what is refetched after each of its calls. */
function client(reply: () => Response = () => Response.json({})) {
  const auth = createAuthClient({
    baseURL: 'http://localhost:3000',
    plugins: [
      organizationClient({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
      twoFactorClient(),
    ],
    fetchOptions: { customFetchImpl: () => Promise.resolve(reply()) },
  })
  const queryClient = new QueryClient()
  for (const key of ['session', 'organizations', 'organization', 'jobs']) queryClient.setQueryData([key], key)
  followAuthSignals(auth.$store, queryClient)
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey[0])
  return { auth, stale }
}

type Auth = ReturnType<typeof client>['auth']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const person = { email: 'mara@example.org', password: 'still water runs deep' }
const organizationId = 'rhine'
const SESSION: [string, (auth: Auth) => Promise<unknown>][] = [
  ['sign-in', (auth) => auth.signIn.email(person)],
  ['sign-up', (auth) => auth.signUp.email({ ...person, name: 'Mara' })],
  ['sign-out', (auth) => auth.signOut()],
  ['update-user', (auth) => auth.updateUser({ name: 'Mara' })],
  ['delete-user', (auth) => auth.deleteUser()],
  ['verify-email', (auth) => auth.verifyEmail({ query: { token: 'token' } })],
  ['two-factor/enable', (auth) => auth.twoFactor.enable({ password: person.password })],
  ['two-factor/verify-totp', (auth) => auth.twoFactor.verifyTotp({ code: '123456' })],
  ['organization/set-active', (auth) => auth.organization.setActive({ organizationId })],
]
const LIST: [string, (auth: Auth) => Promise<unknown>][] = [
  ['create', (auth) => auth.organization.create({ name: 'Rhine', slug: 'rhine' })],
  ['update', (auth) => auth.organization.update({ organizationId, data: { name: 'Rhine' } })],
  ['delete', (auth) => auth.organization.delete({ organizationId })],
]
const ACTIVE: [string, (auth: Auth) => Promise<unknown>][] = [
  ...LIST,
  ['update-member-role', (auth) => auth.organization.updateMemberRole({ memberId: 'm', role: 'admin' })],
  ['invite-member', (auth) => auth.organization.inviteMember({ email: person.email, role: 'member' })],
  ['create-team', (auth) => auth.organization.createTeam({ name: 'Gauges' })],
  ['create-role', (auth) => auth.organization.createRole({ role: 'viewer', permission: { ac: ['read'] } })],
]

describe('after a successful call', () => {
  it.each(SESSION)('to %s, the session is read again 10 ms later', async (_path, act) => {
    const { auth, stale } = client()

    await act(auth)
    await vi.advanceTimersByTimeAsync(9)
    expect(stale()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)

    expect(stale()).toContain('session')
    expect(stale()).not.toContain('jobs')
  })

  it.each(LIST)('to organization/%s, the list of organizations is read again', async (_path, act) => {
    const { auth, stale } = client()

    await act(auth)
    await vi.advanceTimersByTimeAsync(10)

    expect(stale()).toContain('organizations')
  })

  it.each(ACTIVE)('to organization/%s, the active organization is read again', async (_path, act) => {
    const { auth, stale } = client()

    await act(auth)
    await vi.advanceTimersByTimeAsync(10)

    expect(stale()).toContain('organization')
  })

  it('that only reads, nothing else is read again', async () => {
    const { auth, stale } = client()

    await auth.listSessions()
    await vi.advanceTimersByTimeAsync(10)

    expect(stale()).toEqual([])
  })
})

it('the auth client rejects an invalid base URL', () => {
  expect(() => createAuthClient({ baseURL: 'not a URL' })).toThrow('valid base URL')
})

it('a refused call makes no data stale', async () => {
  const { auth, stale } = client(() => Response.json({ message: 'Incorrect password.' }, { status: 400 }))

  await auth.signIn.email(person)
  await auth.organization.delete({ organizationId })
  await vi.advanceTimersByTimeAsync(10)

  expect(stale()).toEqual([])
})

describe('a reply with a URL and the redirect flag', () => {
  const follow = async (body: object) => {
    const location = { href: 'http://localhost:3000/login' }
    vi.stubGlobal('window', { location })
    const { auth } = client(() => Response.json(body))
    await auth.signIn.email(person)
    vi.unstubAllGlobals()
    return location.href
  }

  it('makes the browser navigate there', async () => {
    expect(await follow({ url: '/jobs', redirect: true })).toBe('/jobs')
  })

  it('does nothing without the flag or with a URL that is a script', async () => {
    expect(await follow({ url: '/jobs', redirect: false })).toBe('http://localhost:3000/login')
    expect(await follow({ url: 'javascript:alert(1)', redirect: true })).toBe('http://localhost:3000/login')
  })
})
