import { type AuthCode, INVITATION_HEADER, SETUP_HEADER } from '@millrace/contracts/account'
import { type AuthContext, type BetterAuthPlugin, type GenericEndpointContext, getCurrentAdapter } from 'better-auth'
import { APIError, getOAuthState, getSessionFromCtx } from 'better-auth/api'
import type { FirstAdministrator } from './first-administrator.ts'
import { on } from './hooks.ts'

export type SignUpRule = 'open' | 'invite' | 'closed'

type Decision = 'allowed' | 'first-administrator' | keyof typeof REFUSALS

interface Candidate {
  email?: unknown
  /** Whether the creator of the account, such as an identity provider, vouches for the address. */
  emailVerified?: unknown
}

const REFUSALS = {
  setup: { code: 'SET_UP_FIRST', message: 'Open the setup link that the server printed when it started.' },
  closed: { code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed. Ask an administrator to create your account.' },
  invite: {
    code: 'INVITATION_REQUIRED',
    message: 'Sign-up requires an invitation sent to this email address. Ask an administrator.',
  },
} satisfies Record<string, { code: AuthCode; message: string }>

/** An identity provider must have verified the address before an account is created for it. */
const UNVERIFIED = { code: 'email_not_verified', message: 'The provider has not verified the email address.' }

/**
 * Decides who may create an account: at first, only the first administrator; afterwards, any administrator, and users
 * whom SIGN_UP admits. The database hook covers every endpoint and identity provider. It uses the connection of the
 * sign-up's transaction, because waiting for another connection could deadlock. The sign-up endpoint decides before it
 * looks up the address, so that refusals don't reveal which addresses have accounts.
 */
export function signUpPolicy(first: FirstAdministrator, rule: SignUpRule) {
  async function decide(
    candidate: Candidate,
    context: AuthContext,
    ctx: GenericEndpointContext | null,
  ): Promise<Decision> {
    const headers = ctx?.headers ?? new Headers()
    const setup = await first.pendingToken(context.internalAdapter)
    if (setup === undefined) return decideByRule(candidate, context, ctx)
    return first.mayClaim(setup, headers, headers.get(SETUP_HEADER) ?? (await stateOfProvider(ctx))?.setup)
      ? 'first-administrator'
      : 'setup'
  }

  async function decideByRule(
    candidate: Candidate,
    context: AuthContext,
    ctx: GenericEndpointContext | null,
  ): Promise<Decision> {
    if (rule === 'open' || (await isAdministrator(ctx))) return 'allowed'
    return rule === 'invite' && (await isInvited(candidate, context, ctx?.headers)) ? 'allowed' : rule
  }

  async function admit(user: Candidate, context: AuthContext, ctx: GenericEndpointContext | null) {
    if (user.emailVerified !== true && (await stateOfProvider(ctx))) throw new APIError('FORBIDDEN', UNVERIFIED)
    let decision = await decide(user, context, ctx)
    if (decision === 'first-administrator') {
      // The address counts as verified, because the setup link is proof enough. If it had to be confirmed, a typo would
      // leave the server without an administrator.
      if (await first.claim(context.internalAdapter)) return { data: { role: 'admin', emailVerified: true } }
      decision = await decideByRule(user, context, ctx)
    }
    if (decision === 'allowed') return chosenPassword(ctx) && (await isAdministrator(ctx)) ? MUST_CHANGE : undefined
    throw new APIError('FORBIDDEN', REFUSALS[decision as keyof typeof REFUSALS])
  }

  return {
    id: 'sign-up-policy',
    init: (context) => ({
      options: {
        databaseHooks: { user: { create: { before: (user, ctx) => admit(user, ctx?.context ?? context, ctx) } } },
      },
    }),
    hooks: {
      before: [
        on('/sign-up/email', async (ctx) => {
          await first.token() // replaces an expired ticket
          const decision = await decide({ email: ctx.body?.email }, ctx.context, ctx)
          if (decision in REFUSALS) throw new APIError('FORBIDDEN', REFUSALS[decision as keyof typeof REFUSALS])
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

/**
 * Returns the data that the sign-up passed through the identity provider, such as the token of the setup link. Null for
 * sign-ups without a provider.
 */
async function stateOfProvider(ctx: GenericEndpointContext | null): Promise<Record<string, unknown> | null> {
  return ctx ? getOAuthState() : null
}

/** The user must change the password, because the administrator who set it knows it. */
const MUST_CHANGE = { data: { passwordResetRequired: true } }

function chosenPassword(ctx: GenericEndpointContext | null): boolean {
  return typeof ctx?.body?.password === 'string'
}

async function isAdministrator(ctx: GenericEndpointContext | null): Promise<boolean> {
  const session = ctx?.headers ? await getSessionFromCtx(ctx) : null
  return session?.user.role === 'admin' && !session.session.impersonatedBy
}

/**
 * Whether a pending invitation admits the candidate. Ownership of the address is proved by the invitation's id, which
 * only the recipient knows, or by an identity provider.
 */
async function isInvited(candidate: Candidate, context: AuthContext, headers: Headers | undefined): Promise<boolean> {
  const id = headers?.get(INVITATION_HEADER)
  if (typeof candidate.email !== 'string' || (!id && candidate.emailVerified !== true)) return false
  const adapter = await getCurrentAdapter(context.adapter)
  const invitation = await adapter.findOne({
    model: 'invitation',
    where: [
      { field: 'email', value: candidate.email.toLowerCase() },
      { field: 'status', value: 'pending' },
      { field: 'expiresAt', operator: 'gt', value: new Date() },
      ...(id ? [{ field: 'id', value: id }] : []),
    ],
  })
  return invitation !== null
}
