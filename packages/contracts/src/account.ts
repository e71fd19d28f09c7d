import type { Plan } from './limits.ts'

/** The reply to GET /api/account/welcome, for the sign-in pages. */
export interface Welcome {
  /** True if no account exists yet and this client may create the first account, that of the administrator. */
  firstVisit: boolean
  signUp: 'open' | 'invite' | 'closed'
  /** Without SMTP, emails are written to the outbox folder, and addresses are not verified. */
  mail: 'smtp' | 'outbox'
  passwordMinLength: number
  /** The identity provider, if one is configured. `only` means that users cannot sign in with passwords or passkeys. */
  oidc: { name: string; only: boolean } | null
  newsletter: boolean
  /** True if the server accepts plain HTTP on a public address. Administrators see a banner. */
  insecureHttp: boolean
  /** Message with the reason and the end of a ban that ended the session or refused the sign-in. Null without a ban. */
  ban: string | null
}

/** The id that better-auth's endpoints use for the configured identity provider. */
export const OIDC_PROVIDER = 'oidc'

/** The request header with the token from the setup link. It is sent when the first administrator signs up. */
export const SETUP_HEADER = 'x-millrace-setup'

/** The request header with the invitation's id. It is sent when an invited user signs up. */
export const INVITATION_HEADER = 'x-millrace-invitation'

/** The reply to GET /api/account/email-change: a requested address that is not confirmed yet. Null if there is none. */
export interface EmailChange {
  email: string
  expiresAt: string
}

/** The reply to GET /api/account/context: the context that has access to a resource. */
export interface ResourceContext {
  /** Null means the user’s own context. */
  organizationId: string | null
}

/** The reply to GET /api/account/usage: plan and usage of the user’s own account, not of the active organization. */
export interface AccountUsage {
  plan: Plan
  usedBytes: number
  grants: string[]
}

/** The reply to GET /api/account/export/parts: the number of archives that make up an export of all data. */
export interface ExportParts {
  parts: number
}

/** Some of the error codes of /api/auth. Each comes with a human-readable `message`. */
export type AuthCode =
  | 'SET_UP_FIRST'
  | 'SIGN_UP_CLOSED'
  | 'INVITATION_REQUIRED'
  | 'PASSWORD_TOO_COMMON'
  | 'PASSWORD_CHANGE_REQUIRED'
  | 'TOO_MANY_ATTEMPTS'
  | 'TOO_BUSY'
  | 'LAST_OWNER'
  | 'LAST_ADMINISTRATOR'
  | 'ANOTHER_ACCOUNT'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SESSION_NOT_FRESH'
