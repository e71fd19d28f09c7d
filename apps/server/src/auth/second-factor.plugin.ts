import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** A code of an authenticator is right for three steps of 30 s; it stays used up for longer than that. */
const USED_SECONDS = 300

/**
 * What better-auth leaves open about the second factor: a code of an authenticator signs in once, also when it comes
 * twice at the same time, and confirming an address does not sign in around it.
 */
export function secondFactor(now: () => Date) {
  return {
    id: 'second-factor-care',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (ctx) => {
            const { internalAdapter, createAuthCookie, secret } = ctx.context
            const challenge = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)
            const pending = challenge ? await internalAdapter.findVerificationValue(challenge) : null
            if (!pending) return
            const first = await internalAdapter.reserveVerificationValue({
              identifier: `totp-used:${pending.value}:${String(ctx.body?.code)}`,
              value: '',
              expiresAt: new Date(now().getTime() + USED_SECONDS * 1000),
            })
            if (!first)
              throw new APIError('UNAUTHORIZED', {
                code: 'INVALID_CODE',
                message: 'This code was used. Wait for the next.',
              })
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(endHalfSignIn),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function endHalfSignIn(ctx: Context): Promise<void> {
  const begun = ctx.context.newSession
  if (!begun?.user.twoFactorEnabled) return
  const { name, attributes } = ctx.context.authCookies.sessionToken
  await ctx.context.internalAdapter.deleteSession(begun.session.token)
  ctx.context.setNewSession(null)
  ctx.setCookie(name, '', { ...attributes, maxAge: 0 })
}
