import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { findBackupCode } from './backup-codes.ts'
import { type HookContext, on } from './hooks.ts'
import type { AuthLimits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import { recordRefusedSignIn } from './refused-sign-ins.plugin.ts'
import { addToBucket, emptyBucket } from './throttle.store.ts'
import { tooManyAttempts } from './too-many-attempts.ts'

interface Parts {
  db: Database
  limits: AuthLimits
  passwords: Passwords
  now(): Date
}

/** How long a used code is remembered. An authenticator code is valid for three steps of 30 s. */
const USED_SECONDS = 300

const VERIFY = /^\/two-factor\/verify-/

/**
 * Protections that better-auth lacks. Attempts are counted per account, across all kinds of codes. They are counted
 * before the code is checked, so that parallel guesses can't exceed the limit. An authenticator code works only once.
 * Backup codes are hashed.
 */
export function secondFactor(parts: Parts) {
  return {
    id: 'second-factor-protections',
    hooks: {
      before: [
        {
          matcher: ({ path }) => VERIFY.test(path ?? ''),
          handler: createAuthMiddleware((ctx) => checkAttempt(ctx, parts)),
        },
        on('/two-factor/send-otp', async (ctx) => {
          const userId = (await pendingVerification(ctx))?.userId
          const wait = userId && (await addToBucket(parts.db, `codes:${userId}`, parts.limits.recipient))
          if (wait) throw tooManyAttempts(wait)
        }),
      ],
      after: [
        {
          matcher: ({ path }) => VERIFY.test(path ?? ''),
          handler: createAuthMiddleware(async (ctx) => {
            const returned = ctx.context.returned as { user?: { id?: string } } | undefined
            if (isAPIError(returned)) return afterRefusal(ctx, parts)
            if (returned?.user?.id) await emptyBucket(parts.db, attemptBucket(returned.user.id))
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function checkAttempt(ctx: HookContext, parts: Parts) {
  const { db, limits, passwords } = parts
  const userId = (await pendingVerification(ctx))?.userId
  const code: unknown = ctx.body?.code
  if (userId === undefined || typeof code !== 'string') return
  const wait = await addToBucket(db, attemptBucket(userId), limits.codes)
  if (wait !== undefined) throw tooManyAttempts(wait)
  if (ctx.path === '/two-factor/verify-totp') await consumeTotp(ctx, userId, parts)
  if (ctx.path !== '/two-factor/verify-backup-code') return
  const stored = await ctx.context.adapter.findOne<{ backupCodes: string }>({
    model: 'twoFactor',
    where: [{ field: 'userId', value: userId }],
  })
  const hashed = stored ? await findBackupCode(stored.backupCodes, code, passwords) : undefined
  return { context: { body: { ...ctx.body, code: hashed ?? 'none' } } }
}

interface PendingVerification {
  userId: string
  signsIn: boolean
}

async function pendingVerification(ctx: HookContext): Promise<PendingVerification | undefined> {
  const session = await getSessionFromCtx(ctx)
  if (session) return { userId: session.user.id, signsIn: false }
  const { internalAdapter, createAuthCookie, secret } = ctx.context
  const challenge = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const pending = challenge ? await internalAdapter.findVerificationValue(challenge) : null
  return pending ? { userId: pending.value, signsIn: true } : undefined
}

async function consumeTotp(ctx: HookContext, userId: string, { db, now }: Parts): Promise<void> {
  const first = await ctx.context.internalAdapter.reserveVerificationValue({
    identifier: usedTotpKey(userId, String(ctx.body.code)),
    value: '',
    expiresAt: new Date(now().getTime() + USED_SECONDS * 1000),
  })
  if (first) return
  await recordRefused(ctx, db)
  throw new APIError('UNAUTHORIZED', {
    code: 'INVALID_CODE',
    message: 'This code has already been used. Wait for the next one.',
  })
}

/**
 * Forgets that a refused authenticator code was used, so that repeating the code is reported as incorrect, not as
 * already used.
 */
async function afterRefusal(ctx: HookContext, { db }: Parts): Promise<void> {
  const userId = await recordRefused(ctx, db)
  if (!userId || ctx.path !== '/two-factor/verify-totp') return
  await ctx.context.internalAdapter.deleteVerificationByIdentifier(usedTotpKey(userId, String(ctx.body?.code)))
}

async function recordRefused(ctx: HookContext, db: Database): Promise<string | undefined> {
  const found = await pendingVerification(ctx)
  if (found?.signsIn)
    await recordRefusedSignIn(ctx, db, { refused: 'code', account: { by: 'id', value: found.userId } })
  return found?.userId
}

function usedTotpKey(userId: string, code: string): string {
  return `totp-used:${userId}:${code}`
}

function attemptBucket(userId: string): string {
  return `second-factor:${userId}`
}
