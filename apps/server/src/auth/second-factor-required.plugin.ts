import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Deps } from '#deps.ts'
import type { HookContext } from './hooks.ts'
import { requiresSecondFactor } from './organization-roles.store.ts'
import { isFresh } from './re-authentication.ts'

/** Administrator endpoints that someone at an unattended computer could use to take over accounts. */
const TAKES_OVER = /^\/admin\/(set-role|update-user|set-user-password|impersonate-user|remove-user)$/

/** Endpoints that users without a second factor may call in an organization that requires one. */
const ALLOWED =
  /^\/organization\/(set-active|list|leave|get-.+|list-user-.+|accept-invitation|reject-invitation|check-slug|create)$/

const FOR_ADMINISTRATORS = 'Administrators need two-factor authentication here. Turn it on in your settings.'
const FOR_MEMBERS = 'This organization requires two-factor authentication. Turn it on in your settings.'
const FOR_REQUIRING = 'Turn on two-factor authentication for your own account first.'

/**
 * Requires a second factor in three cases: for administration if ADMIN_REQUIRE_2FA is set, in organizations that
 * require a second factor, and to make an organization require one. The endpoints in `TAKES_OVER` also require a recent
 * sign-in.
 */
export function secondFactorRequired({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>) {
  return {
    id: 'second-factor-required',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => path.startsWith('/admin/') && path !== '/admin/stop-impersonating',
          handler: createAuthMiddleware(async (ctx) => {
            const found = await getSessionFromCtx(ctx)
            if (found?.user.role !== 'admin') return
            if (env.ADMIN_REQUIRE_2FA && !found.user.twoFactorEnabled) throw requiredError(FOR_ADMINISTRATORS)
            if (TAKES_OVER.test(ctx.path) && !isFresh(found.session.createdAt, now())) throw notFreshError()
          }),
        },
        {
          matcher: ({ path = '' }) => path.startsWith('/organization/'),
          handler: createAuthMiddleware((ctx) => checkOrganization(ctx, db)),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function checkOrganization(ctx: HookContext, db: Database): Promise<void> {
  const found = await getSessionFromCtx(ctx)
  if (!found || found.user.twoFactorEnabled) return
  if (ctx.body?.requireTwoFactor === true || ctx.body?.data?.requireTwoFactor === true)
    throw requiredError(FOR_REQUIRING)
  if (ALLOWED.test(ctx.path)) return
  const session = found.session as { activeOrganizationId?: string | null }
  const organization = ctx.body?.organizationId ?? ctx.query?.organizationId ?? session.activeOrganizationId
  if (typeof organization === 'string' && (await requiresSecondFactor(db, organization)))
    throw requiredError(FOR_MEMBERS)
}

function requiredError(message: string): APIError {
  return new APIError('FORBIDDEN', { code: 'SECOND_FACTOR_REQUIRED', message })
}

function notFreshError(): APIError {
  const message = 'You signed in a while ago. Sign in again to do this.'
  return new APIError('FORBIDDEN', { code: 'SESSION_NOT_FRESH', message })
}
