import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'
import { sessionQuery } from './session.ts'
import { createValue } from './value.ts'

/** The time at which the server became unreachable. Undefined while it is reachable. */
export const lostSince = createValue<Date | undefined>(undefined)

/**
 * Finds out why the connection was lost, by loading the session. Sets `lostSince` if the server is unreachable,
 * otherwise clears it. If the session has ended, the session query reports that.
 */
export async function explainLoss(queryClient: QueryClient): Promise<void> {
  const since = lostSince.get() ?? new Date()
  // Sent even if the browser believes that it is offline. Otherwise, the request would wait until the browser reports
  // that it is online.
  const asked = queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false, networkMode: 'always' })
  const error = await asked.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  const isAway = error instanceof ApiProblem && (error.status === 0 || error.status >= 502)
  lostSince.set(isAway ? since : undefined)
}

/** Call this when the server has replied again. */
export function noticeFound(): void {
  lostSince.set(undefined)
}

/**
 * Replaces the message of errors that occur while parts of the app are loading. The router recognizes the browser’s
 * message and would reload the page, which would be lost while the server is unreachable.
 */
export function keepPageWithoutServer(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = 'This part of Millrace could not be loaded. Check your connection and try again.'
  })
}
