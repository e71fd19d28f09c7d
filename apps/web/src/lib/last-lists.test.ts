import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from './session.ts'

const storage = new Map<string, string>()
const page = { src: '/assets/main-1.js' }
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
})
vi.stubGlobal('document', { querySelector: () => page })
vi.stubGlobal('location', { origin: 'http://localhost' })
const { followLists, restoreList, storeLists } = await import('./last-lists.ts')
const { sessionQuery } = await import('./session.ts')
const { noticeSignedOut, signedOut } = await import('./signed-out.ts')

const JOBS = ['jobs', 'list', { PageSize: 20 }, false]
const FILES = ['work-data', 'list', {}, false]
const MINUTE = 60_000

function signedIn(id: string, activeOrganizationId: string | null = null): QueryClient {
  const client = new QueryClient()
  signIn(client, id, activeOrganizationId)
  followLists(client)
  return client
}

function signIn(client: QueryClient, id: string, activeOrganizationId: string | null): void {
  const user = { id, name: id, email: `${id}@example.org`, emailVerified: true }
  const session: Session = { session: { id: 's', expiresAt: '', activeOrganizationId }, user }
  client.setQueryData(sessionQuery.queryKey, session)
}

/** Fetches a list as a screen does. */
function read(client: QueryClient, queryKey: unknown[], data: unknown): Promise<unknown> {
  return client.fetchQuery({ queryKey, queryFn: () => data, staleTime: MINUTE })
}

/** Returns the data that a screen shows for a list right after a reload. */
function restored(client: QueryClient, key: unknown[] = JOBS, now?: number): unknown {
  restoreList(client, key, now)
  return client.getQueryData(key)
}

describe('the last lists', () => {
  beforeEach(async () => {
    storage.clear()
    signedOut.set(false)
    page.src = '/assets/main-1.js'
    const left = signedIn('mara')
    await read(left, JOBS, { jobs: ['clean'] })
    left.setQueryData(['jobs', 'detail', '/api/Job/1'], { name: 'clean' })
    storeLists(left)
  })

  it('are shown after a reload', () => {
    const client = signedIn('mara')

    expect(restored(client)).toEqual({ jobs: ['clean'] })
    expect(restored(client, FILES)).toBeUndefined()
    expect(restored(client, ['jobs', 'detail', '/api/Job/1'])).toBeUndefined()
  })

  it('are replaced with what the server replies, however recent they are', async () => {
    const client = signedIn('mara')
    restoreList(client, JOBS)

    await read(client, JOBS, { jobs: ['clean', 'plot'] })

    expect(client.getQueryData(JOBS)).toEqual({ jobs: ['clean', 'plot'] })
  })

  it('are not stored for a workspace that became active after they were read', async () => {
    const client = signedIn('mara')
    await read(client, JOBS, { jobs: ['clean'] })
    signIn(client, 'mara', 'rhine')
    await read(client, FILES, { items: ['a.csv'] })

    storeLists(client)

    expect(restored(signedIn('mara', 'rhine'), FILES)).toEqual({ items: ['a.csv'] })
    expect(restored(signedIn('mara', 'rhine'))).toBeUndefined()
  })

  it('are not stored during an action that the server may still refuse', async () => {
    const client = signedIn('mara')
    await read(client, JOBS, { jobs: [] })
    const action = client.getMutationCache().build(client, { mutationFn: () => new Promise<void>(() => {}) })
    void action.execute(undefined)

    storeLists(client)

    expect(restored(signedIn('mara'))).toBeUndefined()
  })

  it('are forgotten when the session ends', async () => {
    const client = signedIn('mara')
    await read(client, JOBS, { jobs: ['clean'] })
    noticeSignedOut()

    storeLists(client)

    expect(storage.size).toBe(0)
  })

  it('are not shown to another user, and are deleted then', () => {
    expect(restored(signedIn('jonas'))).toBeUndefined()
    expect(restored(signedIn('mara'))).toBeUndefined()
  })

  it('are not shown in another organization', () => {
    expect(restored(signedIn('mara', 'rhine'))).toBeUndefined()
  })

  it('are not shown by another build, or after a day', () => {
    expect(restored(signedIn('mara'), JOBS, Date.now() + 25 * 60 * MINUTE)).toBeUndefined()
    page.src = '/assets/main-2.js'
    expect(restored(signedIn('mara'))).toBeUndefined()
  })

  it('do not replace what is already known', () => {
    const client = signedIn('mara')
    client.setQueryData(JOBS, { jobs: [] })

    expect(restored(client)).toEqual({ jobs: [] })
  })

  it('are not stored without a session, or if they are large', async () => {
    storage.clear()
    const signedOut = new QueryClient()
    signedOut.setQueryData(JOBS, { jobs: ['clean'] })
    storeLists(signedOut)
    expect(storage.size).toBe(0)

    const client = signedIn('mara')
    await read(client, JOBS, { jobs: ['x'.repeat(2_000_000)] })
    await read(client, FILES, { items: ['a.csv'] })
    storeLists(client)

    expect(restored(signedIn('mara'), FILES)).toEqual({ items: ['a.csv'] })
    expect(restored(signedIn('mara'))).toBeUndefined()
  })
})
