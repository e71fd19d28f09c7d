import { APIError, getSessionFromCtx } from 'better-auth/api'
import { FRESH_ADMINISTRATION_SECONDS, FRESH_SECONDS } from '#access/sign-in-age.ts'
import type { HookContext } from './hooks.ts'

/** Whether an administrator's session is recent enough for actions with which someone could take over accounts. */
export function isFresh(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < FRESH_ADMINISTRATION_SECONDS * 1000
}

/** Requires a recent sign-in or the password. The library itself refuses requests without a session. */
export async function requireReauthentication(ctx: HookContext, now: Date): Promise<void> {
  const session = await getSessionFromCtx(ctx)
  if (!session) return
  const password: unknown = ctx.body?.password
  if (typeof password === 'string' && password !== '') return requirePassword(ctx, session.user.id, password)
  if (now.getTime() - session.session.createdAt.getTime() < FRESH_SECONDS * 1000) return
  throw new APIError('FORBIDDEN', {
    code: 'SESSION_NOT_FRESH',
    message: 'You signed in a while ago. Enter your password or sign in again.',
  })
}

async function requirePassword(ctx: HookContext, userId: string, password: string): Promise<void> {
  const accounts = await ctx.context.internalAdapter.findAccounts(userId)
  const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
  if (hash && (await ctx.context.password.verify({ hash, password }))) return
  throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Incorrect password.' })
}
