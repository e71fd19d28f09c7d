import { ApiProblem } from '#lib/api.ts'

export const PASSKEY_TEXTS = {
  help: 'Sign in with your fingerprint, face or device PIN instead of your password and code.',
  none: 'None',
  add: 'Your browser asks where to keep the passkey. The name helps you recognize it here.',
  remove: 'You won’t be able to sign in with it. Delete it from your device or password manager too.',
  notUsed: 'No passkey was used. Try again, or sign in another way.',
  notAdded: 'No passkey was added. Try again.',
  browser: {
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has a passkey for your account.',
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
      'This security key has no PIN or fingerprint. Set one up, or use another key.',
    ERROR_INVALID_DOMAIN: 'Passkeys work only at this server’s public address.',
    ERROR_INVALID_RP_ID: 'Passkeys work only at this server’s public address.',
  } as Record<string, string>,
  problems: {
    PASSKEY_NOT_FOUND: 'This passkey was removed from its account. Sign in another way.',
    CHALLENGE_NOT_FOUND: 'This sign-in has expired. Try again.',
    AUTHENTICATION_FAILED: 'The passkey wasn’t accepted. Try again, or sign in another way.',
    INVALID_PASSWORD: 'Incorrect password.',
  } as Record<string, string>,
} as const

/**
 * Returns the message for a failed passkey operation: our text for the error's code, otherwise the message of the
 * error.
 */
export function passkeyProblem(error: Error): string {
  const code = error instanceof ApiProblem ? error.code : undefined
  return (code && PASSKEY_TEXTS.problems[code]) || error.message
}
