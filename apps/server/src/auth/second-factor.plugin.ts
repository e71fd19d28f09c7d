import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { sealedCode } from './backup-codes.ts'
import type { AuthLimits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import { empty, take } from './throttle.store.ts'
import { tooManyTries } from './too-many-tries.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

interface Parts {
  db: Database
  limits: AuthLimits
  passwords: Passwords
  now(): Date
}

/** A code of an authenticator is right for three steps of 30 s; it stays used up for longer than that. */
const USED_SECONDS = 300

const VERIFY = /^\/two-factor\/verify-/

/**
 * What better-auth leaves open about the second factor: tries are counted per account over all kinds of codes and all
 * sign-ins that are under way, before a code is looked at, so that parallel guesses cannot pass together; a code of an
 * authenticator counts once, also when it comes twice at the same time; backup codes are kept as hashes; and confirming
 * an address does not sign in around it.
 */
export function secondFactor(parts: Parts) {
  return {
    id: 'second-factor-care',
    hooks: {
      before: [
        { matcher: ({ path }) => VERIFY.test(path ?? ''), handler: createAuthMiddleware((ctx) => check(ctx, parts)) },
        {
          matcher: ({ path }) => path === '/two-factor/send-otp',
          handler: createAuthMiddleware(async (ctx) => {
            const userId = await whoVerifies(ctx)
            const wait = userId && (await take(parts.db, `codes:${userId}`, parts.limits.recipient))
            if (wait) throw tooManyTries(wait)
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => VERIFY.test(path ?? ''),
          handler: createAuthMiddleware(async (ctx) => {
            const returned = ctx.context.returned as { user?: { id?: string } } | undefined
            if (!isAPIError(returned) && returned?.user?.id) await empty(parts.db, triesOf(returned.user.id))
          }),
        },
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(endHalfSignIn),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function check(ctx: Context, { db, limits, passwords, now }: Parts) {
  const userId = await whoVerifies(ctx)
  const code: unknown = ctx.body?.code
  if (userId === undefined || typeof code !== 'string') return
  const wait = await take(db, triesOf(userId), limits.codes)
  if (wait !== undefined) throw tooManyTries(wait)
  if (ctx.path === '/two-factor/verify-totp') await useUp(ctx, userId, code, now)
  if (ctx.path !== '/two-factor/verify-backup-code') return
  const kept = await ctx.context.adapter.findOne<{ backupCodes: string }>({
    model: 'twoFactor',
    where: [{ field: 'userId', value: userId }],
  })
  const sealed = kept ? await sealedCode(kept.backupCodes, code, passwords) : undefined
  return { context: { body: { ...ctx.body, code: sealed ?? 'none' } } }
}

/** Who types a code: the person of the session, or the one whose password was right just now. */
async function whoVerifies(ctx: Context): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx)
  if (session) return session.user.id
  const { internalAdapter, createAuthCookie, secret } = ctx.context
  const challenge = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const pending = challenge ? await internalAdapter.findVerificationValue(challenge) : null
  return pending?.value
}

async function useUp(ctx: Context, userId: string, code: string, now: () => Date): Promise<void> {
  const first = await ctx.context.internalAdapter.reserveVerificationValue({
    identifier: `totp-used:${userId}:${code}`,
    value: '',
    expiresAt: new Date(now().getTime() + USED_SECONDS * 1000),
  })
  if (first) return
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code was used. Wait for the next.' })
}

function triesOf(userId: string): string {
  return `second-factor:${userId}`
}

async function endHalfSignIn(ctx: Context): Promise<void> {
  const begun = ctx.context.newSession
  if (!begun?.user.twoFactorEnabled) return
  const { name, attributes } = ctx.context.authCookies.sessionToken
  await ctx.context.internalAdapter.deleteSession(begun.session.token)
  ctx.context.setNewSession(null)
  ctx.setCookie(name, '', { ...attributes, maxAge: 0 })
}
