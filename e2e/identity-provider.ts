import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** An OpenID Connect provider on loopback, and controls for who signs in. */
export interface IdentityProvider {
  issuer: string
  /** Registers the product as a client. Until then, the provider is unavailable. */
  accept(productUrl: string): void
  /** Sets the email address of the user who signs in next. Without an address, the user cancels. */
  signsIn(email?: string): void
  close(): void
}

export const CLIENT = { OIDC_CLIENT_ID: 'millrace', OIDC_CLIENT_SECRET: 'a secret of the journeys' }

/** Starts a real OpenID Connect provider whose users need no password. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let provider: Provider | undefined
  let user: string | undefined
  const server = createServer((request, response) => {
    if (!provider) return response.writeHead(503).end()
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    const outcome = user ? { login: { accountId: user } } : { error: 'access_denied' }
    return void provider.interactionFinished(request, response, outcome)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    accept(productUrl) {
      provider = providerFor(issuer, `${productUrl}/api/auth/callback/oidc`)
    },
    signsIn(email) {
      user = email
    },
    close: () => void server.close(),
  }
}

function providerFor(issuer: string, redirectUri: string): Provider {
  return new Provider(issuer, {
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the journeys'] },
    ttl: { Interaction: 600, Grant: 600, Session: 1, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, name: 'Mara Lindqvist' }),
    }),
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    clients: [
      {
        client_id: CLIENT.OIDC_CLIENT_ID,
        client_secret: CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
  })
}
