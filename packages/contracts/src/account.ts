/** What the sign-in pages know before anybody is signed in: GET /api/account/welcome. */
export interface Welcome {
  /** No account exists yet and this client may create the first one, the administrator. */
  firstVisit: boolean
  /** Whether anyone may sign up. */
  signUp: 'open' | 'invite' | 'closed'
  /** Whether mail leaves the server; without, it lies in the outbox folder and addresses are not verified. */
  mail: 'smtp' | 'outbox'
  passwordMinLength: number
  /** True when plain http was allowed on a public address; administrators see a banner. */
  insecureHttp: boolean
}

/** Sent with a sign-up: the token of the set-up link, for the first administrator. */
export const SETUP_HEADER = 'x-millrace-setup'

/** Sent with a sign-up: the id of the invitation that led to it. */
export const INVITATION_HEADER = 'x-millrace-invitation'

/** The body of POST /api/account/required-password-change. */
export interface RequiredPasswordChange {
  password: string
  newPassword: string
}

/** What /api/auth answers with beside the codes of better-auth, each with a `message` for people. */
export const AUTH_CODES = [
  'SET_UP_FIRST',
  'SIGN_UP_CLOSED',
  'INVITATION_REQUIRED',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_CHANGE_REQUIRED',
  'TOO_MANY_ATTEMPTS',
  'TOO_BUSY',
  'LAST_OWNER',
  'LAST_ADMINISTRATOR',
] as const

export type AuthCode = (typeof AUTH_CODES)[number]
