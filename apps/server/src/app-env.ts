import type { HttpBindings } from '@hono/node-server'
import type { Visitor } from '#http/session.ts'

/** Who makes a request, and in which context: everything it makes or lists belongs to `ownerId`. */
export interface Actor {
  kind: 'session' | 'key' | 'worker'
  /** better-auth's id of the user; empty for the system's own worker. */
  userId: string
  userPublicId: string
  /** Public id of the active organization, else of the user. */
  ownerId: string
  ownerKind: 'user' | 'organization' | 'system'
  organizationId: string | undefined
  name: string
  isAdmin: boolean
  grants: string[]
  keyId?: string
}

export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    actor: Actor
    /** Recognises the visitor, anew at each call; see http/session.ts. */
    readVisitor(): Promise<Visitor | undefined>
    requestId: string
    /** Address under which the client reached us, such as https://millrace.example; all hrefs begin with it. */
    origin: string
  }
}
