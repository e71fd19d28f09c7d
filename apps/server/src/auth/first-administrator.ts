import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthContext } from 'better-auth'
import type { Deps } from '#deps.ts'
import { isLoopback, isPrivate } from '#http/address.ts'
import { currentTicket, TICKET } from './first-ticket.store.ts'

const VALID_SECONDS = 86_400

type Store = AuthContext['internalAdapter']

export type FirstAdministrator = ReturnType<typeof firstAdministrator>

/**
 * The right to become the first administrator is one row, the ticket, which exists while there is no account. The
 * transaction that creates the account consumes it, so one of several parallel sign-ups gets it, and one that fails
 * gives it back. The token of the setup link is derived from the ticket and the server's secret: servers that share
 * both print the same link, and the table alone does not reveal it.
 */
export function firstAdministrator({ db, env, newId, randomBytes }: Deps, secret: string) {
  let settled = false
  const tokenOf = (ticket: string) => createHmac('sha256', secret).update(ticket).digest('base64url')

  return {
    /** The current token; undefined once there is an account. An expired ticket is replaced. */
    async token(): Promise<string | undefined> {
      if (settled) return undefined
      const fresh = { id: newId(), value: randomBytes(24).toString('base64url') }
      const ticket = await currentTicket(db, fresh, VALID_SECONDS)
      settled = ticket === undefined
      return ticket === undefined ? undefined : tokenOf(ticket)
    },

    /** The same, read in the current transaction: empty when the ticket has expired but there is no account yet. */
    async pendingToken(store: Store): Promise<string | undefined> {
      if (settled) return undefined
      const ticket = await store.findVerificationValue(TICKET)
      if (ticket) return tokenOf(ticket.value)
      return (await store.countTotalUsers()) === 0 ? '' : undefined
    },

    /** Whether this client may redeem the setup token: by presenting it, or by connecting from this machine. */
    mayClaim(current: string, headers: Headers, given: string | null | undefined): boolean {
      if (current === '') return false
      return isLocalRequest(env, headers) || (typeof given === 'string' && equal(current, given))
    },

    /** Consumes the ticket in the current transaction. False when another sign-up got it. */
    async claim(store: Store): Promise<boolean> {
      return (await store.consumeVerificationValue(TICKET)) !== null
    },
  }
}

/** A request from this machine to a server that only this machine can reach, without a proxy in between. */
function isLocalRequest(env: Deps['env'], headers: Headers): boolean {
  const forwarded = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return isPrivate(env) && !forwarded && isLoopback(headers.get('host'))
}

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
