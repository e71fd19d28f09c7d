import { createValue } from './value.ts'

/** True while a call was refused because the session ended; the shell then asks to sign in over the page. */
export const signedOut = createValue(false)

let changing = 0

export function noticeSignedOut(): void {
  if (changing === 0) signedOut.set(true)
}

/**
 * Runs a call that may replace the session, as verifying a second factor does. Calls with the old cookie that are refused
 * meanwhile do not mean that the user is signed out.
 */
export async function whileSessionChanges<T>(change: () => Promise<T>): Promise<T> {
  changing += 1
  try {
    return await change()
  } finally {
    changing -= 1
  }
}
