import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from './api.ts'
import { askAuth, isAdmin, type Session, sessionQuery } from './session.ts'

const MARA: Session = {
  session: { id: 's1', expiresAt: '2026-12-02T03:41:28.856Z' },
  user: { id: 'u1', name: 'Mara', email: 'mara@example.org', emailVerified: true, role: 'user' },
}

const answers = (reply: () => Response) => vi.stubGlobal('fetch', () => Promise.resolve(reply()))

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://localhost:3000' })
  vi.stubGlobal('document', { getElementById: () => null })
})
afterEach(() => void vi.unstubAllGlobals())

/** Returns the states that a screen sees while the session is fetched. */
async function statesSeen(): Promise<string[]> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(queryClient, sessionQuery)
  const states = [observer.getCurrentResult().status as string]
  await new Promise<void>((settled) => {
    observer.subscribe(({ status, isFetching }) => {
      if (states.at(-1) !== status) states.push(status)
      if (!isFetching) settled()
    })
  })
  observer.destroy()
  queryClient.clear()
  return states
}

describe('the session', () => {
  it('is first pending, then loaded', async () => {
    answers(() => Response.json(MARA))

    expect(await statesSeen()).toEqual(['pending', 'success'])
  })

  it('is first pending, then an error', async () => {
    answers(() => new Response(null, { status: 500 }))

    expect(await statesSeen()).toEqual(['pending', 'error'])
  })

  it('is an administrator’s only if the role is exactly “admin”', () => {
    const withRole = (role: string | null) => ({ ...MARA, user: { ...MARA.user, role } })

    expect(isAdmin(withRole('admin'))).toBe(true)
    for (const role of ['user', 'Admin', 'admin,user', '', null]) expect(isAdmin(withRole(role))).toBe(false)
    expect(isAdmin(undefined)).toBe(false)
  })
})

it('a refused call of the auth client fails with the status, its text, and the fields of the reply', async () => {
  const body = { code: 'LAST_OWNER', message: 'An organization needs an owner.' }
  answers(() => Response.json(body, { status: 400, statusText: 'Bad Request' }))

  const refused = askAuth((auth) => auth.organization.leave({ organizationId: 'rhine' }))

  await expect(refused).rejects.toBeInstanceOf(ApiProblem)
  await expect(refused).rejects.toMatchObject({
    status: 400,
    statusText: 'Bad Request',
    code: 'LAST_OWNER',
    message: 'An organization needs an owner.',
  })
})
