import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { type HookContext, on } from './hooks.ts'
import * as store from './organization-roles.store.ts'
import { type OrganizationRoles, rolesOf } from './organization-roles.ts'
import { permissionNames, permissionsOf, rolesNamed } from './role-permissions.rules.ts'

const PermissionMap = z.record(z.string(), z.array(z.string())).catch({})

/** For each endpoint, a function that returns the permissions that a request grants or revokes. */
const CHANGES: Record<
  string,
  (body: Body, organization: OrganizationRoles, db: Database) => Promise<string[]> | string[]
> = {
  '/organization/create-role': (body) => permissionNames(PermissionMap.parse(body.permission)),
  '/organization/update-role': changedPermissions,
  '/organization/update-member-role': async (body, { id, roles }, db) => {
    const former = await store.roleOfMember(db, id, String(body.memberId))
    return permissionsOf(rolesNamed([body.role, former].flat()), roles)
  },
  '/organization/remove-member': async (body, { id, roles }, db) =>
    permissionsOf(rolesNamed(await store.roleOfMember(db, id, String(body.memberIdOrEmail))), roles),
  '/organization/invite-member': async (body, { id, roles }, db) => {
    const renewed = body.resend === true ? await store.invitedRoles(db, id, String(body.email)) : []
    return permissionsOf(rolesNamed([body.role, ...renewed].flat()), roles)
  },
}

type Body = Record<string, unknown>

/**
 * Lets members grant and revoke only permissions that they hold. The library itself checks only the permissions of new
 * roles, and that only owners appoint or change owners. Every member counts as holding the permissions of the role
 * `member`. Otherwise, a user whose role only allows inviting could not invite members.
 */
export function heldPermissions(db: Database) {
  return {
    id: 'held-permissions',
    hooks: {
      before: [on(Object.keys(CHANGES), (ctx) => requireHeld(ctx, db))],
    },
  } satisfies BetterAuthPlugin
}

/** Lets non-members pass, because the library itself refuses them. */
async function requireHeld(ctx: HookContext, db: Database): Promise<void> {
  const session = await getSessionFromCtx(ctx)
  const body: Body = ctx.body ?? {}
  const organizationId = body.organizationId || session?.session.activeOrganizationId
  if (!session || typeof organizationId !== 'string') return
  const own = await store.memberRoles(db, { organizationId, userId: session.user.id })
  if (own === undefined) return

  const organization = await rolesOf(db, organizationId)
  const changed = (await CHANGES[ctx.path]?.(body, organization, db)) ?? []
  const held = permissionsOf([...rolesNamed(own), 'member'], organization.roles)
  const missing = [...new Set(changed)].filter((permission) => !held.includes(permission))
  if (missing.length > 0) throw notHeld(missing)
}

/**
 * Returns the permissions of a role before and after a change. The earlier permissions count too, because renaming the
 * role gives them to members and invitations that already have the new name.
 */
function changedPermissions(body: Body, { custom }: OrganizationRoles): string[] {
  const changed = custom.filter(({ id, role }) => role === body.roleName || id === body.roleId)
  const { permission } = z.looseObject({ permission: PermissionMap }).catch({ permission: {} }).parse(body.data)
  return [...changed.map((role) => role.permission), permission].flatMap(permissionNames)
}

function notHeld(missing: string[]): APIError {
  const message = `You can grant or revoke only permissions that you have. You don’t have ${missing.join(', ')}.`
  return new APIError('FORBIDDEN', { code: 'PERMISSION_NOT_HELD', message })
}
