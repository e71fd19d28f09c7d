import type { HttpBindings } from '@hono/node-server'
import type { Actor } from '#access/actor.ts'
import type { Principal } from '#access/principal.ts'
import type { RequestBody } from '#limiter/body-limits.ts'

/** The actor for whom a document is written, and the origin that its hrefs start with. */
export interface Viewer {
  actor: Actor
  origin: string
}

/** The context of every handler: Node's request and response, and values that middleware has set. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    actor: Actor
    /** When the actor's session or key expires. Null if it doesn’t expire or the time is unknown. */
    until: Date | null
    /** Resolves the principal again on each call (see http/session.ts). */
    readPrincipal(): Promise<Principal | undefined>
    requestId: string
    body: RequestBody
    /**
     * Stops counting this request as running, so other owners’ work no longer waits for it. Absent if the request isn’t
     * counted.
     */
    leaveForeground?: () => void
    /** The origin that the client used, such as https://millrace.example. All hrefs start with it. */
    origin: string
  }
}
