import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Passwords } from './passwords.ts'

const SIGN_IN = /^\/(sign-in\/|two-factor\/verify-)/

/**
 * After a sign-in: the session of the cookie that came with it ends, and an old password hash is made anew.
 * After a change of role: the person signs in again.
 */
export function sessionCare(passwords: Passwords) {
  return {
    id: 'session-care',
    hooks: {
      after: [
        {
          matcher: ({ path }) => SIGN_IN.test(path ?? ''),
          handler: createAuthMiddleware(async (ctx) => {
            const fresh = ctx.context.newSession?.session.token
            const before = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
            if (fresh && before && before !== fresh) await ctx.context.internalAdapter.deleteSession(before)
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const userId = ctx.context.newSession?.user.id
            if (!userId) return
            const { internalAdapter } = ctx.context
            const credentials = await internalAdapter.findCredentialAccount(userId)
            if (!credentials?.password || passwords.isCurrent(credentials.password)) return
            await internalAdapter.updatePassword(userId, await passwords.hash(ctx.body.password))
          }),
        },
        {
          matcher: ({ path }) => path === '/admin/set-role' || path === '/admin/update-user',
          handler: createAuthMiddleware(async (ctx) => {
            const changesRole = ctx.path === '/admin/set-role' || ctx.body?.data?.role !== undefined
            if (!changesRole || isAPIError(ctx.context.returned)) return
            await ctx.context.internalAdapter.deleteUserSessions(String(ctx.body.userId))
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}
