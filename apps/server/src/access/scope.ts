/** Which owner's resources a request may access, and who makes it. Resolved once, with the principal. Stores take it as a `Reach`. */
export interface Scope {
  /** Public id of the owner whose resources the request reads, changes and creates. */
  owner: string
  /** An administrator may also access single resources of other owners, which is logged (see reach-resource.ts). */
  role: 'member' | 'administrator'
  /** Public id of the user whom the request acts for, as histories name people. */
  actsFor: string
  /** The impersonator, if an administrator acts as that user. */
  impersonator?: { publicId: string } | undefined
}

/** The rows that a statement may access: one owner's, or every owner's. Only system transactions see every owner's rows. */
export interface Reach {
  owner: string | undefined
}

/** The owner part of a reach, for lists. */
export type Whose = Reach['owner']

export const EVERY_OWNER: Reach = { owner: undefined }

interface Acting {
  ownerId: string
  userPublicId: string
  isAdmin?: boolean
  impersonator?: { publicId: string } | undefined
}

export function scopeOf({ ownerId, userPublicId, isAdmin = false, impersonator }: Acting): Scope {
  return { owner: ownerId, role: isAdmin ? 'administrator' : 'member', actsFor: userPublicId, impersonator }
}

/** Adds the scope that follows from an actor. Called once, where the principal is resolved. */
export function withScope<A extends Acting>(actor: A): A & { scope: Scope } {
  return { ...actor, scope: scopeOf(actor) }
}
