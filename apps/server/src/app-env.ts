import type { HttpBindings } from '@hono/node-server'
import type { Actor } from '#access/actor.ts'
import type { Principal } from '#access/principal.ts'
import type { RequestBody } from '#limiter/body-limits.ts'

/** The actor for whom a document is written, and the origin of its links. */
export interface Viewer {
  actor: Actor
  origin: string
}

/** What Hono passes to every handler: Node's request and response, and what middleware learned about the request. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    actor: Actor
    /** When the actor's session or key expires, as far as is known. */
    until: Date | null
    /** Resolves the principal again on each call (see http/session.ts). */
    readPrincipal(): Promise<Principal | undefined>
    requestId: string
    body: RequestBody
    /** Lets work of other owners, which gives way to this request, continue. Absent if no work gives way to it. */
    leaveForeground?: () => void
    /** The origin that the client used, such as https://millrace.example. All hrefs start with it. */
    origin: string
  }
}
