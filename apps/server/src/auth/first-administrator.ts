import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthContext } from 'better-auth'
import type { Deps } from '#deps.ts'
import { isLoopback, isPrivate } from '#http/address.ts'
import { currentTicket, TICKET } from './first-ticket.store.ts'

const VALID_SECONDS = 86_400

type Store = AuthContext['internalAdapter']

export type FirstAdministrator = ReturnType<typeof firstAdministrator>

/**
 * The right to become the first administrator is one row, the ticket, made while there is no account. It is taken in
 * the very transaction that makes the account, so of parallel sign-ups one gets it, and a failed one gives it back. The
 * token of the set-up link is made from the ticket and the server's secret: any server that shares them prints the
 * same link, and the table alone does not give it away.
 */
export function firstAdministrator({ db, env, newId, randomBytes }: Deps, secret: string) {
  let settled = false

  return {
    /** The current token; undefined once there is an account. An expired one is replaced. */
    async token(): Promise<string | undefined> {
      if (settled) return undefined
      const fresh = { id: newId(), value: randomBytes(24).toString('base64url') }
      const ticket = await currentTicket(db, fresh, VALID_SECONDS)
      settled = ticket === undefined
      return ticket === undefined ? undefined : createHmac('sha256', secret).update(ticket).digest('base64url')
    },

    /** Whether this client may redeem the set-up token: by presenting it, or by connecting from this machine. */
    mayClaim(current: string, headers: Headers, given: string | null | undefined): boolean {
      return isLocalVisit(env, headers) || (typeof given === 'string' && equal(current, given))
    },

    /** Takes the ticket, inside the transaction that runs. False when somebody else was first. */
    async claim(store: Store): Promise<boolean> {
      return (await store.consumeVerificationValue(TICKET)) !== null
    },
  }
}

/** A visit from this computer to a server that only this computer reaches, with nothing in between. */
function isLocalVisit(env: Deps['env'], headers: Headers): boolean {
  const passedOn = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return isPrivate(env) && !passedOn && isLoopback(headers.get('host'))
}

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
