import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem, isTemporary } from './api.ts'
import { lostSince } from './connection.ts'
import type { ToastOptions } from './show-toast.tsx'
import { mustSignInAgain, noticeSignedOut } from './signed-out.ts'
import { toast } from './toast.ts'

/** Stale times in milliseconds, by kind of data. The default is 60 s. */
export const STALE = {
  jobs: 20_000,
  workData: 20_000,
  workflows: 20_000,
  processingSteps: 500_000,
  link: 600_000,
} as const

/** Creates the app’s cache. Views show errors of their queries; toasts show errors of actions. */
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

/** The message of an unexpected error asks the user to send the request ID. */
function whatToSend(error: Error): ToastOptions {
  const { code, requestId } = error as Partial<ApiProblem>
  if (code !== 'unexpected' || requestId === undefined) return {}
  const run = () =>
    void import('./copy-text.ts').then(({ copyText }) => copyText(requestId, { said: 'Request ID copied' }))
  return { action: { label: 'Copy request ID', run } }
}

/**
 * Other errors would occur again. While the server is known to be unreachable, nothing is retried, because everything
 * is refetched when it is back.
 */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 2 && isTemporary(error) && !lostSince.get()
}

/**
 * Returns whether an action was refused because the last sign-in was too long ago. This doesn’t happen when the user
 * changes the email address, because that form asks for the password instead.
 */
function isStale(error: Error): boolean {
  return error instanceof ApiProblem && ['session-not-fresh', 'SESSION_NOT_FRESH'].includes(error.code ?? '')
}

/** The codes of a missing session. A wrong password is a 401 as well, but with another code. */
const NO_SESSION = ['unauthorized', 'UNAUTHORIZED']

function noticeLostSession(error: Error): void {
  if (error instanceof ApiProblem && error.code !== undefined && NO_SESSION.includes(error.code)) noticeSignedOut()
}

declare module '@tanstack/react-query' {
  interface Register {
    /** With `quiet`, the screen shows the error itself, so there is no toast. */
    mutationMeta: { quiet?: boolean }
    /** `followsJobs`: whether any job’s change may change the data, for queries whose key doesn’t imply it. */
    queryMeta: { quiet?: boolean; followsJobs?: (data: unknown) => boolean }
    defaultError: Error
  }
}
