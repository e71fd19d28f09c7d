import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiProblem, callJson, readProblem } from './api.ts'
import type { AuthClient } from './auth-client.ts'
import { followAuthSignals } from './auth-signals.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { mustSignInAgain, signedOut, withCurrentSession } from './signed-out.ts'
import { removeStored, storedKeys } from './use-local-storage.ts'

export interface SessionUser {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image?: string | null
  role?: string | null
  plan?: string
  banned?: boolean | null
  twoFactorEnabled?: boolean | null
  newsletter?: boolean | null
  mentionMails?: boolean | null
}

export interface Session {
  session: {
    id: string
    expiresAt: string
    passwordResetRequired?: boolean | null
    activeOrganizationId?: string | null
    impersonatedBy?: string | null
  }
  user: SessionUser
}

const askWho = (signal?: AbortSignal) => callJson<Session | null>('/api/auth/get-session', { signal })

/**
 * Who is signed in, or null. Read by the route guards, so it is plain fetch and not the whole auth client. A session
 * that is gone when it is looked up again counts as an error: what is known of the user stays, because the page is
 * still theirs and continues after they sign in again.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn({ client, queryKey, signal }) {
    const now = await withCurrentSession(
      () => askWho(signal),
      (session) => session === null,
    )
    if (now === null && client.getQueryData(queryKey)) throw new ApiProblem(401, '', { code: 'unauthorized' })
    return now
  },
})

/** The signed-in user. Only for screens that require a session; undefined while signing out. */
export function useSession(): Session | undefined {
  return useQuery(sessionQuery).data ?? undefined
}

/** Whether the user is an administrator. False without a session. */
export function isAdmin(session: Session | undefined): boolean {
  return session?.user.role === 'admin'
}

/** What a call of the auth client resolves with. A refused call has an error and no data. */
export interface AuthReply<T> {
  data: T | null
  error: { status: number; statusText: string; message?: string | undefined; code?: string | undefined } | null
}

/**
 * One call of the auth client, as value or ApiProblem: `askAuth((auth) => auth.signOut())`. The client is loaded
 * with the first call, not with the page; `preloadAuth` fetches it early.
 */
export async function askAuth<T>(act: (auth: AuthClient) => Promise<AuthReply<T>>): Promise<T> {
  const auth = await loadAuth()
  const { data, error } = await act(auth)
  if (error) throw new ApiProblem(error.status, error.statusText, readProblem({ ...error }))
  return data as T
}

let cache: QueryClient | undefined
let loading: Promise<AuthClient> | undefined

/** From now on, reads again whatever a call of the auth client changes. */
export function followAuth(queryClient: QueryClient): void {
  cache = queryClient
}

function loadAuth(): Promise<AuthClient> {
  loading ??= import('./auth-client.ts').then(({ auth }) => {
    if (cache) followAuthSignals(auth.$store, cache)
    return auth
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** Fetches the auth client once the page is idle, so that the first press does not wait for it. */
export function preloadAuth(): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  idle(() => void loadAuth().catch(() => {}))
}

/** After anything that changes who is signed in: ask again, and forget what belonged to another person. */
export async function refreshSession(queryClient: QueryClient): Promise<Session | null> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const now = await askWho()
  queryClient.setQueryData(sessionQuery.queryKey, now)
  if (now) {
    signedOut.set(false)
    mustSignInAgain.set(false)
  }
  if (before?.user.id !== now?.user.id) {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'welcome' })
  }
  return now
}

/** Where a browser keeps the names of files that may not have arrived, followed by the person and the context. */
export const MISSING_UPLOADS = 'millrace.missing-uploads'

/**
 * After signing out for good: nothing of the person stays in memory, here or in other tabs, and no names of their files in
 * the browser.
 */
export function forgetSession(queryClient: QueryClient): void {
  const person = queryClient.getQueryData(sessionQuery.queryKey)?.user.id
  if (person) for (const key of storedKeys(`${MISSING_UPLOADS} ${person} `)) removeStored(key)
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  sessionStorage.clear()
  tellOtherTabs('signed-out')
}
