import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { Deps } from '#deps.ts'
import { type HookContext, on } from './hooks.ts'
import { parseInput } from './parse-input.ts'

/**
 * The permitted body of a request to sign in or to link an account. Without this check, the library would also accept
 * an ID token here.
 */
const Start = z.strictObject({
  provider: z.string().max(50),
  callbackURL: z.string().max(2000).optional(),
  errorCallbackURL: z.string().max(2000).optional(),
  disableRedirect: z.boolean().optional(),
  /** For the first administrator: the token of the setup link. */
  additionalData: z.object({ setup: z.string().max(200) }).optional(),
})

const CHALLENGE_SECONDS = 600

/**
 * Accepts ID tokens only from the identity provider itself, and requires a second factor from users who have set one
 * up.
 */
export function oidcRules({ randomBytes, now }: Pick<Deps, 'randomBytes' | 'now'>) {
  return {
    id: 'oidc-rules',
    hooks: {
      before: [on(['/sign-in/social', '/link-social'], async (ctx) => void parseInput(Start, ctx.body))],
      after: [
        on('/callback/:id', async (ctx) => {
          const { newSession } = ctx.context
          if ((newSession?.user as { twoFactorEnabled?: boolean } | undefined)?.twoFactorEnabled !== true) return
          await challenge(ctx, { id: randomBytes(20).toString('hex'), now: now() })
          throw ctx.redirect('/login?secondFactor=totp')
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

/**
 * Replaces the new session with a pending sign-in, as the library does after a sign-in with a password. The identifiers
 * and the cookie are those of the library's two-factor plugin, which completes the sign-in.
 */
async function challenge(ctx: HookContext, { id, now }: { id: string; now: Date }): Promise<void> {
  const { newSession, internalAdapter, authCookies, createAuthCookie, secret } = ctx.context
  if (!newSession) throw new APIError('UNAUTHORIZED')
  const identifier = `2fa-${id}`
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000)
  ctx.setCookie(authCookies.sessionToken.name, '', { ...authCookies.sessionToken.attributes, maxAge: 0 })
  await internalAdapter.deleteSession(newSession.session.token)
  ctx.context.setNewSession(null)
  await internalAdapter.createVerificationValue({ value: newSession.user.id, identifier, expiresAt })
  await internalAdapter.createVerificationValue({ value: '0', identifier: `2fa-attempts-${identifier}`, expiresAt })
  const cookie = createAuthCookie('two_factor', { maxAge: CHALLENGE_SECONDS })
  await ctx.setSignedCookie(cookie.name, identifier, secret, cookie.attributes)
}
