import type { Database } from '@millrace/db/connect'
import * as store from './organization-roles.store.ts'
import { organizationAccess } from './permissions.ts'
import type { Permissions } from './role-permissions.rules.ts'

export interface OrganizationRoles {
  id: string
  custom: Awaited<ReturnType<typeof store.customRoles>>
  /** The built-in and the custom roles, by name. */
  roles: ReadonlyMap<string, Permissions>
}

export async function rolesOf(db: Database, id: string): Promise<OrganizationRoles> {
  const custom = await store.customRoles(db, id)
  const roles = new Map<string, Permissions>(custom.map(({ role, permission }) => [role, permission]))
  for (const [role, { statements }] of Object.entries(organizationAccess.roles)) roles.set(role, statements)
  return { id, custom, roles }
}
