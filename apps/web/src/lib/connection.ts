import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'
import { sessionQuery } from './session.ts'
import { createValue } from './value.ts'

/** Since when the server does not answer; undefined while it does. */
export const lostSince = createValue<Date | undefined>(undefined)

/** Finds out why a connection broke: no server, or no session, which the session query reports. */
export async function explainLoss(queryClient: QueryClient): Promise<void> {
  const since = lostSince.get() ?? new Date()
  // Also while the browser believes that it is offline, since otherwise the question would wait until it is not.
  const asked = queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false, networkMode: 'always' })
  const error = await asked.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  const isAway = error instanceof ApiProblem && (error.status === 0 || error.status >= 502)
  lostSince.set(isAway ? since : undefined)
}

/** The server has answered again. */
export function noticeFound(): void {
  lostSince.set(undefined)
}

/**
 * A part of the app that cannot be fetched fails into the error view of its place. Without this the router would reload
 * the page, and with no server there is no page to come back to.
 */
export function keepPageWithoutServer(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = 'This part of Millrace could not be loaded. Check your connection and try again.'
  })
}
