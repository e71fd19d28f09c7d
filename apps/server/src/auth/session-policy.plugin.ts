import type { AuthContext, BetterAuthPlugin, GenericEndpointContext, User } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { sessionToken } from '#http/session-cookie.ts'
import { on } from './hooks.ts'

const PASSKEY = '/passkey/verify-authentication'
/** Endpoints for which the library itself checks the second factor. A passkey counts as both factors. */
const CHECKS_SECOND_FACTOR = /^\/(sign-in\/email$|two-factor\/verify-|passkey\/verify-authentication$)/

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
 * Rules for every new session. A new session is created as already expired if the second factor has not been confirmed,
 * or if the email address must be verified but is not. A new session replaces the browser's previous one, except for
 * impersonation. Changed roles and bans end a user's sessions.
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
                // Refusing the session would fail the whole request, even one that only confirms an address.
                return {
                  data: {
                    passwordResetRequired: user.passwordResetRequired === true,
                    ...(ctx?.path === PASSKEY && { signedInWith: 'passkey' }),
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
        on(['/admin/set-role', '/admin/update-user'], async (ctx) => {
          const { role, banned } = ctx.body?.data ?? {}
          const endsSessions = ctx.path === '/admin/set-role' || role !== undefined || banned === true
          if (!endsSessions || isAPIError(ctx.context.returned)) return
          await ctx.context.internalAdapter.deleteUserSessions(String(ctx.body.userId))
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

/**
 * Whether a new session needs no confirmation of the second factor. A session that replaces another session of the same
 * user, for example after a password change, does not require the second factor again.
 */
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
