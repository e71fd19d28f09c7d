import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem, isTemporary } from './api.ts'
import { lostSince } from './connection.ts'
import { mustSignInAgain, noticeSignedOut } from './signed-out.ts'
import { type ToastOptions, toast } from './toast.ts'

/** Stale times by kind of data (the rest is 60 s). */
export const STALE = {
  jobs: 20_000,
  workData: 20_000,
  workflows: 20_000,
  processingSteps: 500_000,
  link: 600_000,
} as const

/** The cache of the whole app. Reads fail into the view that asked; actions fail into one toast, from here. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, retry: mayRetry, retryDelay: 1000 },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({ onError: noticeLostSession }),
    mutationCache: new MutationCache({
      onError(error, _variables, _context, mutation) {
        noticeLostSession(error)
        if (isStale(error)) return mustSignInAgain.set(true)
        if (mutation.meta?.quiet !== true) toast.error(error.message, whatToSend(error))
      },
    }),
  })
}

/** The message of an unexpected error asks for the ID of the request. */
function whatToSend(error: Error): ToastOptions {
  const { code, requestId } = error as Partial<ApiProblem>
  if (code !== 'unexpected' || requestId === undefined) return {}
  const run = () =>
    void import('./copy-text.ts').then(({ copyText }) => copyText(requestId, { said: 'Request ID copied' }))
  return { action: { label: 'Copy request ID', run } }
}

/**
 * What the server refused stays refused; only a lost connection or a busy server is worth another try. While the server
 * is known to be away there is none: all is asked again when it is back.
 */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 2 && isTemporary(error) && !lostSince.get()
}

/** The action needs a recent sign-in. Changes of one’s own address ask for the password in their form instead. */
function isStale(error: Error): boolean {
  return error instanceof ApiProblem && ['session-not-fresh', 'SESSION_NOT_FRESH'].includes(error.code ?? '')
}

/** A wrong password is a 401, too; these two codes mean that there is no session. */
const NO_SESSION = ['unauthorized', 'UNAUTHORIZED']

function noticeLostSession(error: Error): void {
  if (error instanceof ApiProblem && error.code !== undefined && NO_SESSION.includes(error.code)) noticeSignedOut()
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen shows the error itself, so there is no toast. */
    mutationMeta: { quiet?: boolean }
    /** `followsJobs`: whether a change of any job may change the data, which its key does not tell. */
    queryMeta: { quiet?: boolean; followsJobs?: (data: unknown) => boolean }
    defaultError: Error
  }
}
