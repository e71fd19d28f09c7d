import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthContext } from 'better-auth'
import type { Deps } from '#deps.ts'
import { isLoopback, isPrivate } from '#http/address.ts'
import { currentSetupTicket, SETUP_TICKET } from './setup-ticket.store.ts'

const VALID_SECONDS = 86_400

type Store = AuthContext['internalAdapter']

export type FirstAdministrator = ReturnType<typeof firstAdministrator>

/**
 * Manages the right to become the first administrator. A database row, the ticket, stands for this right and exists
 * only while there is no account. The transaction that creates the first account deletes the ticket, so only one of
 * several parallel sign-ups succeeds. The token of the setup link is derived from the ticket and the server's secret.
 * Servers that share the ticket and the secret print the same link. Read access to the table does not reveal the token.
 */
export function firstAdministrator({ db, env, newId, now, randomBytes }: Deps, secret: string) {
  let settled = false
  const tokenOf = (ticket: string) => createHmac('sha256', secret).update(ticket).digest('base64url')

  return {
    /** Returns the token of the setup link, or undefined once there is an account. Replaces an expired ticket. */
    async token(): Promise<string | undefined> {
      if (settled) return undefined
      const fresh = { id: newId(), value: randomBytes(24).toString('base64url') }
      const ticket = await currentSetupTicket(db, fresh, VALID_SECONDS)
      settled = ticket === undefined
      return ticket === undefined ? undefined : tokenOf(ticket)
    },

    /**
     * Returns the token of the ticket, which is read in the current transaction. Returns an empty string if the ticket
     * has expired, and undefined once users exist.
     */
    async pendingToken(store: Store): Promise<string | undefined> {
      if (settled) return undefined
      const ticket = await store.findVerificationValue(SETUP_TICKET)
      if (ticket) return ticket.expiresAt > now() ? tokenOf(ticket.value) : ''
      return (await store.countTotalUsers()) === 0 ? '' : undefined
    },

    /**
     * Whether this client may become the first administrator: it has the setup token or connects locally, and the
     * ticket has not expired.
     */
    mayClaim(current: string, headers: Headers, given: unknown): boolean {
      if (current === '') return false
      return isLocalRequest(env, headers) || (typeof given === 'string' && equal(current, given))
    },

    /** Consumes the ticket in the current transaction. Returns false if another sign-up has consumed it. */
    async claim(store: Store): Promise<boolean> {
      return (await store.consumeVerificationValue(SETUP_TICKET)) !== null
    },
  }
}

function isLocalRequest(env: Deps['env'], headers: Headers): boolean {
  const forwarded = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return isPrivate(env) && !forwarded && isLoopback(headers.get('host'))
}

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
