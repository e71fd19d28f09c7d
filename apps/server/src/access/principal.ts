import type { Actor, Credential } from './actor.ts'

/** The authenticated user or API key. */
export interface Principal {
  actor: Actor
  mustChangePassword: boolean
  /** What the principal cannot use until it has a second factor: administration, or the active organization. */
  lacksSecondFactorFor?: 'administration' | 'organization' | undefined
  /** Seconds since the sign-in. Absent for keys. */
  sessionAge?: number
  /** When the session or key expires. Null if it doesn’t expire or the time is unknown. */
  until: Date | null
}

/** Resolves principals. Nothing is cached, so a ban or a revoked key takes effect on the next request. */
export interface PrincipalSource {
  bySession(token: string): Promise<Principal | undefined>
  /** `address` is recorded as the address of the key’s last use. */
  byKey(key: string, address?: string): Promise<Principal | undefined>
  /** Returns the principal of a credential that was presented earlier, if the credential is still valid. */
  byCredential(credential: Credential): Promise<Principal | undefined>
}
