import { createValue } from './value.ts'

/** True while a call was refused because the session ended; the shell then asks to sign in over the page. */
export const signedOut = createValue(false)

export function noticeSignedOut(): void {
  signedOut.set(true)
}
