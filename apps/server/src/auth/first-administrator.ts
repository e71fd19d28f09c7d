import { createHmac, timingSafeEqual } from 'node:crypto'
import { asSystem } from '@millrace/db/act'
import type { AuthContext } from 'better-auth'
import type { Deps } from '#deps.ts'
import { isLoopback } from '#http/address.ts'

export const SETUP_HEADER = 'x-millrace-setup'

const TICKET = 'first-administrator'
const LOCK = 7_100_010
const VALID_SECONDS = 86_400

type Store = AuthContext['internalAdapter']

export type FirstAdministrator = ReturnType<typeof firstAdministrator>

/**
 * The right to become the first administrator is one row, the ticket, made while there is no account. It is taken in
 * the very transaction that makes the account, so of parallel sign-ups one gets it, and a failed one gives it back. The
 * token of the set-up link is made from the ticket and the server's secret: any server that shares them prints the
 * same link, and the table alone does not give it away.
 */
export function firstAdministrator(deps: Pick<Deps, 'db' | 'env' | 'now' | 'randomBytes'>, secret: string) {
  let settled = false

  /** The current token; undefined once there is an account. An expired ticket is replaced. */
  async function token(tokens: Store): Promise<string | undefined> {
    if (settled) return undefined
    return asSystem(deps.db, async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [LOCK])
      const { rows } = await tx.query<{ some: boolean }>('select exists (select 1 from "user") as some')
      settled = rows[0]?.some === true
      if (settled) return undefined
      return tokenOf(await ticket(tokens))
    })
  }

  async function ticket(tokens: Store): Promise<string> {
    const found = await tokens.findVerificationValue(TICKET)
    if (found && found.expiresAt > deps.now()) return found.value
    const value = deps.randomBytes(24).toString('base64url')
    const expiresAt = new Date(deps.now().getTime() + VALID_SECONDS * 1000)
    await tokens.createVerificationValue({ identifier: TICKET, value, expiresAt })
    return value
  }

  function tokenOf(value: string): string {
    return createHmac('sha256', secret).update(value).digest('base64url')
  }

  return {
    token,

    /** Whether this visitor may take the ticket: by the token, or by sitting at this very computer. */
    mayClaim(current: string, headers: Headers, given: string | null | undefined): boolean {
      return isLocalVisit(deps.env, headers) || (typeof given === 'string' && equal(current, given))
    },

    /** Takes the ticket, inside the transaction that runs. False when somebody else was first. */
    async claim(tokens: Store): Promise<boolean> {
      return (await tokens.consumeVerificationValue(TICKET)) !== null
    },
  }
}

/** A visit from this computer to a server that only this computer reaches, with nothing in between. */
function isLocalVisit(env: Deps['env'], headers: Headers): boolean {
  const bound = ['localhost', '127.0.0.1', '::1'].includes(env.HOST)
  const open = env.PUBLIC_URL !== undefined && !isLoopback(new URL(env.PUBLIC_URL).host)
  const passedOn = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return bound && !open && !passedOn && isLoopback(headers.get('host'))
}

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
