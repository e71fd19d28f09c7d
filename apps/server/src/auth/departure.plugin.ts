import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import * as store from './people.store.ts'

/**
 * Refuses to delete an account that others depend on. It has to be asked first of all: better-auth removes sessions and
 * password before it comes to the account itself.
 */
export async function requireDispensable(db: Database, userId: string): Promise<void> {
  const orphaned = await store.organizationWithoutOwner(db, userId)
  if (orphaned !== undefined) throw lastOwner(orphaned)
  if (await store.isLastAdministrator(db, userId)) throw new APIError('BAD_REQUEST', LAST_ADMINISTRATOR)
}

/** The same question when an administrator removes somebody. */
export function departures(db: Database) {
  return {
    id: 'departures',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/admin/remove-user',
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx)
            if (session?.user.role === 'admin') await requireDispensable(db, String(ctx.body?.userId))
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

const LAST_ADMINISTRATOR = {
  code: 'LAST_ADMINISTRATOR',
  message: 'This is the only administrator. Make somebody else administrator first.',
}

function lastOwner(organization: string): APIError {
  const message = `${organization} has no other owner. Make somebody else owner, or delete the organization first.`
  return new APIError('BAD_REQUEST', { code: 'LAST_OWNER', message })
}
