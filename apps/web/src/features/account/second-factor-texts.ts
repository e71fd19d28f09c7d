import { ApiProblem } from '#lib/api.ts'

/**
 * Texts of the second step of sign-in. They are kept separate from other texts, because the sign-in page loads without
 * them.
 */
export const SECOND_FACTOR_TEXTS = {
  totp: 'Enter the code from your authenticator app.',
  otp: 'Enter the code we emailed you.',
  backup: 'Enter one of your backup codes. Each code works once.',
  problems: {
    INVALID_CODE: 'Incorrect code. Check your device’s clock, or wait for the next code.',
    OTP_HAS_EXPIRED: 'This code has expired. Send a new one.',
    INVALID_BACKUP_CODE: 'This backup code is incorrect or has already been used. Enter another one.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many attempts. Send a new code.',
    INVALID_TWO_FACTOR_COOKIE: 'This sign-in has expired. Go back and sign in again.',
    ACCOUNT_TEMPORARILY_LOCKED: 'Too many attempts. Wait 15 minutes, then sign in again.',
  } as Record<string, string>,
} as const

/** Returns the reason why the code of a second factor was refused. */
export function codeProblem(error: Error): string {
  const code = error instanceof ApiProblem ? error.code : undefined
  return (code && SECOND_FACTOR_TEXTS.problems[code]) || error.message
}
