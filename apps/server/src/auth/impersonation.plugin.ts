import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Logger } from 'pino'
import { type HookContext, on } from './hooks.ts'
import { endReplaced } from './replaced-sessions.ts'

/** Endpoints that an impersonator may call, in addition to those that `READS` and `WITHOUT_SESSION` match. */
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
const READS = /^\/organization\/(get|list)-?/

const WITHOUT_SESSION =
  /^\/(sign-in\/|sign-up\/|two-factor\/verify-|request-password-reset|reset-password|verify-email)/

/**
 * Prevents an impersonator from changing the user's account and memberships, and from administering the server. When
 * impersonation stops, a new session replaces the administrator's suspended session. Start and stop are logged.
 */
export function impersonation(log: Logger) {
  return {
    id: 'impersonation-limits',
    hooks: {
      before: [
        {
          matcher: ({ path, request }) =>
            request !== undefined &&
            path !== undefined &&
            !ALLOWED.includes(path) &&
            !READS.test(path) &&
            !WITHOUT_SESSION.test(path),
          handler: createAuthMiddleware(refuseImpersonators),
        },
        on('/admin/stop-impersonating', requireOwnSession),
      ],
      after: [
        on('/admin/impersonate-user', async (ctx) => {
          const administrator = ctx.context.session?.user.id
          if (!isAPIError(ctx.context.returned))
            log.info({ administrator, userId: ctx.body?.userId }, 'impersonation started')
        }),
        on('/admin/stop-impersonating', (ctx) => renew(ctx, log)),
      ],
    },
  } satisfies BetterAuthPlugin
}

async function refuseImpersonators(ctx: HookContext): Promise<void> {
  const session = await getSessionFromCtx(ctx)
  if (!session?.session.impersonatedBy) return
  throw new APIError('FORBIDDEN', {
    code: 'ACTING_FOR_SOMEBODY',
    message: 'Not available while impersonating. Only the account’s owner can do this.',
  })
}

/** Requires the cookie of the administrator's own session. Without it, the administrator can only sign in again. */
async function requireOwnSession(ctx: HookContext): Promise<void> {
  const session = await getSessionFromCtx(ctx)
  if (!session?.session.impersonatedBy) return
  const { internalAdapter, createAuthCookie, secret } = ctx.context
  const kept = await ctx.getSignedCookie(createAuthCookie('admin_session').name, secret)
  const own = kept ? await internalAdapter.findSession(kept.split(':')[0] ?? '') : null
  if (own?.user.id === session.session.impersonatedBy) return
  throw new APIError('CONFLICT', {
    code: 'SIGN_IN_AGAIN',
    message: 'Your own session has expired. Sign out, then sign in again.',
  })
}

/**
 * Replaces the administrator's suspended session with a new one. The new session has the same age and expiry, because
 * the administrator did not re-authenticate.
 */
async function renew(ctx: HookContext, log: Logger): Promise<void> {
  const waited = ctx.context.newSession
  if (isAPIError(ctx.context.returned) || !waited) return
  const { internalAdapter, createAuthCookie, secret } = ctx.context
  const { token, createdAt, expiresAt, activeOrganizationId } = waited.session
  const kept = await ctx.getSignedCookie(createAuthCookie('admin_session').name, secret)
  const untilBrowserCloses = typeof kept === 'string' && kept.split(':')[1] !== ''
  const same = { createdAt, expiresAt, activeOrganizationId }
  const session = await internalAdapter.createSession(waited.user.id, untilBrowserCloses, same, true)
  await setSessionCookie(ctx, { session, user: waited.user }, untilBrowserCloses)
  await endReplaced(internalAdapter, token)
  log.info({ administrator: waited.user.id }, 'impersonation stopped')
}
