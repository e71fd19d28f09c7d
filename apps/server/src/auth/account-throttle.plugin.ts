import { randomUUID } from 'node:crypto'
import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { getSessionFromCtx, isAPIError } from 'better-auth/api'
import { type HookContext, on } from './hooks.ts'
import type { AuthLimits, Rule } from './limits.ts'
import { addToBucket, emptyBucket } from './throttle.store.ts'
import { tooManyAttempts } from './too-many-attempts.ts'

const PASSWORD_FIELDS: Record<string, string> = {
  '/sign-in/email': 'password',
  '/change-password': 'currentPassword',
  '/change-email': 'password',
  '/delete-user': 'password',
  '/verify-password': 'password',
  '/two-factor/enable': 'password',
  '/two-factor/disable': 'password',
  '/two-factor/get-totp-uri': 'password',
  '/two-factor/generate-backup-codes': 'password',
  '/passkey/verify-registration': 'password',
  '/passkey/delete-passkey': 'password',
}

const RECIPIENT_FIELDS: Record<string, string> = {
  '/request-password-reset': 'email',
  '/send-verification-email': 'email',
  '/change-email': 'newEmail',
}
/** Endpoints that mark a browser as having signed in before. */
const SIGN_INS = ['/sign-in/email', '/sign-up/email']
const DEVICE = { name: 'device', days: 365 }

/**
 * Limits password guesses against one account (even if it doesn't exist), emails to one recipient, and invitations. The
 * account's owner isn't locked out, because a browser that has signed in before is counted separately.
 */
export function accountThrottle(db: Database, limits: AuthLimits) {
  const throttle = async (key: string, rule: Rule) => {
    const seconds = await addToBucket(db, key, rule)
    if (seconds !== undefined) throw tooManyAttempts(seconds)
  }

  return {
    id: 'account-throttle',
    hooks: {
      before: [
        on(Object.keys(PASSWORD_FIELDS), async (ctx) => {
          const key = await passwordBucket(ctx)
          if (key) await throttle(key, limits.account)
        }),
        on(Object.keys(RECIPIENT_FIELDS), async (ctx) => {
          await throttle(mailBucket(textIn(ctx, RECIPIENT_FIELDS[ctx.path] ?? '')), limits.recipient)
        }),
        on('/delete-user', async (ctx) => {
          const session = textIn(ctx, 'token') === '' ? await getSessionFromCtx(ctx) : null
          if (session) await throttle(mailBucket(session.user.email), limits.recipient)
        }),
        on('/organization/invite-member', async (ctx) => {
          const session = await getSessionFromCtx(ctx)
          if (!session) return
          await throttle(`invitations:${session.user.id}`, limits.invitations)
          const email = textIn(ctx, 'email').toLowerCase()
          await throttle(`invitations:${session.user.id} ${email}`, limits.recipient)
          await throttle(`invited:${email}`, limits.invited)
        }),
      ],
      after: [
        on(SIGN_INS, async (ctx) => {
          if (!isAPIError(ctx.context.returned) && ctx.context.newSession) await rememberDevice(ctx)
        }),
        on(Object.keys(PASSWORD_FIELDS), async (ctx) => {
          if (isAPIError(ctx.context.returned)) return
          const key = await passwordBucket(ctx)
          if (key) await emptyBucket(db, key)
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Returns the rate limit bucket of one recipient, shared by all kinds of email. */
export function mailBucket(address: string): string {
  return `mail:${address.toLowerCase()}`
}

async function passwordBucket(ctx: HookContext): Promise<string | undefined> {
  if (textIn(ctx, PASSWORD_FIELDS[ctx.path] ?? '') === '') return undefined
  if (ctx.path !== '/sign-in/email') {
    const session = await getSessionFromCtx(ctx)
    return session ? `account:${session.user.email}` : undefined
  }
  const email = textIn(ctx, 'email').toLowerCase()
  const device = await ctx.getSignedCookie(deviceCookie(ctx).name, ctx.context.secret)
  return device && device.slice(device.indexOf(' ') + 1) === email ? `device:${device}` : `account:${email}`
}

async function rememberDevice(ctx: HookContext): Promise<void> {
  const cookie = deviceCookie(ctx)
  const value = `${randomUUID()} ${textIn(ctx, 'email').toLowerCase()}`
  await ctx.setSignedCookie(cookie.name, value, ctx.context.secret, cookie.attributes)
}

function deviceCookie(ctx: HookContext) {
  return ctx.context.createAuthCookie(DEVICE.name, { maxAge: DEVICE.days * 86_400 })
}

function textIn(ctx: HookContext, field: string): string {
  const value: unknown = ctx.body?.[field]
  return typeof value === 'string' ? value : ''
}
