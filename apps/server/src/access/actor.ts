import type { KeyAccess } from '@millrace/contracts/api-keys'
import type { Scope } from './scope.ts'

/** Identifies a session or an API key by its id, which is not secret. */
export interface Credential {
  kind: 'session' | 'key'
  id: string
}

/** Who makes a request. `ownerId` owns everything that the request creates. */
export interface Actor {
  kind: 'session' | 'key' | 'worker'
  scope: Scope
  /** better-auth's id of the user. Empty for the built-in worker. */
  userId: string
  userPublicId: string
  /** Public id of the organization or user that the request acts for. */
  ownerId: string
  ownerKind: 'user' | 'organization' | 'system'
  /** Public ids of the organizations that the user is a member of. */
  organizations: string[]
  name: string
  isAdmin: boolean
  grants: string[]
  /** What the API key may do. Omitted for sessions. */
  access?: KeyAccess
  /** Names of the steps that the API key may run. If empty or absent, the key may run all steps. */
  steps?: readonly string[]
  sessionId?: string
  keyId?: string
  /** better-auth's id of the impersonator. */
  impersonatedBy?: string
  /** The impersonator as shown in histories. */
  impersonator?: { publicId: string; name: string }
}

/**
 * Returns the account whose limits a request counts against. This is the user's account, even in an organization.
 * Otherwise, users could raise their limits by joining organizations. If there is no user, as with signed links,
 * returns the owner.
 */
export function accountOf({ userPublicId, ownerId }: Pick<Actor, 'userPublicId' | 'ownerId'>): string {
  return userPublicId || ownerId
}

export function credentialOf({ keyId, sessionId = '' }: Actor): Credential {
  return keyId === undefined ? { kind: 'session', id: sessionId } : { kind: 'key', id: keyId }
}
