import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createEmailVerificationToken, isAPIError } from 'better-auth/api'
import type { AddressChanges } from './address-changes.ts'
import { type HookContext, on } from './hooks.ts'
import { requireReauthentication } from './re-authentication.ts'
import { forgetRequest, rememberRequest, requestedAddress } from './requested-address.ts'
import { takeVerification } from './verification-tokens.ts'

/**
 * A change of address that a token confirms or undoes. Passed from the hook that runs before the library's endpoint to
 * the hook that runs after it.
 */
interface Change {
  kind: 'change' | 'undo'
  userId: string
  oldAddress: string
}

/** How long the link in a confirmation email is valid. */
export const EMAIL_LINK_SECONDS = 3600

const BY_POST = {
  code: 'METHOD_NOT_ALLOWED',
  message: 'Opening this URL in a browser does not verify the email address. Send the token with POST, or with fetch.',
}
const INVALID = { code: 'INVALID_TOKEN', message: 'This link is no longer valid.' }

/**
 * Lets /verify-email accept the single-use tokens that emails contain. A token confirms an address or, in the notice to
 * an old address, undoes a change. Accepts only requests from scripts and programs, because opening or prefetching a
 * URL must not change anything.
 */
export function verifyEmail(changes: AddressChanges, { now, sendsMail }: { now: () => Date; sendsMail: boolean }) {
  const pending = new WeakMap<Request, Change>()

  return {
    id: 'single-use-verification',
    hooks: {
      before: [
        on('/verify-email', async (ctx) => {
          if (!isFetch(ctx.headers)) throw new APIError('METHOD_NOT_ALLOWED', BY_POST, { allow: 'POST' })
          const { token, change } = await exchange(ctx)
          if (change && ctx.request) pending.set(ctx.request, change)
          return { context: { query: { ...ctx.query, token } } }
        }),
        on('/change-email', (ctx) => requireReauthentication(ctx, now())),
      ],
      after: [
        on('/verify-email', async (ctx) => {
          const change = ctx.request && pending.get(ctx.request)
          if (!change || isAPIError(ctx.context.returned)) return
          const { internalAdapter } = ctx.context
          await internalAdapter.deleteUserSessions(change.userId)
          await forgetRequest(internalAdapter, change.userId)
          if (change.kind === 'undo') await changes.undone(internalAdapter, change.userId)
          else await changes.done(internalAdapter, change.userId, change.oldAddress)
          return ctx.json({ status: true, undone: change.kind === 'undo' })
        }),
        on('/change-email', async (ctx) => {
          if (isAPIError(ctx.context.returned)) return
          if (sendsMail) await rememberChange(ctx, now())
          else await announceChange(ctx, changes)
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Stores the requested address. With SMTP, the address changes only when the emailed link is used. */
async function rememberChange(ctx: HookContext, now: Date): Promise<void> {
  const { internalAdapter, session } = ctx.context
  if (!session) return
  const expiresAt = new Date(now.getTime() + EMAIL_LINK_SECONDS * 1000)
  await rememberRequest(internalAdapter, session.user.id, { email: String(ctx.body.newEmail).toLowerCase(), expiresAt })
}

/**
 * Notifies the old address and ends the user's other sessions. Called only without SMTP, because an address then
 * changes without a confirmation.
 */
async function announceChange(ctx: HookContext, changes: AddressChanges): Promise<void> {
  const { internalAdapter, session } = ctx.context
  const after = session && (await internalAdapter.findUserById(session.user.id))
  if (!session || !after || after.email === session.user.email) return
  await changes.done(internalAdapter, session.user.id, session.user.email)
  const tokens = (await internalAdapter.listSessions(session.user.id)).map(({ token }) => token)
  await internalAdapter.deleteSessions(tokens.filter((token) => token !== session.session.token))
}

/**
 * Whether a script or program sent the request. Old browsers send no fetch mode, but accept HTML when they navigate.
 */
function isFetch(headers: Headers | undefined): boolean {
  const mode = headers?.get('sec-fetch-mode')
  if (mode) return (mode === 'cors' || mode === 'same-origin') && !headers?.has('sec-purpose')
  return !headers?.get('accept')?.includes('text/html')
}

async function exchange(ctx: HookContext): Promise<{ token: string; change?: Change }> {
  const { internalAdapter, secret } = ctx.context
  const verification = await takeVerification(internalAdapter, String(ctx.query?.token))
  if (!verification) throw new APIError('UNAUTHORIZED', INVALID)
  if (verification.kind === 'token') {
    const requested = changeIn(verification.token)
    if (requested && (await requestedAddress(internalAdapter, requested.change.userId))?.email !== requested.address) {
      throw new APIError('UNAUTHORIZED', INVALID)
    }
    return { token: verification.token, ...(requested && { change: requested.change }) }
  }
  const user = await internalAdapter.findUserById(verification.userId)
  if (!user || (await internalAdapter.findUserByEmail(verification.address)))
    throw new APIError('UNAUTHORIZED', INVALID)
  const payload = { requestType: 'change-email-verification', userId: user.id }
  const token = await createEmailVerificationToken(secret, user.email, verification.address, 60, payload)
  return { token, change: { kind: 'undo', userId: user.id, oldAddress: user.email } }
}

/**
 * Reads the change from the token’s payload, before better-auth checks the signature. Undefined if the token does not
 * change the address.
 */
function changeIn(token: string): { change: Change; address: string } | undefined {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  if (!payload.updateTo) return undefined
  return { change: { kind: 'change', userId: payload.userId, oldAddress: payload.email }, address: payload.updateTo }
}
