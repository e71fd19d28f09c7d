import { type AuthCode, INVITATION_HEADER, SETUP_HEADER } from '@millrace/contracts/account'
import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { FirstAdministrator } from './first-administrator.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

export type SignUpRule = 'open' | 'invite' | 'closed'

const REFUSALS = {
  setup: { code: 'SET_UP_FIRST', message: 'Open the set-up link that the server printed when it started.' },
  closed: { code: 'SIGN_UP_CLOSED', message: 'New accounts are made by an administrator here.' },
  invite: { code: 'INVITATION_REQUIRED', message: 'An account needs an invitation to this very address here.' },
} satisfies Record<string, { code: AuthCode; message: string }>

/**
 * Who may make an account: the first administrator first, then as SIGN_UP says. The rule is read before the
 * transaction that makes the account; in it, only the ticket is taken.
 */
export function signUpRules(db: Database, first: FirstAdministrator, rule: SignUpRule) {
  const claimants = new WeakSet<Request>()

  async function check(ctx: Context): Promise<void> {
    const headers = ctx.headers ?? new Headers()
    const setup = await first.token()
    if (setup !== undefined) {
      if (!first.mayClaim(setup, headers, headers.get(SETUP_HEADER))) throw new APIError('FORBIDDEN', REFUSALS.setup)
      if (ctx.request) claimants.add(ctx.request)
      return
    }
    if (rule === 'open') return
    const invited = rule === 'invite' && (await isInvited(db, headers.get(INVITATION_HEADER), ctx.body?.email))
    if (!invited) throw new APIError('FORBIDDEN', REFUSALS[rule])
  }

  async function roleOfNewUser(ctx: GenericEndpointContext | null) {
    if (!ctx?.request || !claimants.has(ctx.request)) return
    // Whoever holds the set-up link needs no mail to prove anything, and a typo must not leave a server that nobody runs.
    if (await first.claim(ctx.context.internalAdapter)) return { data: { role: 'admin', emailVerified: true } }
    if (rule !== 'open') throw new APIError('FORBIDDEN', REFUSALS[rule])
  }

  return {
    id: 'sign-up-rules',
    init: () => ({ options: { databaseHooks: { user: { create: { before: (_user, ctx) => roleOfNewUser(ctx) } } } } }),
    hooks: {
      before: [{ matcher: ({ path }) => path === '/sign-up/email', handler: createAuthMiddleware(check) }],
    },
  } satisfies BetterAuthPlugin
}

/** The id of an invitation is known only to who got it; it counts for the address it was sent to. */
async function isInvited(db: Database, id: string | null, email: unknown): Promise<boolean> {
  if (id === null || typeof email !== 'string') return false
  const { rowCount } = await db.pool.query(
    `select 1 from invitation where id = $1 and lower(email) = lower($2) and status = 'pending' and expires_at > now()`,
    [id, email],
  )
  return rowCount === 1
}
