import type { KeyAccess } from '@millrace/contracts/api-keys'
import type { Scope } from './scope.ts'

/** Identifies a session or an API key by its id, which is not secret. */
export interface Credential {
  kind: 'session' | 'key'
  id: string
}

/**
 * The user or key that makes a request, and its context. `ownerId` owns everything that the request creates or lists.
 */
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
  /** What the API key may do, if it is one. */
  access?: KeyAccess
  /** The only steps that the API key may run. Empty: all. */
  steps?: readonly string[]
  sessionId?: string
  keyId?: string
  /** better-auth's id of the impersonator. */
  impersonatedBy?: string
  /** The impersonator as shown in histories. */
  impersonator?: { publicId: string; name: string }
}

/**
 * The account whose share of the server a request uses: its user, in whichever organization, so that nobody gets more by
 * creating organizations. Requests without a user, such as those of signed links, use the share of the owner.
 */
export function accountOf({ userPublicId, ownerId }: Pick<Actor, 'userPublicId' | 'ownerId'>): string {
  return userPublicId || ownerId
}

/** The session or API key of a request. */
export function credentialOf({ keyId, sessionId = '' }: Actor): Credential {
  return keyId === undefined ? { kind: 'session', id: sessionId } : { kind: 'key', id: keyId }
}
