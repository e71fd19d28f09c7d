import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'
import { role } from 'better-auth/plugins/access'
import { z } from 'zod'
import { type HookContext, on } from './hooks.ts'
import * as store from './organization-roles.store.ts'
import { rolesOf } from './organization-roles.ts'
import { adminAccess } from './permissions.ts'
import { type Permissions, rolesNamed } from './role-permissions.rules.ts'

const Refused = z.looseObject({ success: z.literal(false), error: z.null() })
const Asked = z.record(z.string(), z.array(z.string()))

/** Adds the reason to refusals of the library’s endpoints that check permissions. */
export function refusalTexts(db: Database) {
  return {
    id: 'refusal-texts',
    hooks: {
      after: [
        on('/organization/has-permission', (ctx) => explained(ctx, () => permissionsInOrganization(ctx, db))),
        on('/admin/has-permission', (ctx) => explained(ctx, () => globalPermissions(ctx))),
      ],
    },
  } satisfies BetterAuthPlugin
}

async function explained(ctx: HookContext, held: () => Promise<Permissions> | Permissions) {
  const refused = Refused.safeParse(ctx.context.returned)
  const asked = Asked.safeParse(ctx.body?.permissions ?? ctx.body?.permission)
  if (!refused.success || !asked.success) return
  const { error } = role(mutable(await held())).authorize(asked.data)
  // The library requires that one role has all of the permissions.
  return ctx.json({ ...refused.data, error: error ?? 'No single role has all of these permissions' })
}

async function permissionsInOrganization(ctx: HookContext, db: Database): Promise<Permissions> {
  const session = await getSessionFromCtx(ctx)
  const organizationId: unknown = ctx.body.organizationId || session?.session.activeOrganizationId
  if (!session || typeof organizationId !== 'string') return {}
  const { roles } = await rolesOf(db, organizationId)
  const own = rolesNamed(await store.memberRoles(db, { organizationId, userId: session.user.id }))
  const granted = own.flatMap((name) => Object.entries(roles.get(name) ?? {}))
  const byResource = Map.groupBy(granted, ([resource]) => resource)
  return Object.fromEntries(
    [...byResource].map(([resource, entries]) => [resource, entries.flatMap(([, actions]) => actions)]),
  )
}

async function globalPermissions(ctx: HookContext): Promise<Permissions> {
  const { admin, user } = adminAccess.roles
  return (await getSessionFromCtx(ctx))?.user.role === 'admin' ? admin.statements : user.statements
}

function mutable(permissions: Permissions): Record<string, string[]> {
  return Object.fromEntries(Object.entries(permissions).map(([resource, actions]) => [resource, [...actions]]))
}
