import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import * as people from './people.store.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** What somebody who must change the password may still ask: who they are, and to be signed out. */
const ALLOWED = ['/get-session', '/sign-out', '/ok', '/error']

/** These need no session; who uses them acts by a password or a mailed token. */
const WITHOUT_SESSION = /^\/(sign-in\/|sign-up\/|request-password-reset|reset-password|verify-email)/

/**
 * While a new password is required, a session is good for nothing else. It is required after an administrator chose one,
 * too. Our own change calls better-auth without a request, so it passes.
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
              message: 'A new password is required first.',
            })
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/admin/set-user-password' || path === '/admin/create-user',
          handler: createAuthMiddleware((ctx) => requireOwnPassword(ctx, db)),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** A password that an administrator chose is known to two: it ends what was signed in, and the person sets another. */
async function requireOwnPassword(ctx: Context, db: Database): Promise<void> {
  const returned = ctx.context.returned as { user?: { id: string } } | undefined
  if (isAPIError(returned)) return
  const userId = returned?.user?.id ?? String(ctx.body?.userId)
  if (ctx.path === '/admin/create-user' && typeof ctx.body?.password !== 'string') return
  await people.requireNewPassword(db, userId)
  await ctx.context.internalAdapter.deleteUserSessions(userId)
}
