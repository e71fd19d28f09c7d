import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import * as store from './accounts.store.ts'
import { type HookContext, on } from './hooks.ts'

/**
 * Throws if the account is the only owner of an organization or the last administrator. Called before better-auth
 * deletes the account, because better-auth deletes the sessions and the password before the account.
 */
export async function requireNoDependents(db: Database, userId: string): Promise<void> {
  const orphaned = await store.organizationWithoutOwner(db, userId)
  if (orphaned !== undefined) throw lastOwner(orphaned)
  if (await store.isLastAdministrator(db, userId)) throw new APIError('BAD_REQUEST', LAST_ADMINISTRATOR)
}

/**
 * Applies `requireNoDependents` before an account is deleted, and keeps the last administrator from being demoted. Also
 * refuses unknown roles, and does not let administrators set their own password through the admin endpoint.
 */
export function accountGuards(db: Database) {
  return {
    id: 'account-guards',
    hooks: {
      before: [
        // Checked here as well, so that the user is refused before the confirmation email is sent.
        on('/delete-user', async (ctx) => {
          const session = await getSessionFromCtx(ctx)
          if (!session) return
          await requireOwnLink(ctx, session.user.id)
          await requireNoDependents(db, session.user.id)
        }),
        on('/admin/remove-user', async (ctx) => {
          if (await isAdministrator(ctx)) await requireNoDependents(db, String(ctx.body?.userId))
        }),
        on(['/admin/set-role', '/admin/update-user'], async (ctx) => {
          const role: unknown = ctx.body?.role ?? ctx.body?.data?.role
          const demotes = role !== undefined && [role].flat().every((name) => name !== 'admin')
          if (!demotes || !(await isAdministrator(ctx))) return
          if (await store.isLastAdministrator(db, String(ctx.body?.userId))) {
            throw new APIError('BAD_REQUEST', LAST_ADMINISTRATOR)
          }
        }),
        on(ASSIGNS_ROLE, async (ctx) => {
          const role: unknown = ctx.body?.role ?? ctx.body?.data?.role
          if (role !== undefined && !isOneRole(role)) throw new APIError('BAD_REQUEST', UNKNOWN_ROLE)
        }),
        on('/admin/set-user-password', async (ctx) => {
          if ((await getSessionFromCtx(ctx))?.user.id !== ctx.body?.userId) return
          throw new APIError('BAD_REQUEST', OWN_PASSWORD)
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Refuses the link of another account, because better-auth would invalidate that link before refusing it. */
async function requireOwnLink({ body, context }: HookContext, userId: string): Promise<void> {
  if (typeof body?.token !== 'string') return
  const found = await context.internalAdapter.findVerificationValue(`delete-account-${body.token}`)
  if (found && found.value !== userId) throw new APIError('FORBIDDEN', ANOTHER_ACCOUNT)
}

/**
 * Some checks apply only to administrators. better-auth refuses other users, and our error would reveal who is the last
 * administrator.
 */
async function isAdministrator(ctx: HookContext): Promise<boolean> {
  return (await getSessionFromCtx(ctx))?.user.role === 'admin'
}

const ASSIGNS_ROLE = ['/admin/set-role', '/admin/update-user', '/admin/create-user']
const UNKNOWN_ROLE = { code: 'ROLE_NOT_KNOWN', message: 'The role must be either “user” or “admin”.' }

/** Whether the value is a single known role. The library would accept several roles and join them into one string. */
function isOneRole(role: unknown): boolean {
  const [only, ...others] = [role].flat()
  return others.length === 0 && (only === 'admin' || only === 'user')
}

const LAST_ADMINISTRATOR = {
  code: 'LAST_ADMINISTRATOR',
  message: 'This is the only administrator. Make another user an administrator first.',
}

const ANOTHER_ACCOUNT = {
  code: 'ANOTHER_ACCOUNT',
  message: 'This link deletes another account. Sign out, then open the link again.',
}

const OWN_PASSWORD = {
  code: 'OWN_PASSWORD',
  message: 'To change your own password, use the page “Change password”, which asks for the current one.',
}

function lastOwner(organization: string): APIError {
  const message = `${organization} has no other owner. Make another member an owner, or delete the organization first.`
  return new APIError('BAD_REQUEST', { code: 'LAST_OWNER', message })
}
