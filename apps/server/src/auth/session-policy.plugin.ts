import type { AuthContext, BetterAuthPlugin, GenericEndpointContext, Session, User } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { sessionToken } from '#http/session-cookie.ts'
import { on } from './hooks.ts'
import { endReplaced, expire } from './replaced-sessions.ts'

const PASSWORD = '/sign-in/email'
const PASSKEY = '/passkey/verify-authentication'
/** Endpoints that check the second factor before they create a session. A passkey counts as both factors. */
const CHECKS_SECOND_FACTOR = /^\/(two-factor\/verify-|passkey\/verify-authentication$)/
/** Endpoints that replace the user's session without a sign-in. */
const REPLACES = /^\/(change-password$|two-factor\/|admin\/stop-impersonating$)/

interface Person extends User {
  passwordResetRequired?: boolean
  twoFactorEnabled?: boolean
}

type NewSession = Session & { impersonatedBy?: string | null }

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
                const hasAddress = user.emailVerified || !options.verifiedAddressRequired
                const confirmed = hasAddress && (await hasSecondFactor(user, session, ctx))
                // Refusing the session would fail the whole request, even one that only confirms an address.
                return {
                  data: {
                    passwordResetRequired: user.passwordResetRequired === true,
                    ...(ctx?.path === PASSKEY && { signedInWith: 'passkey' }),
                    ...(REPLACES.test(ctx?.path ?? '') && continuesSession(user, ctx) && { signedInWith: 'session' }),
                    ...(!confirmed && { expiresAt: new Date(0) }),
                  },
                }
              },
              after: (session, ctx) => endPrevious(session, ctx?.headers?.get('cookie'), context),
            },
            delete: {
              async before({ token }, ctx) {
                // The library deletes all sessions of the user before it creates the one that replaces this one.
                const isReplaced = ctx?.path === '/change-password' && token === ctx.context.session?.session.token
                if (isReplaced) await expire(context.internalAdapter, token)
              },
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

/** Whether a new session needs no confirmation of the second factor. */
async function hasSecondFactor(user: Person, session: Session, ctx: GenericEndpointContext | null): Promise<boolean> {
  if (!user.twoFactorEnabled || CHECKS_SECOND_FACTOR.test(ctx?.path ?? '')) return true
  return ctx?.path === PASSWORD ? isTrustedDevice(user, session, ctx) : continuesSession(user, ctx)
}

/** Whether the library will accept the password without a code. It reads the user from the context’s new session. */
async function isTrustedDevice(user: Person, session: Session, ctx: GenericEndpointContext): Promise<boolean> {
  const twoFactor = ctx.context.getPlugin('two-factor')
  if (!twoFactor) return false
  const context = { ...ctx.context, newSession: { user, session } }
  return !(await twoFactor.shouldRequireTwoFactor({ ...ctx, context }))
}

/**
 * Whether a new session replaces another session of the same user, for example after a password change. It then does
 * not require the second factor again.
 */
function continuesSession(user: Person, ctx: GenericEndpointContext | null): boolean {
  const current = ctx?.context.session
  return current?.user.id === user.id || current?.session.impersonatedBy === user.id
}

/** A sign-in that still requires a code ends the previous session, but does not replace it. */
async function endPrevious(
  session: NewSession,
  cookies: string | null | undefined,
  { authCookies, secret, internalAdapter }: AuthContext,
): Promise<void> {
  if (!cookies || session.impersonatedBy) return
  const token = sessionToken(cookies, authCookies.sessionToken.name, secret)
  if (!token || token === session.token) return
  const previous: NewSession | undefined = (await internalAdapter.findSession(token))?.session
  const isReplaced = previous?.userId === session.userId && !previous.impersonatedBy && session.expiresAt.getTime() > 0
  await (isReplaced ? endReplaced(internalAdapter, token) : internalAdapter.deleteSession(token))
}
