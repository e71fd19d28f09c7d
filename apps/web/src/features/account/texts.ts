/** What the account pages say, apart from labels and titles. The server’s error codes name the problems. */
export const ACCOUNT_TEXTS = {
  signIn: {
    wanted: 'Sign in to continue.',
    inviteOnly: 'Accounts are by invitation only. Ask an administrator.',
    confirmFirst: 'Confirm your email address first.',
    stale: 'You signed in a while ago. Sign in again, then repeat the action.',
    interrupted: 'You were signed out. Your input on this page is kept.',
    problems: {
      INVALID_EMAIL_OR_PASSWORD: 'Incorrect email or password.',
      INVALID_EMAIL: 'Incorrect email or password.',
    } as Record<string, string>,
  },
  provider: {
    failed: 'Sign-in failed. Try again, or contact an administrator.',
    /** What may go wrong, by the codes in the address that the identity provider’s reply leads to. */
    problems: {
      access_denied: 'You canceled the sign-in.',
      account_not_linked:
        'An account with this address exists, but the address isn’t confirmed. Sign in with your password, then link the account in the settings.',
      BANNED_USER: 'This account is banned. Contact an administrator.',
      email_not_found: 'The sign-in provider didn’t send an email address.',
      email_not_verified: 'The sign-in provider hasn’t verified your email address. Verify it there, then try again.',
      email_does_not_match: 'The email address there differs from the one of this account.',
      account_already_linked_to_different_user: 'This sign-in is already linked to another account.',
      INVITATION_REQUIRED: 'Accounts are by invitation only. Ask an administrator.',
      SIGN_UP_CLOSED: 'You don’t have an account here. Ask an administrator to create one.',
      SET_UP_FIRST: 'Open the setup link that the server printed when it started.',
      state_mismatch: 'This sign-in has expired. Try again.',
      state_not_found: 'This sign-in has expired. Try again.',
      invalid_code: 'The sign-in provider’s reply wasn’t valid. Try again, or contact an administrator.',
      issuer_mismatch: 'The sign-in provider’s reply wasn’t valid. Try again, or contact an administrator.',
      unable_to_get_user_info: 'The sign-in provider’s reply wasn’t valid. Try again, or contact an administrator.',
    } as Record<string, string>,
  },
  signUp: {
    first: 'The first account administers this installation.',
    taken: 'An account with this address already exists. Sign in, or use another address.',
    invalidEmail: 'Enter a valid email address.',
    inviteOnly: 'Accounts are by invitation only. Ask an administrator to invite you, then open the link you receive.',
    closed: 'Sign-up is closed. Contact an administrator.',
  },
  password: {
    forgot: 'We’ll email you a reset link.',
    required: 'An administrator requires a new password.',
    signsOut: 'This signs you out on all other devices.',
    wrong: 'Incorrect password.',
    noMail:
      'This installation doesn’t send email. An administrator can find the link in the outbox folder of the data directory.',
  },
  link: {
    sent: 'If an account with this address exists, we’ve emailed it a link.',
    invalid: 'This link is no longer valid',
    expiry: 'Links work once and expire after an hour.',
    incomplete: 'This link is incomplete. Open the full link from the email.',
  },
  addressRestored:
    'Your old password no longer works, and all devices were signed out. We’ve emailed you a link to set a new password.',
} as const

/** Why signing in with the identity provider failed, by the code in the address. */
export function providerProblem(code: string): string {
  const { problems, failed } = ACCOUNT_TEXTS.provider
  return (Object.hasOwn(problems, code) && problems[code]) || failed
}
