import type { AuthContext, BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Deps } from '#deps.ts'
import type { EmailTemplates } from '#mail/email-templates.ts'
import type { Mailer } from '#mail/mail.ts'
import { Problem } from '#problem.ts'
import { requireNoDependents } from './account-guards.plugin.ts'
import { mailBucket } from './account-throttle.plugin.ts'
import * as store from './accounts.store.ts'
import { PASSWORD_MAX_LENGTH } from './password-policy.ts'
import { addToBucket } from './throttle.store.ts'
import { storeVerification } from './verification-tokens.ts'
import { EMAIL_LINK_SECONDS } from './verify-email.plugin.ts'

const HOUR = 3600

/**
 * Returns the options for sign-up and passwords. The length limits here must not be stricter than those of the
 * password-policy plugin, which checks every new password.
 */
export function emailAndPassword({ db, env, limits, passwords }: Deps, mailer: Mailer, write: EmailTemplates) {
  return {
    enabled: true,
    requireEmailVerification: env.SMTP_URL !== undefined,
    minPasswordLength: 8,
    maxPasswordLength: PASSWORD_MAX_LENGTH * 2, // better-auth counts UTF-16 code units, at most two per character
    revokeSessionsOnPasswordReset: true,
    resetPasswordTokenExpiresIn: HOUR,
    password: {
      hash: (password) => passwords.hash(password).catch(asApiError),
      verify: ({ hash, password }) => passwords.verify(hash, password).catch(asApiError),
    },
    // The response for an address that is taken must have the same fields as the response for a new account.
    customSyntheticUser: ({ coreFields, additionalFields, id }) => ({
      ...coreFields,
      ...additionalFields,
      id,
      role: 'user',
    }),
    async sendResetPassword({ user, token }) {
      const template = (await store.hasPassword(db, user.id)) ? write.resetPassword : write.accountCreated
      await mailer.send(template(user.email, token))
    },
    async onExistingUserSignUp({ user }) {
      const tooMany = (await addToBucket(db, mailBucket(user.email), limits.recipient)) !== undefined
      if (!tooMany) await mailer.send(write.accountExists(user.email))
    },
    async onPasswordReset({ user }) {
      await store.clearPasswordRequirement(db, user.id)
      await mailer.send(write.passwordChanged(user.email))
    },
  } satisfies BetterAuthOptions['emailAndPassword']
}

/**
 * Returns the options for verifying email addresses. Addresses are verified only if the server can send email.
 * `sendVerificationEmail` is called for new and for changed addresses.
 */
export function emailVerification(
  deps: Deps,
  mailer: Mailer,
  write: EmailTemplates,
  tokens: Promise<AuthContext['internalAdapter']>,
) {
  return {
    sendOnSignUp: deps.env.SMTP_URL !== undefined,
    autoSignInAfterVerification: true,
    expiresIn: EMAIL_LINK_SECONDS,
    async sendVerificationEmail({ user, token }) {
      const changes = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).updateTo !== undefined
      if (user.emailVerified && !changes) return
      const text = await storeVerification(await tokens, deps, { kind: 'token', token }, EMAIL_LINK_SECONDS)
      await mailer.send(changes ? write.confirmNewAddress(user.email, text) : write.verifyAddress(user.email, text))
    },
  } satisfies BetterAuthOptions['emailVerification']
}

/** Returns the additional fields of accounts, and the options for changing an address and deleting an account. */
export function userOptions({ db, env, newId }: Deps, mailer: Mailer, write: EmailTemplates) {
  return {
    additionalFields: {
      publicId: { type: 'string', required: true, input: false, defaultValue: newId },
      plan: { type: ['free', 'enterprise'], required: true, input: false, defaultValue: 'free' },
      passwordResetRequired: { type: 'boolean', required: true, input: false, defaultValue: false },
      newsletter: { type: 'boolean', required: false, input: true, defaultValue: false },
      mentionMails: { type: 'boolean', required: false, input: true, defaultValue: true },
    },
    changeEmail: { enabled: true, updateEmailWithoutVerification: env.SMTP_URL === undefined },
    deleteUser: {
      enabled: true,
      deleteTokenExpiresIn: HOUR,
      beforeDelete: ({ id }) => requireNoDependents(db, id),
      sendDeleteAccountVerification: ({ user, token }) => mailer.send(write.deleteAccount(user.email, token)),
    },
  } satisfies BetterAuthOptions['user']
}

function asApiError(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const seconds = String(error.retryAfterSeconds ?? 5)
  throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_BUSY', message: error.message }, { 'retry-after': seconds })
}
