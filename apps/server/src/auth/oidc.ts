import { OIDC_PROVIDER } from '@millrace/contracts/account'
import { genericOAuth } from 'better-auth/plugins'
import type { Env } from '#env.ts'

const OF_PROVIDERS = ['/sign-in/social', '/link-social', '/unlink-account']

/**
 * Endpoints that OIDC_ONLY disables, like those in `OF_PASSKEYS`. The identity provider alone then decides who signs in
 * and how.
 */
const OF_PASSWORDS = [
  '/sign-in/email',
  '/sign-up/email',
  '/request-password-reset',
  '/reset-password',
  '/change-password',
  '/admin/set-user-password',
]

const OF_PASSKEYS = [
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
  '/passkey/list-user-passkeys',
  '/passkey/update-passkey',
  '/passkey/delete-passkey',
]

/** Returns the endpoints that the OIDC settings disable. */
export function closedByOidc({ OIDC_ISSUER, OIDC_ONLY }: Env): string[] {
  return [...(OIDC_ISSUER ? [] : OF_PROVIDERS), ...(OIDC_ONLY ? [...OF_PASSWORDS, ...OF_PASSKEYS] : [])]
}

/**
 * Returns the plugin for signing in with the configured identity provider. The plugin uses the authorization code flow
 * with PKCE, and checks the signature, issuer, audience and nonce of the ID token. If no provider is configured, the
 * plugin does nothing.
 */
export function identityProvider({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME }: Env) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return genericOAuth({ config: [] })
  return genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER,
        name: OIDC_NAME,
        discoveryUrl: `${OIDC_ISSUER}/.well-known/openid-configuration`,
        clientId: OIDC_CLIENT_ID,
        clientSecret: OIDC_CLIENT_SECRET,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({ name: nameIn(profile), image: undefined }),
      },
    ],
  })
}

function nameIn(profile: Record<string, unknown>): string {
  const candidates = [profile.name, profile.preferred_username, String(profile.email ?? '').split('@')[0]]
  return candidates.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? 'Unnamed'
}

/** The provider’s tokens are not needed after signing in, so they are not stored. */
export const withoutTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null }
