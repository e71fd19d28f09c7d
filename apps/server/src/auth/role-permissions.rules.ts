/** The permitted actions of a role by resource, such as `{ member: ['create', 'update'] }`. */
export type Permissions = Readonly<Record<string, readonly string[]>>

/** Returns the combined permissions of the roles, each in the form `member:update`. Unknown roles have none. */
export function permissionsOf(roles: readonly string[], definitions: ReadonlyMap<string, Permissions>): string[] {
  return roles.flatMap((role) => permissionNames(definitions.get(role) ?? {}))
}

export function permissionNames(permissions: Permissions): string[] {
  return Object.entries(permissions).flatMap(([resource, actions]) => actions.map((action) => `${resource}:${action}`))
}

/**
 * Splits a list of role names at commas and trims each name, as the auth library does. `input` may be a string or an
 * array.
 */
export function rolesNamed(input: unknown): string[] {
  const texts = [input].flat().filter((one) => typeof one === 'string')
  return texts.flatMap((text) => text.split(',')).flatMap((role) => role.trim() || [])
}
