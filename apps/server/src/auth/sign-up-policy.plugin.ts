import { type AuthCode, INVITATION_HEADER, SETUP_HEADER } from '@millrace/contracts/account'
import { type AuthContext, type BetterAuthPlugin, type GenericEndpointContext, getCurrentAdapter } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { FirstAdministrator } from './first-administrator.ts'

export type SignUpRule = 'open' | 'invite' | 'closed'

type Decision = 'allowed' | 'first-administrator' | keyof typeof REFUSALS

interface Candidate {
  email?: unknown
  /** True when whoever creates the account vouches for the address, as an identity provider does. */
  emailVerified?: unknown
}

const REFUSALS = {
  setup: { code: 'SET_UP_FIRST', message: 'Open the setup link that the server printed when it started.' },
  closed: { code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed. Ask an administrator to create your account.' },
  invite: { code: 'INVITATION_REQUIRED', message: 'Sign-up needs an invitation to this email address.' },
} satisfies Record<string, { code: AuthCode; message: string }>

/**
 * Who may create an account: first the first administrator, then whoever SIGN_UP admits; administrators always may.
 *
 * The hook on the creation of a user decides, so the policy holds for every endpoint and identity provider. It runs
 * inside the transaction that creates the account and reads through it: a second connection could wait for the first.
 * The sign-up endpoint asks beforehand as well, since the library would otherwise reveal which addresses have accounts.
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
    return first.mayClaim(setup, headers, headers.get(SETUP_HEADER)) ? 'first-administrator' : 'setup'
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
    let decision = await decide(user, context, ctx)
    if (decision === 'first-administrator') {
      // The setup link proves enough: an unconfirmed typo in the address must not leave a server without administrator.
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
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            await first.token() // replaces an expired one
            const decision = await decide({ email: ctx.body?.email }, ctx.context, ctx)
            if (decision in REFUSALS) throw new APIError('FORBIDDEN', REFUSALS[decision as keyof typeof REFUSALS])
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Two people know a password that an administrator chose, so its owner replaces it first. */
const MUST_CHANGE = { data: { passwordResetRequired: true } }

function chosenPassword(ctx: GenericEndpointContext | null): boolean {
  return typeof ctx?.body?.password === 'string'
}

async function isAdministrator(ctx: GenericEndpointContext | null): Promise<boolean> {
  const session = ctx?.headers ? await getSessionFromCtx(ctx) : null
  return session?.user.role === 'admin' && !session.session.impersonatedBy
}

/**
 * An invitation admits the address it was sent to. Its id, which only the recipient knows, proves that the address is
 * theirs; an identity provider that vouches for the address proves it as well.
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
