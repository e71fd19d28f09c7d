import { LIMITS } from '@millrace/contracts/limits'
import type { BetterAuthOptions } from 'better-auth'
import { z } from 'zod'
import type { Deps } from '#deps.ts'
import { deleteAbandonedResources } from './abandoned-resources.ts'
import { AccountName } from './account-name.ts'
import { withoutTokens } from './oidc.ts'
import { parseInput } from './parse-input.ts'

/** The URL of a picture. Other URLs, such as those with scripts, could run in clients that open them. */
export const PictureUrl = z
  .string()
  .max(2048)
  .regex(/^(https?:\/\/|\/|data:image\/|$)/i, 'The picture must be a URL that starts with https:// or http://.')

const Profile = z
  .object({
    name: AccountName,
    email: z.string().max(LIMITS.emailMax),
    image: PictureUrl.nullish(),
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
        /** The user's resources are deleted in the background, because there may be very many. */
        async after(user) {
          deps.log.info({ userId: user.id }, 'account deleted')
          void deleteAbandonedResources(deps)
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}
