import { forgetStoredLists } from './stored-lists.ts'
import { createValue } from './value.ts'

/** Whether the session has ended, until the next sign-in. The shell shows a sign-in dialog over the page. */
export const signedOut = createValue(false)

/** True while an action requires a recent sign-in, for which the shell shows a dialog over the page. */
export const mustSignInAgain = createValue(false)

let started = 0
let running = 0
const waiting: (() => void)[] = []

/** Reports that the session has ended. Deletes stored lists, which the next user could read. */
export function noticeSignedOut(): void {
  signedOut.set(true)
  forgetStoredLists()
}

/**
 * Runs a call that may replace the session, such as a password change. The server invalidates the old cookie before the
 * browser has the new one, so other requests may be refused in between.
 */
export async function whileSessionChanges<T>(change: () => Promise<T>): Promise<T> {
  started += 1
  running += 1
  try {
    return await change()
  } finally {
    running -= 1
    if (running === 0) for (const proceed of waiting.splice(0)) proceed()
  }
}

/** Resolves once no call is replacing the session. */
export function sessionSettled(): Promise<void> {
  return running === 0 ? Promise.resolve() : new Promise((proceed) => waiting.push(proceed))
}

/** Sends a request, and retries it once if it carried the cookie of a session that had just been replaced. */
export async function withCurrentSession<T>(send: () => Promise<T>, isRefused: (reply: T) => boolean): Promise<T> {
  const before = running > 0 ? -1 : started
  const reply = await send()
  if (before === started || !isRefused(reply)) return reply
  await sessionSettled()
  return send()
}

/** Returns whether the server refused a request because the session has ended (status 401). */
export const isUnauthorized = ({ status }: Response): boolean => status === 401
