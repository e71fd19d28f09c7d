import type { Actor } from './actor.ts'

/** Who is authenticated by a valid cookie or key. */
export interface Principal {
  actor: Actor
  mustChangePassword: boolean
  /** When the cookie or key ends by itself, as far as is known now. */
  until: Date | null
}

/** Resolves principals. Nothing is cached, so a ban or a revoked key takes effect on the next request. */
export interface PrincipalSource {
  bySession(token: string): Promise<Principal | undefined>
  byKey(key: string): Promise<Principal | undefined>
}
