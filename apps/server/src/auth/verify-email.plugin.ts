import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, createEmailVerificationToken, isAPIError } from 'better-auth/api'
import type { AddressChanges } from './address-changes.ts'
import { requireReauthentication } from './re-authentication.ts'
import { takeVerification } from './verification-tokens.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** What a verification is about to do to an account, kept from before the call until after it. */
interface Change {
  kind: 'change' | 'undo'
  userId: string
  oldAddress: string
}

/** Says that a verification came in by POST. What a client puts there is dropped at the door. */
export const BY_POST_HEADER = 'x-millrace-by-post'

const BY_POST = { code: 'METHOD_NOT_ALLOWED', message: 'A link is verified by POST, with its token in the body.' }
const INVALID = { code: 'INVALID_TOKEN', message: 'This link is no longer valid.' }

/**
 * /verify-email takes the single-use text of a mail in place of the signed token. Of a change of address the old
 * address is told, with a text that undoes it; the undo comes in by the same door. The library verifies by GET; here
 * a link that is merely opened, or fetched by a mail scanner, changes nothing.
 */
export function verifyEmail(changes: AddressChanges, now: () => Date) {
  const pending = new WeakMap<Request, Change>()

  return {
    id: 'single-use-verification',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            if (!ctx.headers?.has(BY_POST_HEADER)) throw new APIError('METHOD_NOT_ALLOWED', BY_POST, { allow: 'POST' })
            const { token, change } = await exchange(ctx)
            if (change && ctx.request) pending.set(ctx.request, change)
            return { context: { query: { ...ctx.query, token } } }
          }),
        },
        {
          matcher: ({ path }) => path === '/change-email',
          handler: createAuthMiddleware((ctx) => requireReauthentication(ctx, now())),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const change = ctx.request && pending.get(ctx.request)
            if (!change || isAPIError(ctx.context.returned)) return
            const { internalAdapter } = ctx.context
            await internalAdapter.deleteUserSessions(change.userId)
            if (change.kind === 'undo') await changes.undone(internalAdapter, change.userId)
            else await changes.done(internalAdapter, change.userId, change.oldAddress)
            return ctx.json({ status: true, undone: change.kind === 'undo' })
          }),
        },
        {
          matcher: ({ path }) => path === '/change-email',
          handler: createAuthMiddleware(async (ctx) => {
            if (!isAPIError(ctx.context.returned)) await tellOfChange(ctx, changes)
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Where no mail leaves the server, an address changes at once; the old one is told all the same, other devices sign in again. */
async function tellOfChange(ctx: Context, changes: AddressChanges): Promise<void> {
  const { internalAdapter, session } = ctx.context
  const after = session && (await internalAdapter.findUserById(session.user.id))
  if (!session || !after || after.email === session.user.email) return
  await changes.done(internalAdapter, session.user.id, session.user.email)
  const tokens = (await internalAdapter.listSessions(session.user.id)).map(({ token }) => token)
  await internalAdapter.deleteSessions(tokens.filter((token) => token !== session.session.token))
}

async function exchange(ctx: Context): Promise<{ token: string; change?: Change }> {
  const { internalAdapter, secret } = ctx.context
  const verification = await takeVerification(internalAdapter, String(ctx.query?.token))
  if (!verification) throw new APIError('UNAUTHORIZED', INVALID)
  if (verification.kind === 'token') return { token: verification.token, ...changeIn(verification.token) }
  const user = await internalAdapter.findUserById(verification.userId)
  if (!user || (await internalAdapter.findUserByEmail(verification.address)))
    throw new APIError('UNAUTHORIZED', INVALID)
  const payload = { requestType: 'change-email-verification', userId: user.id }
  const token = await createEmailVerificationToken(secret, user.email, verification.address, 60, payload)
  return { token, change: { kind: 'undo', userId: user.id, oldAddress: user.email } }
}

/** The signature was made by us and is checked by better-auth; here only what the token says matters. */
function changeIn(token: string): { change?: Change } {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  if (!payload.updateTo) return {}
  return { change: { kind: 'change', userId: payload.userId, oldAddress: payload.email } }
}
