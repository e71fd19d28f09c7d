import type { BetterAuthOptions } from 'better-auth'
import type { Deps } from '#deps.ts'
import { addToBucket } from './throttle.store.ts'

/** The header that passes the client's address to better-auth. A value sent by the client is overwritten. */
export const CLIENT_IP_HEADER = 'x-millrace-client-ip'

/**
 * Limits the requests per IP address and endpoint. All servers share the counts. Reading the session is exempt, because
 * pages do it constantly.
 */
export function rateLimit({ db, limits }: Pick<Deps, 'db' | 'limits'>) {
  return {
    enabled: true,
    ...limits.path,
    customStorage: {
      async consume(key, rule) {
        const retryAfter = await addToBucket(db, `path:${key}`, rule)
        return { allowed: retryAfter === undefined, retryAfter: retryAfter ?? null }
      },
    },
    customRules: {
      '/get-session': false,
      '/sign-in/**': limits.credentials,
      '/sign-up/**': limits.credentials,
      '/two-factor/**': limits.credentials,
      '/passkey/verify-authentication': limits.credentials,
      '/passkey/verify-registration': limits.credentials,
      '/organization/create': limits.credentials, // reveals whether a slug is taken
      '/organization/update': limits.credentials,
      '/change-password': limits.credentials,
      '/reset-password': limits.credentials,
      '/delete-user': limits.credentials,
      '/verify-password': limits.credentials,
      '/change-email': limits.mails,
      '/request-password-reset': limits.mails,
      '/send-verification-email': limits.mails,
    },
  } satisfies BetterAuthOptions['rateLimit']
}
