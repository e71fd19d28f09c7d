import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { organizationNames } from './accounts.store.ts'
import { type HookContext, on } from './hooks.ts'
import { type PasswordOwner, passwordFault } from './password-policy.ts'
import type { Passwords } from './passwords.ts'

/** Every endpoint that sets a password, with the body field that holds it and a function that finds the account. */
export const PASSWORD_PATHS: Record<string, { field: string; owner: (ctx: HookContext) => Promise<PasswordOwner> }> = {
  '/sign-up/email': { field: 'password', owner: async (ctx) => ctx.body },
  '/change-password': { field: 'newPassword', owner: async (ctx) => ownerOf((await getSessionFromCtx(ctx))?.user) },
  '/reset-password': { field: 'newPassword', owner: ownerOfToken },
  '/admin/create-user': { field: 'password', owner: async (ctx) => ctx.body },
  '/admin/set-user-password': {
    field: 'newPassword',
    owner: async (ctx) => ownerOf(await ctx.context.internalAdapter.findUserById(String(ctx.body?.userId))),
  },
}

/**
 * Checks every new password before the endpoint runs, so that the response reveals nothing about the account. After a
 * sign-in, a hash with outdated parameters is replaced.
 */
export function passwordPolicy(db: Database, minLength: number, passwords: Passwords) {
  return {
    id: 'password-policy',
    hooks: {
      before: [
        on(Object.keys(PASSWORD_PATHS), async (ctx) => {
          const rule = PASSWORD_PATHS[ctx.path]
          const password: unknown = rule && ctx.body?.[rule.field]
          if (rule === undefined || typeof password !== 'string') return
          const owner = textsOf(await rule.owner(ctx))
          const organizations = owner.email ? await organizationNames(db, owner.email) : []
          const fault = passwordFault(password, { ...owner, organizations }, minLength)
          if (fault) throw new APIError('BAD_REQUEST', fault)
        }),
      ],
      after: [
        on('/sign-in/email', async (ctx) => {
          const userId = ctx.context.newSession?.user.id
          if (!userId) return
          const { internalAdapter } = ctx.context
          const credentials = await internalAdapter.findCredentialAccount(userId)
          if (!credentials?.password || passwords.isCurrent(credentials.password)) return
          await internalAdapter.updatePassword(userId, await passwords.hash(ctx.body.password))
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

async function ownerOfToken(ctx: HookContext): Promise<PasswordOwner> {
  const token = String(ctx.body?.token ?? ctx.query?.token)
  const found = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found ? ownerOf(await ctx.context.internalAdapter.findUserById(found.value)) : {}
}

function ownerOf(user: Record<string, unknown> | null | undefined): PasswordOwner {
  return user
    ? { email: String(user.email), name: String(user.name), hasSecondFactor: user.twoFactorEnabled === true }
    : {}
}

/** Omits values that aren't strings, because the body has not been validated yet. */
function textsOf(owner: PasswordOwner): PasswordOwner {
  const { email, name, hasSecondFactor } = owner
  return {
    ...(typeof email === 'string' && { email }),
    ...(typeof name === 'string' && { name }),
    hasSecondFactor: hasSecondFactor === true,
  }
}
