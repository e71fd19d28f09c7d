import type { Scope } from './scope.ts'

/** Who makes a request, and in which context. `ownerId` owns everything that the request creates or lists. */
export interface Actor {
  kind: 'session' | 'key' | 'worker'
  scope: Scope
  /** better-auth's id of the user. Empty for the built-in worker. */
  userId: string
  userPublicId: string
  /** Public id of the active organization or, without one, of the user. */
  ownerId: string
  ownerKind: 'user' | 'organization' | 'system'
  /** Public ids of the organizations that the user is a member of. */
  organizations: string[]
  name: string
  isAdmin: boolean
  grants: string[]
  keyId?: string
  /** better-auth's id of the impersonator. */
  impersonatedBy?: string
  /** The impersonator as histories name people. */
  impersonator?: { publicId: string; name: string }
}
