/**
 * Which owner's resources a request may access, and on whose behalf. Resolved once, with the principal. Stores receive
 * it as a `Reach`.
 */
export interface Scope {
  /** Public id of the owner whose resources the request reads, changes and creates. */
  owner: string
  /**
   * The roles of the user in that owner: `owner`, `admin`, `member` or custom roles of an organization. Users have the
   * role `owner` in their own context. Empty if no user acts, as with the system's worker key or the signed link of a
   * preview.
   */
  roles: readonly string[]
  /** An administrator may also access single resources of other owners, which is logged (see reach-resource.ts). */
  isAdministrator: boolean
  /** Public id of the user for whom the request acts, as recorded in histories. */
  actsFor: string
  /** The impersonator, if an administrator acts as that user. */
  impersonator?: { publicId: string } | undefined
}

/** The rows that a statement may access: one owner's, or every owner's. Only system transactions see every owner's rows. */
export interface Reach {
  owner: string | undefined
}

/** The owner whose rows a list contains; undefined for every owner's. */
export type OwnerFilter = Reach['owner']

export const EVERY_OWNER: Reach = { owner: undefined }

interface Acting {
  ownerId: string
  userPublicId: string
  roles?: readonly string[]
  isAdmin?: boolean
  impersonator?: { publicId: string } | undefined
}

/**
 * Creates the scope of a principal that acts for one owner. Without `roles`, the scope has no roles, as if no user
 * acted.
 */
export function scopeOf({ ownerId, userPublicId, roles = [], isAdmin = false, impersonator }: Acting): Scope {
  return { owner: ownerId, roles, isAdministrator: isAdmin, actsFor: userPublicId, impersonator }
}

/** Splits the roles of a member, which the auth library stores separated by commas. */
export function rolesIn(ownerKind: 'user' | 'organization' | 'system', memberRole: string | null): string[] {
  if (ownerKind === 'user') return ['owner']
  return memberRole === null ? [] : memberRole.split(',').map((role) => role.trim())
}

/** Adds to an actor the scope that follows from its other fields. Called only where the principal is resolved. */
export function withScope<A extends Omit<Acting, 'roles'>>(actor: A, roles: readonly string[]): A & { scope: Scope } {
  return { ...actor, scope: scopeOf({ ...actor, roles }) }
}

/** Returns what users cannot use because they have no second factor. */
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
