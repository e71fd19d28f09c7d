import { LIMITS } from '@millrace/contracts/limits'
import type { BetterAuthOptions } from 'better-auth'
import { z } from 'zod'
import type { Deps } from '#deps.ts'
import { sweepAbandoned } from './abandoned.ts'
import { AccountName } from './account-name.ts'
import { checked } from './checked.ts'
import { withoutTokens } from './oidc.ts'

const IMAGE_MAX = 2048

const Profile = z
  .object({
    name: AccountName,
    email: z.string().max(LIMITS.emailMax),
    image: z.string().max(IMAGE_MAX).nullish(),
  })
  .partial()

/** Rules for every account, whichever endpoint or identity provider writes it. */
export function userHooks(deps: Pick<Deps, 'db' | 'log'>) {
  return {
    account: {
      create: {
        before: async (account) => ({
          data: account.providerId === 'credential' ? account : { ...account, ...withoutTokens },
        }),
      },
    },
    user: {
      create: { before: async (user) => ({ data: checked(Profile.required({ name: true }), user) }) },
      update: { before: async (change) => ({ data: checked(Profile, change) }) },
      delete: {
        /** Deletes the account's resources in the background, because there may be very many. */
        async after(user) {
          deps.log.info({ userId: user.id }, 'account deleted')
          void sweepAbandoned(deps)
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}
