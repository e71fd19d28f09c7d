import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import * as accounts from './accounts.store.ts'
import { type HookContext, on } from './hooks.ts'

const ALLOWED = ['/get-session', '/sign-out', '/ok', '/error']

const WITHOUT_SESSION =
  /^\/(sign-in\/|sign-up\/|passkey\/(generate-authenticate-options|verify-authentication)$|request-password-reset|reset-password|verify-email)/

/**
 * Refuses requests of users who must replace a password that an administrator set. Our own endpoint for the new
 * password calls better-auth without a request, so it is not refused.
 */
export function requiredChange(db: Database) {
  return {
    id: 'required-change',
    hooks: {
      before: [
        {
          matcher: ({ path, request }) =>
            request !== undefined && path !== undefined && !ALLOWED.includes(path) && !WITHOUT_SESSION.test(path),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx)
            if (session?.session.passwordResetRequired !== true) return
            throw new APIError('FORBIDDEN', {
              code: 'PASSWORD_CHANGE_REQUIRED',
              message: 'Set a new password first.',
            })
          }),
        },
      ],
      after: [on('/admin/set-user-password', (ctx) => requireOwnPassword(ctx, db))],
    },
  } satisfies BetterAuthPlugin
}

/**
 * Called after an administrator has set a user's password. Ends the user's sessions and requires a new password,
 * because the administrator knows the current one.
 */
async function requireOwnPassword(ctx: HookContext, db: Database): Promise<void> {
  if (isAPIError(ctx.context.returned)) return
  const userId = String(ctx.body?.userId)
  await accounts.requireNewPassword(db, userId)
  await ctx.context.internalAdapter.deleteUserSessions(userId)
}
