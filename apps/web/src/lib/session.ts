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
 * Query for the session, or null if nobody is signed in. The route guards need it, so it uses plain fetch and not the
 * auth client. If a refetch finds that the session has ended, that is an error, so the user’s data stays: the page
 * remains on screen and continues after they sign in again.
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

/** Returns the session of the signed-in user. Only for screens that require a session; undefined while signing out. */
export function useSession(): Session | undefined {
  return useQuery(sessionQuery).data ?? undefined
}

/** Returns whether the user is an administrator. False without a session. */
export function isAdmin(session: Session | undefined): boolean {
  return session?.user.role === 'admin'
}

/** The reply of an auth client call. A refused call has an error and no data. */
export interface AuthReply<T> {
  data: T | null
  error: { status: number; statusText: string; message?: string | undefined; code?: string | undefined } | null
}

/**
 * Calls the auth client and returns the value or throws ApiProblem: `askAuth((auth) => auth.signOut())`. The client is
 * loaded with the first call, not with the page; `preloadAuth` loads it early.
 */
export async function askAuth<T>(act: (auth: AuthClient) => Promise<AuthReply<T>>): Promise<T> {
  const auth = await loadAuth()
  const { data, error } = await act(auth)
  if (error) throw new ApiProblem(error.status, error.statusText, readProblem({ ...error }))
  return data as T
}

let cache: QueryClient | undefined
let loading: Promise<AuthClient> | undefined

/** Sets the query client, which refetches data after a call to the auth client has changed it. */
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

/** Loads the auth client once the page is idle, so that the first call doesn’t have to wait for it. */
export function preloadAuth(): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  idle(() => void loadAuth().catch(() => {}))
}

/** Refetches and returns the session. If the user has changed, clears the data of the previous user. */
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

/** Prefix of the storage keys for names of files that may not have arrived, followed by the user and the context. */
export const MISSING_UPLOADS = 'millrace.missing-uploads'

/**
 * Clears all data of the user after sign-out: the cache in all tabs, the session storage of this tab, and file names
 * stored in the browser.
 */
export function forgetSession(queryClient: QueryClient): void {
  const person = queryClient.getQueryData(sessionQuery.queryKey)?.user.id
  if (person) for (const key of storedKeys(`${MISSING_UPLOADS} ${person} `)) removeStored(key)
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  sessionStorage.clear()
  tellOtherTabs('signed-out')
}
