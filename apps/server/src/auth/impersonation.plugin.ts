import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Logger } from 'pino'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** What an administrator may do in somebody's account besides looking around in organizations. All else is refused. */
const ALLOWED = [
  '/get-session',
  '/sign-out',
  '/ok',
  '/error',
  '/admin/stop-impersonating',
  '/organization/set-active',
  '/organization/set-active-team',
  '/organization/has-permission',
]
const LOOKS = /^\/organization\/(get|list)-?/

/** These need no session; who uses them acts by a password or a mailed token. */
const WITHOUT_SESSION =
  /^\/(sign-in\/|sign-up\/|two-factor\/verify-|request-password-reset|reset-password|verify-email)/

/**
 * While an administrator acts for somebody, that person's password, second factor, address, sessions and memberships
 * are out of reach, and so is administration. Coming back gives the administrator a new session in place of the one
 * that waited. Both ends of the visit are logged.
 */
export function actingForOthers(log: Logger) {
  return {
    id: 'acting-for-others',
    hooks: {
      before: [
        {
          matcher: ({ path, request }) =>
            request !== undefined &&
            path !== undefined &&
            !ALLOWED.includes(path) &&
            !LOOKS.test(path) &&
            !WITHOUT_SESSION.test(path),
          handler: createAuthMiddleware(refuseImpersonators),
        },
        {
          matcher: ({ path }) => path === '/admin/stop-impersonating',
          handler: createAuthMiddleware(requireWayBack),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/admin/impersonate-user',
          handler: createAuthMiddleware(async (ctx) => {
            const administrator = ctx.context.session?.user.id
            if (!isAPIError(ctx.context.returned))
              log.info({ administrator, userId: ctx.body?.userId }, 'an administrator acts for somebody')
          }),
        },
        {
          matcher: ({ path }) => path === '/admin/stop-impersonating',
          handler: createAuthMiddleware((ctx) => renew(ctx, log)),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function refuseImpersonators(ctx: Context): Promise<void> {
  const session = await getSessionFromCtx(ctx)
  if (!session?.session.impersonatedBy) return
  throw new APIError('FORBIDDEN', {
    code: 'ACTING_FOR_SOMEBODY',
    message: 'This is done by the person alone, not by somebody acting for them.',
  })
}

/** Without the cookie that keeps the administrator's own session, the way back is to sign in again. */
async function requireWayBack(ctx: Context): Promise<void> {
  const session = await getSessionFromCtx(ctx)
  if (!session?.session.impersonatedBy) return
  const { internalAdapter, createAuthCookie, secret } = ctx.context
  const kept = await ctx.getSignedCookie(createAuthCookie('admin_session').name, secret)
  const own = kept ? await internalAdapter.findSession(kept.split(':')[0] ?? '') : null
  if (own?.user.id === session.session.impersonatedBy) return
  throw new APIError('CONFLICT', {
    code: 'SIGN_IN_AGAIN',
    message: 'Your own session has ended. Sign out and in again.',
  })
}

/** The new session ends when the one before would have: coming back proves nothing anew. */
async function renew(ctx: Context, log: Logger): Promise<void> {
  const waited = ctx.context.newSession
  if (isAPIError(ctx.context.returned) || !waited) return
  const { internalAdapter, createAuthCookie, secret } = ctx.context
  const { token, createdAt, expiresAt, activeOrganizationId } = waited.session
  const kept = await ctx.getSignedCookie(createAuthCookie('admin_session').name, secret)
  const forThisVisit = typeof kept === 'string' && kept.split(':')[1] !== ''
  const same = { createdAt, expiresAt, activeOrganizationId }
  const session = await internalAdapter.createSession(waited.user.id, forThisVisit, same, true)
  await setSessionCookie(ctx, { session, user: waited.user }, forThisVisit)
  await internalAdapter.deleteSession(token)
  log.info({ administrator: waited.user.id }, 'an administrator stopped acting for somebody')
}
