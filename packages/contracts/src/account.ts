import type { Plan } from './limits.ts'

/** The reply of GET /api/account/welcome, which the sign-in pages read before anyone has signed in. */
export interface Welcome {
  /** True if no account exists yet and this client may create the first one, which becomes the administrator. */
  firstVisit: boolean
  /** Whether anyone may sign up. */
  signUp: 'open' | 'invite' | 'closed'
  /**
   * How the server delivers email. Without SMTP, it writes emails to the outbox folder and does not verify addresses.
   */
  mail: 'smtp' | 'outbox'
  passwordMinLength: number
  /** The identity provider, if one is configured. `only` means that it replaces passwords. */
  oidc: { name: string; only: boolean } | null
  /** Whether users can subscribe to a newsletter. */
  newsletter: boolean
  /** True if the server accepts plain HTTP on a public address. Administrators see a banner. */
  insecureHttp: boolean
  /** If a ban ended this client's session: a message with the reason for the ban and its end. */
  ban: string | null
}

/** The id that better-auth's endpoints use for the configured identity provider. */
export const OIDC_PROVIDER = 'oidc'

/** The header of the first administrator's sign-up that contains the token from the setup link. */
export const SETUP_HEADER = 'x-millrace-setup'

/** The header of a sign-up through an invitation that contains the invitation's id. */
export const INVITATION_HEADER = 'x-millrace-invitation'

/**
 * The reply of GET /api/account/email-change: an address that was requested but not confirmed yet. Null if there is
 * none.
 */
export interface EmailChange {
  email: string
  expiresAt: string
}

/** The reply of GET /api/account/context: the context in which the user can see a resource. */
export interface ResourceContext {
  /** The id of the organization to switch to; null for the user’s own context. */
  organizationId: string | null
}

/**
 * The reply of GET /api/account/usage: the plan and usage of the user’s own account, regardless of the active context.
 */
export interface AccountUsage {
  plan: Plan
  usedBytes: number
  /** Grants that an administrator gave to the user. */
  grants: string[]
}

/** The reply of GET /api/account/export/parts: the number of archives that an export of all data consists of. */
export interface ExportParts {
  parts: number
}

/** The body of POST /api/account/required-password-change. */
export interface RequiredPasswordChange {
  password: string
  newPassword: string
}

/**
 * Error codes that /api/auth returns in addition to those of better-auth. Each comes with a human-readable `message`.
 */
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
