import { ORGANIZATION_PERMISSIONS, ORGANIZATION_ROLES } from '@millrace/contracts/organizations'
import { capitalized } from '#lib/capitalized.ts'

/** The actions that a role permits, by resource, such as `{ member: ['create'] }`. */
export type Permissions = Readonly<Record<string, readonly string[]>>

export interface CustomRole {
  id: string
  role: string
  permission: Permissions
}

export const BUILT_IN = ['owner', 'admin', 'member'] as const

/** Returns the permissions of a member's roles, which are separated by commas. Unknown roles have none. */
export function permissionsOf(roles: string, custom: readonly CustomRole[]): Permissions {
  const parts = roles.split(',').map((role) => definitionOf(role.trim(), custom))
  return Object.fromEntries(
    Object.keys(ORGANIZATION_PERMISSIONS).map((resource) => [resource, parts.flatMap((part) => part[resource] ?? [])]),
  )
}

function definitionOf(role: string, custom: readonly CustomRole[]): Permissions {
  const builtIn: Readonly<Record<string, Permissions>> = ORGANIZATION_ROLES
  return builtIn[role] ?? custom.find((one) => one.role === role)?.permission ?? {}
}

/** Returns whether permissions allow an action on a resource, such as `isAllowed(held, 'member', 'create')`. */
export function isAllowed(held: Permissions, resource: string, action: string): boolean {
  return held[resource]?.includes(action) ?? false
}

/**
 * Returns whether a user with these permissions may assign a role or remove it from a member. Users can give only
 * permissions that they have. Every user is considered to have the permissions of the role `member`, and only owners
 * can make or unmake owners.
 */
export function mayAssign(held: Permissions, role: string, custom: readonly CustomRole[]): boolean {
  if (role.split(',').includes('owner') && !isAllowed(held, 'organization', 'delete')) return false
  return Object.entries(permissionsOf(role, custom)).every(([resource, actions]) =>
    actions.every((action) => held[resource]?.includes(action) || memberMay(resource, action)),
  )
}

function memberMay(resource: string, action: string): boolean {
  const member: Permissions = ORGANIZATION_ROLES.member
  return member[resource]?.includes(action) ?? false
}

/** Capitalizes the name of a role: `people manager` → `People manager`. */
export function roleLabel(role: string): string {
  return capitalized(role)
}

/** Returns the roles that a user with these permissions can assign, starting with the built-in ones. */
export function assignableRoles(held: Permissions, custom: readonly CustomRole[]): string[] {
  const names = [...BUILT_IN, ...custom.map(({ role }) => role).toSorted()]
  return names.filter((role) => mayAssign(held, role, custom))
}
