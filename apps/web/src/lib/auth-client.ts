import { createAuthClient } from 'better-auth/client'
import { adminClient, inferAdditionalFields, organizationClient, twoFactorClient } from 'better-auth/client/plugins'
import { isUnauthorized, whileSessionChanges, withCurrentSession } from './signed-out.ts'

/** Every POST is treated as a call that may replace the session. */
const send: typeof fetch = (address, init) =>
  init?.method === 'POST'
    ? whileSessionChanges(() => fetch(address, init))
    : withCurrentSession(() => fetch(address, init), isUnauthorized)

/** The typed client of the auth API. Never import this file directly: `askAuth` in session.ts loads it on demand. */
export const auth = createAuthClient({
  baseURL: location.origin,
  basePath: '/api/auth',
  fetchOptions: { customFetchImpl: send },
  plugins: [
    adminClient(),
    organizationClient({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
    twoFactorClient(),
    inferAdditionalFields({
      user: { newsletter: { type: 'boolean', required: false }, mentionMails: { type: 'boolean', required: false } },
    }),
  ],
})

export type AuthClient = typeof auth
