import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { HookContext } from './hooks.ts'
import { isMember } from './organization-roles.store.ts'

const NONE = { code: 'ORGANIZATION_NOT_FOUND', message: 'Organization not found' }

/** Lets only members find an organization. The library’s replies would reveal to others whether it exists. */
export function privateOrganizations(db: Database) {
  return {
    id: 'private-organizations',
    hooks: {
      before: [
        {
          // Requests about an invitation need no check, because the library ignores which organization they name.
          matcher: ({ path = '' }) => path.startsWith('/organization/') && !path.endsWith('-invitation'),
          handler: createAuthMiddleware((ctx) => requireMember(ctx, db)),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function requireMember(ctx: HookContext, db: Database): Promise<void> {
  const input = { ...ctx.query, ...ctx.body } as Record<string, unknown>
  const named = [input.organizationId, input.organizationSlug].filter((one) => typeof one === 'string' && one !== '')
  const session = named.length > 0 ? await getSessionFromCtx(ctx) : null
  if (!session) return
  for (const organization of named) {
    const member = { organization: String(organization), userId: session.user.id }
    if (!(await isMember(db, member))) throw new APIError('NOT_FOUND', NONE)
  }
}
