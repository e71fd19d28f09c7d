import type { BetterAuthOptions } from 'better-auth'
import type { Deps } from '#deps.ts'
import { take } from './throttle.store.ts'

/** Carries the client's address to better-auth. What a client puts there is overwritten at the door. */
export const CLIENT_IP_HEADER = 'x-millrace-client-ip'

/** Per address and path, for all servers together. Reading one's own session is not counted: pages do it all the time. */
export function rateLimit({ db, limits }: Pick<Deps, 'db' | 'limits'>) {
  return {
    enabled: true,
    ...limits.path,
    customStorage: {
      async consume(key, rule) {
        const retryAfter = await take(db, `path:${key}`, rule)
        return { allowed: retryAfter === undefined, retryAfter: retryAfter ?? null }
      },
    },
    customRules: {
      '/get-session': false,
      '/sign-in/**': limits.credentials,
      '/sign-up/**': limits.credentials,
      '/two-factor/**': limits.credentials,
      '/change-password': limits.credentials,
      '/reset-password': limits.credentials,
      '/delete-user': limits.credentials,
      '/change-email': limits.mails,
      '/request-password-reset': limits.mails,
      '/send-verification-email': limits.mails,
    },
  } satisfies BetterAuthOptions['rateLimit']
}
