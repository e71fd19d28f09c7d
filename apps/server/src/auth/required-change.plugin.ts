import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'

/** What somebody who must change the password may still ask: who they are, and to be signed out. */
const ALLOWED = ['/get-session', '/sign-out', '/ok', '/error']

/** These need no session; who uses them acts by a password or a mailed token. */
const WITHOUT_SESSION = /^\/(sign-in\/|sign-up\/|request-password-reset|reset-password|verify-email)/

/**
 * While a new password is required, a session is good for nothing else. Our own change calls better-auth without a
 * request, so it passes.
 */
export const requiredChange = {
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
            message: 'A new password is required first.',
          })
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin
