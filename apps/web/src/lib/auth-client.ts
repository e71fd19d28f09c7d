import { createAuthClient } from 'better-auth/client'
import { adminClient, organizationClient, twoFactorClient } from 'better-auth/client/plugins'

/** The portal's auth API, typed. Never import this file directly: `askAuth` of session.ts loads it on demand. */
export const auth = createAuthClient({
  baseURL: location.origin,
  basePath: '/api/auth',
  plugins: [
    adminClient(),
    organizationClient({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
    twoFactorClient(),
  ],
})

export type AuthClient = typeof auth
