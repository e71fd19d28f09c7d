import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import * as people from './people.store.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Endpoints that remain allowed while a password change is required: reading the session and signing out. */
const ALLOWED = ['/get-session', '/sign-out', '/ok', '/error']

/** These need no session: a password or an emailed token authorizes them. */
const WITHOUT_SESSION =
  /^\/(sign-in\/|sign-up\/|passkey\/(generate-authenticate-options|verify-authentication)$|request-password-reset|reset-password|verify-email)/

/**
 * While a new password is required, refuses all other requests of the session. When an administrator sets a user's
 * password, that user must set a new one. Our own password change calls better-auth without a request, so this check
 * does not affect it.
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
      after: [
        {
          matcher: ({ path }) => path === '/admin/set-user-password',
          handler: createAuthMiddleware((ctx) => requireOwnPassword(ctx, db)),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/**
 * An administrator knows the password they set for a user. Therefore all of the user's sessions end, and the user must
 * set a new password.
 */
async function requireOwnPassword(ctx: Context, db: Database): Promise<void> {
  if (isAPIError(ctx.context.returned)) return
  const userId = String(ctx.body?.userId)
  await people.requireNewPassword(db, userId)
  await ctx.context.internalAdapter.deleteUserSessions(userId)
}
