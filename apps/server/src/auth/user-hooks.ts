import { LIMITS } from '@millrace/contracts/limits'
import type { BetterAuthOptions } from 'better-auth'
import { z } from 'zod'
import type { Deps } from '#deps.ts'
import { sweepAbandonedResources } from './abandoned-resources.ts'
import { AccountName } from './account-name.ts'
import { withoutTokens } from './oidc.ts'
import { parseInput } from './parse-input.ts'

/** Maximum length of the URL of a picture, in characters. */
export const IMAGE_MAX = 2048

const Profile = z
  .object({
    name: AccountName,
    email: z.string().max(LIMITS.emailMax),
    image: z.string().max(IMAGE_MAX).nullish(),
    newsletter: z.boolean(),
    mentionMails: z.boolean(),
  })
  .partial()

export function userHooks(deps: Pick<Deps, 'db' | 'log' | 'queue'>) {
  return {
    account: {
      create: {
        before: async (account) => ({
          data: account.providerId === 'credential' ? account : { ...account, ...withoutTokens },
        }),
      },
    },
    user: {
      create: { before: async (user) => ({ data: parseInput(Profile.required({ name: true }), user) }) },
      update: { before: async (change) => ({ data: parseInput(Profile, change) }) },
      delete: {
        /** Runs in the background, because an account may have very many resources. */
        async after(user) {
          deps.log.info({ userId: user.id }, 'account deleted')
          void sweepAbandonedResources(deps)
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}
