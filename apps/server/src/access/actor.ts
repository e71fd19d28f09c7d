import type { Scope } from './scope.ts'

/** Who makes a request, and in which context: everything it makes or lists belongs to `ownerId`. */
export interface Actor {
  kind: 'session' | 'key' | 'worker'
  scope: Scope
  /** better-auth's id of the user; empty for the system's own worker. */
  userId: string
  userPublicId: string
  /** Public id of the active organization, else of the user. */
  ownerId: string
  ownerKind: 'user' | 'organization' | 'system'
  organizationId: string | undefined
  /** Public ids of the organizations the person is a member of. */
  organizations: string[]
  name: string
  isAdmin: boolean
  grants: string[]
  keyId?: string
  /** better-auth's id of the administrator who acts as this person. */
  impersonatedBy?: string
  /** The same administrator, as histories name people. */
  impersonator?: { publicId: string; name: string }
}
