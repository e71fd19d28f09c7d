import type { Plan } from './limits.ts'

/** The reply of GET /api/account/welcome, which the sign-in pages read before anyone has signed in. */
export interface Welcome {
  /** True if no account exists yet and this client may create the first one, the administrator. */
  firstVisit: boolean
  /** Whether anyone may sign up. */
  signUp: 'open' | 'invite' | 'closed'
  /**
   * Whether the server sends email. Without SMTP it writes emails to the outbox folder and does not verify addresses.
   */
  mail: 'smtp' | 'outbox'
  passwordMinLength: number
  /** The identity provider, if there is one, and whether it replaces passwords. */
  oidc: { name: string; only: boolean } | null
  /** Whether users can subscribe to a newsletter. */
  newsletter: boolean
  /** True if the server accepts plain HTTP on a public address. Administrators see a banner. */
  insecureHttp: boolean
  /** If a ban ended the session of this client: until when and why. */
  ban: string | null
}

/** The id of the configured identity provider at the endpoints of better-auth. */
export const OIDC_PROVIDER = 'oidc'

/** The header with the token from the setup link, sent with the first administrator's sign-up. */
export const SETUP_HEADER = 'x-millrace-setup'

/** The header with the id of an invitation, sent with a sign-up that follows it. */
export const INVITATION_HEADER = 'x-millrace-invitation'

/** The reply of GET /api/account/email-change, or null: an address that was requested but not confirmed yet. */
export interface EmailChange {
  email: string
  expiresAt: string
}

/** The reply of GET /api/account/context: where the user can see a resource. */
export interface ResourceContext {
  /** The id of the organization to switch to; null for the user’s own context. */
  organizationId: string | null
}

/** The reply of GET /api/account/usage: the plan and usage of the user’s own account, whichever context is active. */
export interface AccountUsage {
  plan: Plan
  usedBytes: number
  /** Grants that were given to the user. */
  grants: string[]
}

/** The reply of GET /api/account/export/parts: how many archives an export of all data has. */
export interface ExportParts {
  parts: number
}

/** The body of POST /api/account/required-password-change. */
export interface RequiredPasswordChange {
  password: string
  newPassword: string
}

/** Error codes that /api/auth returns in addition to those of better-auth, each with a human-readable `message`. */
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
  'ANOTHER_ACCOUNT',
  'SECOND_FACTOR_REQUIRED',
  'SESSION_NOT_FRESH',
] as const

export type AuthCode = (typeof AUTH_CODES)[number]
