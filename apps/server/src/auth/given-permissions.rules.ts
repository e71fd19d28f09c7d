/** What a role may do, such as `{ member: ['create', 'update'] }`. */
export type Permissions = Readonly<Record<string, readonly string[]>>

/** The permissions of some roles together, each written as `member:update`. Unknown roles have none. */
export function permissionsOf(roles: readonly string[], definitions: ReadonlyMap<string, Permissions>): string[] {
  return roles.flatMap((role) => permissionNames(definitions.get(role) ?? {}))
}

/** One `resource:action` text for each permission. */
export function permissionNames(permissions: Permissions): string[] {
  return Object.entries(permissions).flatMap(([resource, actions]) => actions.map((action) => `${resource}:${action}`))
}

/** The role names in text or a list as the auth library reads them: separated by commas and trimmed. */
export function rolesNamed(input: unknown): string[] {
  const texts = [input].flat().filter((one) => typeof one === 'string')
  return texts.flatMap((text) => text.split(',')).flatMap((role) => role.trim() || [])
}
