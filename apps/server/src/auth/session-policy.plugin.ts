import type { AuthContext, BetterAuthPlugin, GenericEndpointContext, User } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import { sessionToken } from '#http/session-cookie.ts'

/** Endpoints at which the library itself asks for the second factor or has just checked it. */
const CHECKS_SECOND_FACTOR = /^\/(sign-in\/email$|two-factor\/verify-)/

interface Person extends User {
  passwordResetRequired?: boolean
  twoFactorEnabled?: boolean
}

interface NewSession {
  userId: string
  token: string
  impersonatedBy?: string | null
}

/**
 * What holds for every new session, whatever endpoint or identity provider starts it: it carries whether its owner must
 * set a new password, it is worthless until the second factor and the address are confirmed, and it replaces the session
 * that the browser had. A session of an impersonator is exempt: the administrator's own session waits meanwhile. A change
 * of role ends all sessions.
 */
export function sessionPolicy(options: { verifiedAddressRequired: boolean }) {
  return {
    id: 'session-policy',
    init: (context) => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before(session, ctx) {
                if (session.impersonatedBy) return
                const user = (await context.internalAdapter.findUserById(session.userId)) as Person | null
                if (!user) return false
                const confirmed = (user.emailVerified || !options.verifiedAddressRequired) && hasSecondFactor(user, ctx)
                // Born expired rather than refused: confirming an address succeeds even where it must not sign in.
                return {
                  data: {
                    passwordResetRequired: user.passwordResetRequired === true,
                    ...(!confirmed && { expiresAt: new Date(0) }),
                  },
                }
              },
              after: (session, ctx) => endPrevious(session, ctx?.headers?.get('cookie'), context),
            },
          },
        },
      },
    }),
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/admin/set-role' || path === '/admin/update-user',
          handler: createAuthMiddleware(async (ctx) => {
            const changesRole = ctx.path === '/admin/set-role' || ctx.body?.data?.role !== undefined
            if (!changesRole || isAPIError(ctx.context.returned)) return
            await ctx.context.internalAdapter.deleteUserSessions(String(ctx.body.userId))
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** A session that continues one of the same person, such as after a change of password, needs no second factor again. */
function hasSecondFactor(user: Person, ctx: GenericEndpointContext | null): boolean {
  if (!user.twoFactorEnabled || CHECKS_SECOND_FACTOR.test(ctx?.path ?? '')) return true
  const current = ctx?.context.session
  return current?.user.id === user.id || current?.session.impersonatedBy === user.id
}

async function endPrevious(
  session: NewSession,
  cookies: string | null | undefined,
  context: AuthContext,
): Promise<void> {
  if (!cookies || session.impersonatedBy) return
  const previous = sessionToken(cookies, context.authCookies.sessionToken.name, context.secret)
  if (previous && previous !== session.token) await context.internalAdapter.deleteSession(previous)
}
