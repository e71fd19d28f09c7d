/** The owner whose resources a request may access, and the user for whom the request acts. */
export interface Scope {
  /** Public id of the owner. */
  owner: string
  /**
   * The user's roles: in an organization `owner`, `admin`, `member` or custom roles; in the user's own context `owner`.
   * Empty if there is no user, as with the system's worker key or the signed link of a preview.
   */
  roles: readonly string[]
  /** An administrator may also access single resources of other owners, which is logged (see reach-resource.ts). */
  isAdministrator: boolean
  /** Public id of the user for whom the request acts, as recorded in histories. */
  actsFor: string
  impersonator?: { publicId: string } | undefined
}

/** The owner whose rows a statement may access. Undefined means the rows of all owners, for system transactions. */
export interface Reach {
  owner: string | undefined
}

/** The owner whose rows a list contains. Undefined means the rows of all owners. */
export type OwnerFilter = Reach['owner']

export const EVERY_OWNER: Reach = { owner: undefined }

interface Acting {
  ownerId: string
  userPublicId: string
  roles?: readonly string[]
  isAdmin?: boolean
  impersonator?: { publicId: string } | undefined
}

export function scopeOf({ ownerId, userPublicId, roles = [], isAdmin = false, impersonator }: Acting): Scope {
  return { owner: ownerId, roles, isAdministrator: isAdmin, actsFor: userPublicId, impersonator }
}

/** Returns the user's roles. `memberRole` is a comma-separated list, or null if the user isn't a member. */
export function rolesIn(ownerKind: 'user' | 'organization' | 'system', memberRole: string | null): string[] {
  if (ownerKind === 'user') return ['owner']
  return memberRole === null ? [] : memberRole.split(',').map((role) => role.trim())
}

/** Returns the actor with a scope, which is derived from the roles and the actor's fields. */
export function withScope<A extends Omit<Acting, 'roles'>>(actor: A, roles: readonly string[]): A & { scope: Scope } {
  return { ...actor, scope: scopeOf({ ...actor, roles }) }
}

/** Returns what a user cannot use for lack of a second factor, if anything. */
export function lackingSecondFactor(of: {
  role: string | null
  hasSecondFactor: boolean
  organizationRequiresSecondFactor: boolean
  requiredOfAdministrators: boolean
}): 'administration' | 'organization' | undefined {
  if (of.hasSecondFactor) return undefined
  if (of.organizationRequiresSecondFactor) return 'organization'
  return of.role === 'admin' && of.requiredOfAdministrators ? 'administration' : undefined
}
